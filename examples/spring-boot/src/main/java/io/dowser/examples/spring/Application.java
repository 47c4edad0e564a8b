package io.dowser.examples.spring;

import io.dowser.crawler.DetachedListener;
import io.dowser.crawler.DetachedListener.Overflow;
import io.dowser.crawler.api.LinkScorer;
import io.dowser.crawler.spring.CrawlerCustomizer;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;

/** Crawls that are described in {@code application.properties}. */
@SpringBootApplication
public class Application {

  private static final int QUEUED_EVENTS = 1_000;

  public static void main(String[] arguments) {
    SpringApplication.run(Application.class, arguments);
  }

  /** A scorer that a crawl names: links of pages near the root of a host come first. */
  @Bean
  LinkScorer shortPaths() {
    return page -> link -> 1.0 / link.target().path().length();
  }

  /** Passes what each crawl finds to those who read its results; a slow reader slows no crawl. */
  @Bean
  CrawlerCustomizer publishing(Results results) {
    return (name, crawler) ->
        crawler.listener(
            DetachedListener.of(
                event -> results.publish(name, event), QUEUED_EVENTS, Overflow.DROP_OLDEST));
  }
}
