package io.dowser.crawler.spring;

import io.dowser.crawler.Crawler;
import io.dowser.crawler.Strategy;
import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.api.Fetcher;
import io.dowser.crawler.api.Frontier;
import io.dowser.crawler.api.LinkScorer;
import io.dowser.crawler.api.PageAnalyzer;
import io.dowser.crawler.api.RelevanceJudge;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
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
    Crawler.Builder crawler = Crawler.builder();
    Map<String, String> settings = new TreeMap<>(properties.settings());
    settings.putIfAbsent("name", name);
    bean(properties, settings, "scorer", LinkScorer.class, crawler::scorer);
    bean(properties, settings, "frontier", Frontier.class, crawler::frontier);
    bean(properties, settings, "judge", RelevanceJudge.class, crawler::judge);
    bean(properties, settings, "fetcher", Fetcher.class, crawler::fetcher);
    bean(
        properties,
        settings,
        "pageAnalyzer",
        PageAnalyzer.class,
        bean -> crawler.strategy(Strategy.builder().pageAnalyzer(bean).build()));
    try {
      crawler.settings(settings);
      customizers.orderedStream().forEach(each -> each.customize(name, crawler));
      return crawler.build();
    } catch (CrawlException e) {
      throw new CrawlException(properties.prefix() + ": " + e.getMessage(), e);
    }
  }

  /** Takes the bean that a setting names, if there is one, instead of a plugin. */
  private <P> void bean(
      CrawlProperties properties,
      Map<String, String> settings,
      String kind,
      Class<P> type,
      Consumer<P> setter) {
    String name = settings.getOrDefault(kind, "");
    if (name.isEmpty() || !beans.containsBean(name) || !beans.isTypeMatch(name, type)) {
      return;
    }
    settings.remove(kind);
    if (settings.keySet().stream().anyMatch(key -> key.startsWith(kind + "."))) {
      throw new IllegalArgumentException(
          properties.prefix()
              + " has settings for the bean '"
              + name
              + "', but only plugins have settings");
    }
    setter.accept(beans.getBean(name, type));
  }
}
