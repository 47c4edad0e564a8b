package io.dowser.examples.spring;

import io.dowser.crawler.api.CrawlEvent;
import io.dowser.crawler.api.LinkScorer;
import io.dowser.crawler.spring.CrawlerCustomizer;
import java.util.concurrent.SubmissionPublisher;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;

/** Crawls that are described in {@code application.properties}. */
@SpringBootApplication
public class Application {

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
    return (name, crawler) -> {
      var events = new SubmissionPublisher<CrawlEvent>();
      events.consume(event -> results.publish(name, event));
      crawler.listener(event -> events.offer(event, null)); // drops it if the queue is full
    };
  }
}
