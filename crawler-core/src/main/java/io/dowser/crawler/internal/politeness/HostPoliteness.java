package io.dowser.crawler.internal.politeness;

import io.dowser.crawler.Politeness;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.url.HostRules;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The politeness of a crawl, with the delays and connections of single hosts. Thread-safe. */
public final class HostPoliteness {

  private final Politeness usual;
  private final Map<String, HostRules> rules;
  private final Map<HostRules, Politeness> variants = new ConcurrentHashMap<>();

  /** Creates the politeness of a crawl; rules are by pattern. */
  public HostPoliteness(Politeness usual, Map<String, HostRules> rules) {
    this.usual = usual;
    this.rules = rules;
  }

  public Politeness usual() {
    return usual;
  }

  /** Returns what was set for the host of a URL. */
  public HostRules rulesOf(CrawlUrl url) {
    return HostRules.forHost(rules, url.host());
  }

  /** Returns the politeness towards the host of a URL. */
  public Politeness of(CrawlUrl url) {
    HostRules own = rulesOf(url);
    return own.equals(HostRules.NONE) ? usual : variants.computeIfAbsent(own, this::variant);
  }

  private Politeness variant(HostRules own) {
    Politeness.Builder builder = usual.toBuilder();
    own.delay().ifPresent(builder::delay);
    own.connections().ifPresent(builder::connectionsPerHost);
    return builder.build();
  }
}
