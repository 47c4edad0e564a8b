package io.dowser.crawler.cli;

import io.dowser.crawler.Limits;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** When a crawl ends, first run or later one. */
final class LimitOptions {

  @Option(
      names = {"-n", "--max-pages"},
      paramLabel = "N",
      description = "Pages to fetch, all runs together (default of a new crawl: 1000).")
  private @Nullable Long pages;

  @Option(
      names = "--max-relevant",
      paramLabel = "N",
      description = "Relevant pages to find, all runs together.")
  private @Nullable Long relevant;

  @Option(names = "--max-time", paramLabel = "TIME", description = "Such as 90s, 10m, 8h or 2d.")
  private @Nullable Duration time;

  @Option(
      names = "--stop-when-found",
      paramLabel = "SHARE",
      description =
          "Share of the relevant pages within reach, by a rough estimate, 0 to 1, such as 0.9.")
  private @Nullable Double found;

  void setPagesUnlessGiven(long most) {
    if (pages == null) {
      pages = most;
    }
  }

  Limits.Builder limits() {
    Limits.Builder limits = Limits.builder();
    if (pages != null) {
      limits.maxPages(pages);
    }
    if (relevant != null) {
      limits.maxRelevantPages(relevant);
    }
    if (time != null) {
      limits.maxDuration(time);
    }
    if (found != null) {
      limits.stopWhenFound(found);
    }
    return limits;
  }
}
