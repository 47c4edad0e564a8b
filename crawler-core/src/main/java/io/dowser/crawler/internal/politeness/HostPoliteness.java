package io.dowser.crawler.internal.politeness;

import com.google.common.cache.CacheBuilder;
import com.google.common.cache.CacheLoader;
import com.google.common.cache.LoadingCache;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.url.HostRules;
import java.util.Map;

/** The politeness of a crawl, with the delays and connections of single hosts. Thread-safe. */
public final class HostPoliteness {

  private static final int MAX_HOSTS = 10_000;

  /** The rules that apply to a host. */
  private record Own(HostRules rules, PolitenessRules politeness) {}

  private final PolitenessRules usual;
  private final Map<String, HostRules> rules;
  private final Own none;
  private final LoadingCache<String, Own> hosts =
      CacheBuilder.newBuilder().maximumSize(MAX_HOSTS).build(CacheLoader.from(this::own));

  /** Creates the politeness of a crawl; rules are by pattern. */
  public HostPoliteness(PolitenessRules usual, Map<String, HostRules> rules) {
    this.usual = usual;
    this.rules = rules;
    this.none = new Own(HostRules.builder().build(), usual);
  }

  public PolitenessRules usual() {
    return usual;
  }

  /** Returns the rules that were set for the host of a URL. */
  public HostRules rulesOf(CrawlUrl url) {
    return of(url.host()).rules;
  }

  /** Returns the politeness towards the host of a URL. */
  public PolitenessRules of(CrawlUrl url) {
    return of(url.host()).politeness;
  }

  private Own of(String host) {
    return rules.isEmpty() ? none : hosts.getUnchecked(host);
  }

  private Own own(String host) {
    HostRules own = HostRules.forHost(rules, host);
    if (own.equals(none.rules)) {
      return none;
    }
    PolitenessRules politeness =
        usual.with(
            own.delay().orElse(usual.delay()),
            own.connections().orElse(usual.connectionsPerHost()));
    return new Own(own, politeness);
  }
}
