package io.dowser.benchmarks;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.dowser.crawler.CrawlHistory;
import io.dowser.crawler.store.StoredVisit;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.SplittableRandom;

/**
 * A long crawl with a directory in a small heap, which is killed on the way: whether its cost grows
 * with the URLs that it knows, and whether something is lost.
 */
final class Soak {

  private static final long SEED = 1;
  private static final int AT_A_TIME = 10_000;
  private static final int VISITS_A_MILLISECOND = 3; // at most
  private static final double WARM_UP = 0.03; // share of the visits
  private static final String[] COLUMNS = {
    "known URLs", "visits", "pending", "pages/s", "MB of live heap", "MB on disk", "ms a commit"
  };

  private final SoakPlan plan;
  private final Report report;
  private final SplittableRandom random = new SplittableRandom(SEED);
  private final List<Span> spans = new ArrayList<>(); // of all processes
  private final GrowthChart chart = new GrowthChart();
  private final Path picture;

  /** Prepares a soak whose chart becomes a file. */
  Soak(SoakPlan plan, Path picture, Report report) {
    this.plan = plan;
    this.picture = picture;
    this.report = report;
  }

  /** The output of the crawl at one moment. */
  private record Look(
      long visited,
      long known,
      long pending,
      long heap,
      long nanos,
      long commits,
      long commitNanos) {

    static Look of(String line) {
      String[] words = line.split(" ", -1);
      long[] numbers = new long[words.length];
      for (int i = 1; i < words.length; i++) {
        numbers[i] = Long.parseLong(words[i]);
      }
      return new Look(
          numbers[1], numbers[2], numbers[3], numbers[4], numbers[5], numbers[6], numbers[7]);
    }

    double pagesPerSecond(Look before) {
      return (visited - before.visited) * 1e9 / (nanos - before.nanos);
    }

    double commitMillis(Look before) {
      return (commitNanos - before.commitNanos) / 1e6 / Math.max(1, commits - before.commits);
    }
  }

  /** The difference between two looks at one process. */
  private record Span(long from, long to, long nanos) {}

  /** Crawls, kills and continues until the end, and writes a row for each look. */
  void run() throws IOException, InterruptedException {
    report.heading("Soak");
    report.say(
        "%,d pages on %,d hosts, -Xmx%s, killed %d times with SIGKILL, seed %d",
        plan.web().pages(), plan.web().hosts(), plan.heap(), plan.kills(), SEED);
    report.columns(COLUMNS);
    try (var directory = new TemporaryDirectory()) {
      for (int kill = 0; kill < plan.kills(); kill++) {
        crawl(directory, 1 + random.nextInt(SoakPlan.LOOKS / (1 + plan.kills())));
      }
      String end = crawl(directory, Integer.MAX_VALUE);
      long start = System.nanoTime();
      crawl(directory, Integer.MAX_VALUE);
      double seconds = (System.nanoTime() - start) / 1e9;
      report.say("The crawl ended: %s. Opened again, with nothing to do, in %.1f s", end, seconds);
      double first = pagesPerSecond(WARM_UP, 0.1);
      double last = pagesPerSecond(0.9, 1);
      report.say(
          "Pages a second from %.0f to 10 %% of the visits %,.0f, in the last 10 %% %,.0f: %.2f",
          100 * WARM_UP, first, last, last / first);
      chart.write(picture);
      check(directory.path());
    }
  }

  /** Returns the rate of all spans within two shares of the visits, NaN if there is none. */
  private double pagesPerSecond(double from, double to) {
    List<Span> within =
        spans.stream()
            .filter(span -> span.from() >= from * plan.visits() && span.to() <= to * plan.visits())
            .toList();
    long visits = within.stream().mapToLong(span -> span.to() - span.from()).sum();
    return visits * 1e9 / within.stream().mapToLong(Span::nanos).sum();
  }

  /** Crawls until some moment after a number of whole steps, when it is killed, or the end. */
  private String crawl(TemporaryDirectory directory, int steps)
      throws IOException, InterruptedException {
    Process process = start(directory.path());
    String end = "killed";
    int done = 0;
    try (BufferedReader lines = process.inputReader(US_ASCII)) {
      List<Look> seen = new ArrayList<>();
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.startsWith("look ")) {
          seen.add(Look.of(line));
          row(seen, directory.bytes());
          done += seen.get(seen.size() - 1).visited() >= plan.step() ? 1 : 0;
        } else {
          end = line;
        }
        if (done == steps) {
          kill(process);
        }
      }
    }
    process.waitFor();
    return end;
  }

  /** Kills a process, whose output can be read to its end, while it is busy with the next step. */
  private void kill(Process process) throws InterruptedException {
    Thread.sleep(random.nextLong(plan.step() / VISITS_A_MILLISECOND + 1));
    process.toHandle().destroyForcibly();
  }

  private Process start(Path directory) throws IOException {
    List<String> arguments =
        List.of(
            "" + plan.web().pages(),
            "" + plan.web().hosts(),
            "" + plan.visits(),
            "" + plan.step(),
            directory.toString());
    return ChildJvm.start(List.of("-Xmx" + plan.heap()), "soak-crawl", arguments);
  }

  /** Writes the last look; rates are those since the one before, which a new process has not. */
  private void row(List<Look> seen, long bytes) {
    Look look = seen.get(seen.size() - 1);
    boolean isFirst = seen.size() == 1;
    Look before = seen.get(Math.max(0, seen.size() - 2));
    double rate = isFirst ? Double.NaN : look.pagesPerSecond(before);
    double commit = isFirst ? Double.NaN : look.commitMillis(before);
    if (!isFirst) {
      spans.add(new Span(before.visited(), look.visited(), look.nanos() - before.nanos()));
    }
    double heap = look.heap() / 1e6;
    double disk = bytes / 1e6;
    chart.add(new GrowthChart.Point(look.known(), rate, heap, disk, commit));
    report.row(
        Report.text("%,d", look.known()),
        Report.text("%,d", look.visited()),
        Report.text("%,d", look.pending()),
        isFirst ? "new process" : Report.text("%,.0f", rate),
        Report.text("%,.0f", heap),
        Report.text("%,.0f", disk),
        isFirst ? "" : Report.text("%.1f", commit));
  }

  private void check(Path crawl) {
    try (CrawlHistory history = CrawlHistory.open(crawl)) {
      var visited = new BitSet();
      long twice = visited(history, visited);
      List<String> problems = history.verify();
      report.say(
          "%,d pages visited, %,d of them twice; the store has %d problems %s",
          visited.cardinality(), twice, problems.size(), problems);
      if (plan.visits() > plan.web().pages()) {
        List<String> missing = missing(visited, history);
        report.say("%d pages that can be reached were not visited %s", missing.size(), missing);
      }
    }
  }

  /** Collects the pages that were visited and counts those that were more than once. */
  private static long visited(CrawlHistory history, BitSet visited) {
    long twice = 0;
    long next = 1;
    List<StoredVisit> visits = history.visits(next, next + AT_A_TIME);
    while (!visits.isEmpty()) {
      for (StoredVisit visit : visits) {
        int number = (int) SoakWeb.number(visit.page());
        if (visit.page().toString().indexOf('?') < 0) {
          twice += visited.get(number) ? 1 : 0;
          visited.set(number);
        }
      }
      next += visits.size();
      visits = history.visits(next, next + AT_A_TIME);
    }
    return twice;
  }

  /** Finds the ordinary pages that ordinary pages lead to and that were not visited, with why. */
  private List<String> missing(BitSet visited, CrawlHistory history) {
    SoakWeb web = plan.web();
    var reached = new BitSet();
    reached.set(0);
    var next = new ArrayList<>(List.of(0L));
    while (!next.isEmpty()) {
      for (long target : web.links(next.remove(next.size() - 1))) {
        if (!web.isHostile(target) && !reached.get((int) target)) {
          reached.set((int) target);
          next.add(target);
        }
      }
    }
    reached.andNot(visited);
    return reached.stream()
        .mapToObj(page -> web.url(page) + " " + history.whyNotFetched(web.url(page)))
        .toList();
  }
}
