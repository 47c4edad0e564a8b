package io.dowser.crawler;

import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.api.CrawlStatistics;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.StopReason;
import io.dowser.crawler.internal.CrawlThreads;
import io.dowser.crawler.internal.report.CrawlPage;
import io.dowser.crawler.internal.report.Endings;
import io.dowser.crawler.internal.report.ExtractTables;
import io.dowser.crawler.internal.report.RecheckText;
import io.dowser.crawler.internal.report.Refusals;
import io.dowser.crawler.report.CrawlMetrics;
import io.dowser.crawler.report.CrawlSnapshot;
import io.dowser.crawler.report.CrawlSnapshot.State;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The result of a crawl.
 *
 * <pre>{@code
 * CrawlReport report = crawler.run().orThrow();
 * report.writeHtml(Path.of("report.html"));
 * }</pre>
 *
 * @param name the crawl's name, see {@link Means.Builder#name}
 * @param stopReason the reason why it ended
 * @param statistics its final metrics
 * @param failedSeeds the seeds without a page, each with the reason as text, in the order in which
 *     they failed
 * @param cause the error that ended it, if {@code stopReason} is {@link StopReason#FAILED}
 * @param metrics the metrics over time, for {@link #writeHtml}
 */
public record CrawlReport(
    String name,
    StopReason stopReason,
    CrawlStatistics statistics,
    Map<CrawlUrl, String> failedSeeds,
    Optional<Throwable> cause,
    CrawlMetrics metrics) {

  private static final int FEW_PAGES = 20;
  private static final String UNLIMITED = "unlimited"; // as settings have it

  private static final Set<StopReason> ENDED_AS_ASKED =
      Set.of(StopReason.PAGES, StopReason.RELEVANT_PAGES, StopReason.CYCLE_COMPLETE);

  /** {@return whether the crawl succeeded; false if it failed or no seed could be fetched} */
  public boolean isSuccess() {
    return stopReason != StopReason.FAILED && stopReason != StopReason.ALL_SEEDS_FAILED;
  }

  /**
   * Returns this report if the crawl succeeded.
   *
   * @return this
   * @throws CrawlException if it did not; the message names the reason, the failed seeds and the
   *     cause
   */
  public CrawlReport orThrow() {
    if (isSuccess()) {
      return this;
    }
    String seeds = failedSeeds.isEmpty() ? "" : ", seeds that failed: " + failedSeeds;
    throw new CrawlException(
        "the crawl ended with "
            + stopReason
            + " after "
            + CrawlPage.counted(statistics.visited(), "page", "pages")
            + seeds
            + cause.map(error -> ": " + error).orElse(""),
        cause.orElse(null));
  }

  /**
   * Writes this report as one HTML file for people: the crawl, harvest over time, relevant pages,
   * hosts, depths, extracted values, reasons why URLs were not fetched, slowest and failing hosts,
   * paths to relevant pages, and settings. The file needs no network. Everything except the totals
   * is of this run; {@link CrawlHistory#writeHtml} writes the report of all runs.
   *
   * @param file the file to write, created with its directory; an existing file is overwritten
   * @throws IOException if it cannot be written
   */
  public void writeHtml(Path file) throws IOException {
    CrawlPage page = CrawlPage.of(snapshot(), ending(), failedSeeds);
    page.write(file, page.results(), Map.of());
  }

  /** Returns the snapshot of the crawl after its end. */
  CrawlSnapshot snapshot() {
    return new CrawlSnapshot(name, State.ENDED, statistics, metrics, List.of(), List.of());
  }

  private String ending() {
    String because = cause.map(error -> " The cause: " + error).orElse("");
    return "The crawl"
        + new CrawlThreads(name).between(" ", "")
        + " ended because "
        + why()
        + "."
        + because;
  }

  private String why() {
    return switch (stopReason) {
      case CYCLE_COMPLETE ->
          statistics.rechecks().due() > 0
              ? "its budget of requests is spent with pages left that are due"
              : "all pages that were due are rechecked";
      case MEMORY -> Endings.forMemory(Refusals.forMemory(metrics));
      default -> Endings.because(stopReason);
    };
  }

  /**
   * Returns this report as text for people: the two lines of {@link #toString}, the results of the
   * rechecks of visited pages and whether a limit kept new pages out of them, the seeds without a
   * page, the numbers of pages that were not judged, the names of {@link Strategy.Builder#extract}
   * without a value on more than half of the relevant pages of a host, the numbers of URLs that
   * were not fetched and of failures in this run with their reasons, and a table of the hosts with
   * a failed fetch. If the crawl {@linkplain #hasFewPages has few pages}, the text also has the
   * redirected seeds, and the reasons for refused links with their numbers.
   *
   * @return lines, separated by line feeds
   */
  public String toText() {
    var text = new StringBuilder(toString());
    RecheckText.of(statistics).ifPresent(found -> text.append("\nvisited pages: ").append(found));
    if (stopReason == StopReason.CYCLE_COMPLETE && isLimitOfPagesReached()) {
      text.append("\nmaxPages is reached, so pending URLs, such as those of moved pages, are left");
    }
    failedSeeds.forEach(
        (seed, why) -> text.append("\nseed without a page: ").append(seed).append(" ").append(why));
    if (!statistics.irrelevant().isEmpty()) {
      text.append("\npages that were not judged: ").append(irrelevant());
    }
    if (isTopicInNoPage()) {
      text.append("\nno page is about the topic or nearly so: are its terms words of the pages, in")
          .append(" their language? Blocks that most pages of a host share do not count:")
          .append(" visit.page().mainContent().text() is what the judge saw, and")
          .append(" Crawler.explain(url, visit) reports the relevance");
    }
    ExtractTables.lines(metrics).forEach(line -> text.append('\n').append(line));
    Refusals.ofUrls(metrics).forEach(line -> text.append('\n').append(line));
    if (hasFewPages()) {
      Refusals.lines(statistics, metrics).forEach(line -> text.append('\n').append(line));
    }
    CrawlPage.failingHosts(metrics).ifPresent(table -> text.append('\n').append(table.toText()));
    return text.toString();
  }

  /**
   * Returns whether the judge rated pages and none of them was relevant or just below the
   * threshold.
   */
  private boolean isTopicInNoPage() {
    long notJudged = statistics.irrelevant().values().stream().mapToLong(Long::longValue).sum();
    return statistics.visited() > notJudged + Refusals.failuresOfJudge(metrics)
        && statistics.relevant() == 0
        && metrics.nearlyRelevant() == 0;
  }

  private boolean isLimitOfPagesReached() {
    String most = metrics.settings().getOrDefault("maxPages", UNLIMITED);
    return !most.equals(UNLIMITED)
        && statistics.visited() >= Long.parseLong(most)
        && statistics.pending() > 0;
  }

  /** Returns the counts of pages by the reasons for which they are not relevant. */
  private String irrelevant() {
    return new TreeMap<>(statistics.irrelevant())
        .entrySet().stream()
            .map(entry -> entry.getValue() + " " + entry.getKey())
            .collect(Collectors.joining(", "));
  }

  /**
   * {@return whether the crawl has visited fewer than 20 pages and no limit of pages has ended it;
   * {@link #toText} then has the reasons}
   */
  public boolean hasFewPages() {
    return statistics.visited() < FEW_PAGES && !ENDED_AS_ASKED.contains(stopReason);
  }

  private String estimated() {
    double relevant = statistics.estimatedRelevant();
    return relevant == 0 ? "" : String.format(Locale.ROOT, ", of an estimated %,.0f", relevant);
  }

  private String nearly() {
    long pages = metrics.nearlyRelevant();
    return pages == 0 ? "" : String.format(Locale.ROOT, "%,d just below the threshold, ", pages);
  }

  /** Returns what separates the totals from the numbers of this run. */
  private String thisRun() {
    long before = statistics.visitedBefore();
    return before == 0
        ? ", "
        : "; in this run: "
            + CrawlPage.counted(statistics.visited() - before, "page", "pages")
            + " visited, ";
  }

  /**
   * {@return the end of the crawl as text: its reason and its metrics, in two lines separated by a
   * line feed} After a resume, the metrics are the totals of all runs, and then those of this run.
   */
  @Override
  public String toString() {
    long silent = metrics.failingHosts().stream().filter(host -> host.visited() == 0).count();
    return String.format(
        Locale.ROOT,
        "%s\n%s visited, %,d relevant (harvest rate %.3f%s), %s given up, %s made again, %s"
            + " pending%s%s%s with failures and no page, %s failed, %.1f s, %.1f pages/s",
        ending().replaceAll("\\R", " "),
        CrawlPage.counted(statistics.visited(), "page", "pages"),
        statistics.relevant(),
        statistics.harvestRate(),
        estimated(),
        CrawlPage.counted(statistics.failed(), "URL", "URLs"),
        CrawlPage.counted(statistics.retries(), "failed request", "failed requests"),
        CrawlPage.counted(statistics.pending(), "URL", "URLs"),
        thisRun(),
        nearly(),
        CrawlPage.counted(silent, "host", "hosts"),
        CrawlPage.counted(failedSeeds.size(), "seed", "seeds"),
        statistics.elapsed().toNanos() / 1e9,
        statistics.pagesPerSecond());
  }
}
