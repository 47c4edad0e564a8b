package io.dowser.crawler.url;

import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.HostGrouping;
import io.dowser.crawler.internal.RegistrableDomain;
import java.util.Arrays;
import java.util.Collection;
import java.util.Set;
import java.util.stream.Collectors;

/** The URLs within a border around seeds. Each lookup is by hash. Immutable and thread-safe. */
final class SeedAreas {

  private static final String WWW = "www.";

  /** The extent of an area around its seed; {@code PATTERNS} has no area. */
  enum Border {
    ANYWHERE,
    HOST,
    DOMAIN,
    PREFIX,
    PATTERNS;

    static Border parse(String name) {
      return Arrays.stream(values())
          .filter(each -> each.name().equals(name))
          .findFirst()
          .orElseThrow(
              () ->
                  new IllegalArgumentException(
                      "a scope must begin with one of "
                          + Arrays.toString(values())
                          + ", but was '"
                          + name
                          + "'"));
    }
  }

  private final Border border;
  private final HostGrouping domains = new RegistrableDomain();
  private final Set<String> areas;

  SeedAreas(Border border, Collection<CrawlUrl> seeds) {
    this.border = border;
    this.areas = seeds.stream().map(this::areaOf).collect(Collectors.toUnmodifiableSet());
  }

  private String areaOf(CrawlUrl seed) {
    return switch (border) {
      case ANYWHERE, PATTERNS -> "";
      case HOST -> hostOf(seed);
      case DOMAIN -> domains.groupOf(seed);
      case PREFIX -> {
        String path = seed.path();
        yield hostOf(seed) + path.substring(0, path.lastIndexOf('/') + 1);
      }
    };
  }

  boolean contain(CrawlUrl url) {
    return switch (border) {
      case ANYWHERE -> true;
      case HOST, DOMAIN -> areas.contains(areaOf(url));
      case PREFIX -> isInFolder(hostOf(url), url.path());
      case PATTERNS -> false;
    };
  }

  /** Looks up each folder that a path is in. */
  private boolean isInFolder(String host, String path) {
    for (int slash = 0; slash >= 0; slash = path.indexOf('/', slash + 1)) {
      if (areas.contains(host + path.substring(0, slash + 1))) {
        return true;
      }
    }
    return false;
  }

  private static String hostOf(CrawlUrl url) {
    String host = url.host();
    return host.startsWith(WWW) ? host.substring(WWW.length()) : host;
  }
}
