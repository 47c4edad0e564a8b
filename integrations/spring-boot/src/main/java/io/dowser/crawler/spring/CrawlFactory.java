package io.dowser.crawler.spring;

import io.dowser.crawler.Crawler;
import io.dowser.crawler.Limits;
import io.dowser.crawler.Politeness;
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
    Crawler.Builder crawler = Crawler.builder().name(name).seeds(properties.seeds());
    if (!properties.topic().isEmpty()) {
      crawler.topic(Topic.of(properties.topic().toArray(String[]::new)));
    }
    if (!properties.languages().isEmpty()) {
      crawler.languages(properties.languages().toArray(String[]::new));
    }
    set(properties.directory(), crawler::directory);
    set(properties.scope(), scope -> crawler.stayOn(Scope.parse(scope)));
    set(properties.userAgent(), crawler::userAgent);
    set(properties.addresses(), rules -> crawler.addressRules(AddressRules.parse(rules)));
    set(properties.workers(), crawler::workers);
    set(properties.idle(), crawler::idle);
    plugins(name, properties, crawler);
    crawler.limits(limits(properties.limits()));
    set(politeness(properties.politeness()), crawler::politeness);
    properties.hostRules().forEach((hosts, rules) -> crawler.hostRules(hosts, hostRules(rules)));
    customizers.orderedStream().forEach(each -> each.customize(name, crawler));
    return crawler.build();
  }

  private static <T> void set(@Nullable T value, Consumer<T> setter) {
    if (value != null) {
      setter.accept(value);
    }
  }

  private void plugins(String name, CrawlProperties properties, Crawler.Builder crawler) {
    String key = "dowser.crawls." + name;
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
      String key,
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
          key + " has settings for the bean '" + name + "', but only plugins have settings");
    }
  }

  private static Limits limits(Limit limit) {
    Limits.Builder limits = Limits.builder();
    set(limit.maxPages(), limits::maxPages);
    set(limit.maxRelevantPages(), limits::maxRelevantPages);
    set(limit.maxBytes(), limits::maxBytes);
    set(limit.maxDuration(), limits::maxDuration);
    set(limit.maxDepth(), limits::maxDepth);
    set(limit.maxRedirects(), limits::maxRedirects);
    set(limit.stopWhenFound(), limits::stopWhenFound);
    set(limit.minHarvestRate(), rate -> limits.minHarvestRate(rate, limit.harvestWindow()));
    return limits.build();
  }

  /** Returns null if nothing is set, so that a crawl that resumes keeps what it had. */
  private static @Nullable Politeness politeness(Polite polite) {
    Politeness.Builder politeness = Politeness.builder();
    set(polite.delay(), politeness::delay);
    set(polite.connectionsPerHost(), politeness::connectionsPerHost);
    set(polite.maxCrawlDelay(), politeness::maxCrawlDelay);
    set(polite.maxRetries(), politeness::maxRetries);
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
