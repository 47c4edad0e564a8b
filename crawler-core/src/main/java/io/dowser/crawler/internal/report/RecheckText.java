package io.dowser.crawler.internal.report;

import static io.dowser.crawler.internal.report.CrawlPage.whole;

import io.dowser.crawler.api.CrawlStatistics;
import io.dowser.crawler.api.CrawlStatistics.Rechecks;
import java.util.Optional;
import java.util.StringJoiner;

/** Writes in one line what the rechecks of visited pages have found. */
public final class RecheckText {

  private RecheckText() {}

  /** Returns the line, empty if nothing was rechecked in this run and nothing is due. */
  public static Optional<String> of(CrawlStatistics statistics) {
    Rechecks rechecks = statistics.rechecks();
    if (rechecks.equals(Rechecks.NONE)) {
      return Optional.empty();
    }
    var found = new StringJoiner(", ", " (", ")");
    found.add(whole(rechecks.unchanged()) + " unchanged");
    found.add(whole(rechecks.changed()) + " changed");
    found.add(whole(rechecks.gone()) + " gone");
    if (rechecks.moved() > 0) {
      found.add(whole(rechecks.moved()) + " moved");
    }
    String failed = rechecks.failed() > 0 ? whole(rechecks.failed()) + " failed, " : "";
    return Optional.of(
        whole(rechecks.made())
            + " rechecked"
            + found
            + ", "
            + failed
            + whole(rechecks.due())
            + " due");
  }
}
