package io.dowser.crawler.spring;

import io.dowser.crawler.Crawler;
import io.dowser.crawler.Limits;
import io.dowser.crawler.Politeness;
import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.api.Fetcher;
import io.dowser.crawler.api.Frontier;
import io.dowser.crawler.api.LinkScorer;
import io.dowser.crawler.api.PageAnalyzer;
import io.dowser.crawler.api.RelevanceJudge;
import io.dowser.crawler.api.Settings;
import io.dowser.crawler.api.Topic;
import io.dowser.crawler.net.AddressRules;
import io.dowser.crawler.spring.CrawlProperties.Limit;
import io.dowser.crawler.spring.CrawlProperties.Plugin;
import io.dowser.crawler.spring.CrawlProperties.Polite;
import io.dowser.crawler.url.HostRules;
import io.dowser.crawler.url.Scope;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.ObjectProvider;

/** Builds crawls from their properties and the beans of the application. Thread-safe. */
final class CrawlFactory {

  private final BeanFactory beans;
  private final ObjectProvider<CrawlerCustomizer> customizers;

  CrawlFactory(BeanFactory beans, ObjectProvider<CrawlerCustomizer> customizers) {
    this.beans = beans;
    this.customizers = customizers;
  }

  Crawler create(String name, CrawlProperties properties) {
    Crawler.Builder crawler = Crawler.builder().name(name);
    var key = new Key("dowser.crawls." + name);
    key.set("seeds", properties.seeds(), crawler::seeds);
    if (!properties.topic().isEmpty()) {
      key.set(
          "topic",
          properties.topic(),
          terms -> crawler.topic(Topic.of(terms.toArray(String[]::new))));
    }
    if (!properties.languages().isEmpty()) {
      key.set(
          "languages",
          properties.languages(),
          codes -> crawler.languages(codes.toArray(String[]::new)));
    }
    key.set("directory", properties.directory(), crawler::directory);
    key.set("scope", properties.scope(), scope -> crawler.stayOn(Scope.parse(scope)));
    key.set("user-agent", properties.userAgent(), crawler::userAgent);
    key.set(
        "addresses",
        properties.addresses(),
        rules -> crawler.addressRules(AddressRules.parse(rules)));
    key.set("workers", properties.workers(), crawler::workers);
    key.set("idle", properties.idle(), crawler::idle);
    plugins(key, properties, crawler);
    crawler.limits(limits(key, properties.limits()));
    Politeness politeness = politeness(key, properties.politeness());
    if (politeness != null) {
      crawler.politeness(politeness);
    }
    properties
        .hostRules()
        .forEach(
            (hosts, rules) ->
                key.set(
                    "host-rules.[" + hosts + "]",
                    rules,
                    given -> crawler.hostRules(hosts, hostRules(given))));
    customizers.orderedStream().forEach(each -> each.customize(name, crawler));
    try {
      return crawler.build();
    } catch (CrawlException e) {
      throw new CrawlException(key.prefix() + ": " + e.getMessage(), e);
    }
  }

  /** The properties of a crawl, whose names the messages about their values begin with. */
  private record Key(String prefix) {

    <T> void set(String name, @Nullable T value, Consumer<T> setter) {
      if (value == null) {
        return;
      }
      try {
        setter.accept(value);
      } catch (IllegalArgumentException | CrawlException e) {
        throw new IllegalArgumentException(prefix + "." + name + ": " + e.getMessage(), e);
      }
    }
  }

  private void plugins(Key key, CrawlProperties properties, Crawler.Builder crawler) {
    plugin(key, properties.scorer(), LinkScorer.class, crawler::scorer, crawler::scorer);
    plugin(key, properties.frontier(), Frontier.class, crawler::frontier, crawler::frontier);
    plugin(key, properties.judge(), RelevanceJudge.class, crawler::judge, crawler::judge);
    plugin(
        key,
        properties.analyzer(),
        PageAnalyzer.class,
        crawler::pageAnalyzer,
        crawler::pageAnalyzer);
    plugin(key, properties.fetcher(), Fetcher.class, crawler::fetcher, crawler::fetcher);
  }

  private <P> void plugin(
      Key key,
      @Nullable Plugin plugin,
      Class<P> kind,
      Consumer<P> bean,
      BiConsumer<String, Map<String, String>> named) {
    if (plugin == null) {
      return;
    }
    String name = plugin.name();
    if (!beans.containsBean(name) || !beans.isTypeMatch(name, kind)) {
      named.accept(name, plugin.settings());
    } else if (plugin.settings().isEmpty()) {
      bean.accept(beans.getBean(name, kind));
    } else {
      throw new IllegalArgumentException(
          key.prefix()
              + " has settings for the bean '"
              + name
              + "', but only plugins have settings");
    }
  }

  private static Limits limits(Key key, Limit limit) {
    Limits.Builder limits = Limits.builder();
    key.set("limits.max-pages", limit.maxPages(), limits::maxPages);
    key.set("limits.max-relevant-pages", limit.maxRelevantPages(), limits::maxRelevantPages);
    key.set("limits.max-bytes", limit.maxBytes(), limits::maxBytes);
    key.set("limits.max-duration", limit.maxDuration(), limits::maxDuration);
    key.set("limits.max-depth", limit.maxDepth(), limits::maxDepth);
    key.set("limits.max-redirects", limit.maxRedirects(), limits::maxRedirects);
    key.set("limits.stop-when-found", limit.stopWhenFound(), limits::stopWhenFound);
    key.set(
        "limits.min-harvest-rate",
        limit.minHarvestRate(),
        rate -> limits.minHarvestRate(rate, limit.harvestWindow()));
    return limits.build();
  }

  /** Returns null if nothing is set, so that a crawl that resumes keeps what it had. */
  private static @Nullable Politeness politeness(Key key, Polite polite) {
    Politeness.Builder politeness = Politeness.builder();
    key.set("politeness.delay", polite.delay(), politeness::delay);
    key.set(
        "politeness.connections-per-host",
        polite.connectionsPerHost(),
        politeness::connectionsPerHost);
    key.set("politeness.max-crawl-delay", polite.maxCrawlDelay(), politeness::maxCrawlDelay);
    key.set("politeness.max-retries", polite.maxRetries(), politeness::maxRetries);
    boolean isSet =
        Stream.of(
                polite.delay(),
                polite.connectionsPerHost(),
                polite.maxCrawlDelay(),
                polite.maxRetries())
            .anyMatch(value -> value != null);
    return isSet ? politeness.build() : null;
  }

  private static HostRules hostRules(Map<String, String> rules) {
    return HostRules.builder().settings(Settings.of(rules)).build();
  }
}
