package io.dowser.crawler.internal;

import com.google.common.net.InternetDomainName;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.HostGrouping;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Groups hosts by registrable domain, see {@link io.dowser.crawler.Politeness#registrableDomain}.
 * All of these are equal, whatever they remember. Thread-safe.
 */
public final class RegistrableDomain implements HostGrouping {

  private static final int MAX_REMEMBERED = 10_000;

  private final Map<String, String> groups = new ConcurrentHashMap<>();

  @Override
  public String groupOf(CrawlUrl url) {
    String known = groups.get(url.host());
    return known == null ? remember(url) : known;
  }

  /** Several threads may overshoot the bound by one each, which does no harm. */
  private String remember(CrawlUrl url) {
    String group = domain(url.host());
    if (groups.size() < MAX_REMEMBERED) {
      groups.put(url.host(), group);
    }
    return group;
  }

  private static String domain(String host) {
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

  @Override
  public boolean equals(Object other) {
    return other instanceof RegistrableDomain;
  }

  @Override
  public int hashCode() {
    return RegistrableDomain.class.hashCode();
  }
}
