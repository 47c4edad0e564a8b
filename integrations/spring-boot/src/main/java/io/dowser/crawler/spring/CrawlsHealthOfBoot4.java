package io.dowser.crawler.spring;

import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/** The health of the crawls for Spring Boot 4, which has moved the types. */
final class CrawlsHealthOfBoot4 implements HealthIndicator {

  private final Crawls crawls;

  CrawlsHealthOfBoot4(Crawls crawls) {
    this.crawls = crawls;
  }

  @Override
  public Health health() {
    Health.Builder health = crawls.haveFailed() ? Health.down() : Health.up();
    return health.withDetails(crawls.conditions()).build();
  }
}
