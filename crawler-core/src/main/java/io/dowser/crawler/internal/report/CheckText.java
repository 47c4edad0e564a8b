package io.dowser.crawler.internal.report;

import static io.dowser.crawler.internal.report.CrawlPage.whole;

import io.dowser.crawler.api.CrawlStatistics;
import io.dowser.crawler.api.CrawlStatistics.Checks;
import java.util.Optional;
import java.util.StringJoiner;

/** Writes in one line what the checks of visited pages have found. */
public final class CheckText {

  private CheckText() {}

  /** Returns a number with its noun, such as {@code 1 page} or {@code 2,000 pages}. */
  public static String counted(long number, String one, String many) {
    return whole(number) + " " + (number == 1 ? one : many);
  }

  /** Returns the line, empty if nothing was checked in this run and nothing is due. */
  public static Optional<String> of(CrawlStatistics statistics) {
    Checks checks = statistics.checks();
    if (checks.equals(Checks.NONE)) {
      return Optional.empty();
    }
    var found = new StringJoiner(", ", " (", ")");
    found.add(whole(checks.unchanged()) + " unchanged");
    found.add(whole(checks.changed()) + " changed");
    found.add(whole(checks.gone()) + " gone");
    if (checks.moved() > 0) {
      found.add(whole(checks.moved()) + " moved");
    }
    String failed = checks.failed() > 0 ? whole(checks.failed()) + " failed, " : "";
    return Optional.of(
        whole(checks.made()) + " checked" + found + ", " + failed + whole(checks.due()) + " due");
  }
}
