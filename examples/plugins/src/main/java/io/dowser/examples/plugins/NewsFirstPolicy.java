package io.dowser.examples.plugins;

import io.dowser.crawler.api.RecheckHistory;
import io.dowser.crawler.api.RevisitPolicy;
import java.time.Duration;
import java.time.Instant;

/** Rechecks news twice a day and other pages weekly, the most overdue ones first. */
public final class NewsFirstPolicy implements RevisitPolicy {

  @Override
  public Duration interval(RecheckHistory page) {
    return page.url().path().startsWith("/news/") ? Duration.ofHours(12) : Duration.ofDays(7);
  }

  @Override
  public double priority(RecheckHistory page, Instant now) {
    double waited = Duration.between(page.checked(), now).toSeconds();
    return waited / interval(page).toSeconds();
  }
}
