package io.dowser.crawler.spring;

import org.springframework.boot.actuate.health.Health;
import org.springframework.boot.actuate.health.HealthIndicator;

/** The health of the crawls for Spring Boot 3. */
final class CrawlsHealth implements HealthIndicator {

  private final Crawls crawls;

  CrawlsHealth(Crawls crawls) {
    this.crawls = crawls;
  }

  @Override
  public Health health() {
    Health.Builder health = crawls.haveFailed() ? Health.down() : Health.up();
    return health.withDetails(crawls.conditions()).build();
  }
}
