package io.dowser.crawler.internal.politeness;

import com.google.common.cache.CacheBuilder;
import com.google.common.cache.CacheLoader;
import com.google.common.cache.LoadingCache;
import io.dowser.crawler.Politeness;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.url.HostRules;
import java.util.Map;

/** The politeness of a crawl, with the delays and connections of single hosts. Thread-safe. */
public final class HostPoliteness {

  private static final int MAX_HOSTS = 10_000;

  /** What holds for a host. */
  private record Own(HostRules rules, Politeness politeness) {}

  private final Politeness usual;
  private final Map<String, HostRules> rules;
  private final Own none;
  private final LoadingCache<String, Own> hosts =
      CacheBuilder.newBuilder().maximumSize(MAX_HOSTS).build(CacheLoader.from(this::own));

  /** Creates the politeness of a crawl; rules are by pattern. */
  public HostPoliteness(Politeness usual, Map<String, HostRules> rules) {
    this.usual = usual;
    this.rules = rules;
    this.none = new Own(HostRules.builder().build(), usual);
  }

  public Politeness usual() {
    return usual;
  }

  /** Returns what was set for the host of a URL. */
  public HostRules rulesOf(CrawlUrl url) {
    return of(url.host()).rules;
  }

  /** Returns the politeness towards the host of a URL. */
  public Politeness of(CrawlUrl url) {
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
    Politeness.Builder builder = usual.toBuilder();
    own.delay().ifPresent(builder::delay);
    own.connections().ifPresent(builder::connectionsPerHost);
    return new Own(own, builder.build());
  }
}
