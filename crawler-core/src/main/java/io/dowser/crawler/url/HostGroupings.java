package io.dowser.crawler.url;

import com.google.common.net.InternetDomainName;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.HostGrouping;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Groupings of hosts that need the public suffix list. */
public final class HostGroupings {

  private static final int MAX_REMEMBERED = 10_000;

  private HostGroupings() {}

  /**
   * Groups hosts by registrable domain: {@code a.example.co.uk} and {@code b.example.co.uk} are one
   * group, {@code example.co.uk}; {@code x.github.io} and {@code y.github.io} are two, because
   * different people publish there. Under a top-level domain that the list does not know, the last
   * two labels are the domain, as the list's rule for unknown names has it.
   *
   * <p>The public suffix list, with its private part, is the one in the Guava library on the class
   * path; releases differ. What has no registrable domain is its own group: an IP address, {@code
   * localhost}, a public suffix.
   *
   * @return a new grouping, thread-safe; it remembers some ten thousand hosts
   */
  public static HostGrouping registrableDomain() {
    return new RegistrableDomain();
  }

  /** All of these group alike, whatever they remember. */
  private static final class RegistrableDomain implements HostGrouping {

    private final Map<String, String> groups = new ConcurrentHashMap<>();

    @Override
    public String groupOf(CrawlUrl url) {
      String known = groups.get(url.host());
      return known == null ? remember(url) : known;
    }

    /** Several threads may overshoot the bound by one each, which does no harm. */
    private String remember(CrawlUrl url) {
      String group = registrableDomain(url.host());
      if (groups.size() < MAX_REMEMBERED) {
        groups.put(url.host(), group);
      }
      return group;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof RegistrableDomain;
    }

    @Override
    public int hashCode() {
      return RegistrableDomain.class.hashCode();
    }
  }

  private static String registrableDomain(String host) {
    if (!InternetDomainName.isValid(host)) { // IP addresses, and names that only a parser accepts
      return host;
    }
    InternetDomainName name = InternetDomainName.from(host);
    if (name.hasPublicSuffix()) {
      return name.isUnderPublicSuffix() ? name.topPrivateDomain().toString() : host;
    }
    List<String> labels = name.parts();
    return String.join(".", labels.subList(Math.max(0, labels.size() - 2), labels.size()));
  }
}
