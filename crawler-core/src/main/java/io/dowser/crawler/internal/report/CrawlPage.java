package io.dowser.crawler.internal.report;

import io.dowser.crawler.api.CrawlStatistics;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.internal.CrawlThreads;
import io.dowser.crawler.internal.OptionalLibrary;
import io.dowser.crawler.internal.report.BarChart.Bar;
import io.dowser.crawler.internal.report.LineChart.Line;
import io.dowser.crawler.internal.report.LineChart.Point;
import io.dowser.crawler.internal.report.LineChart.Series;
import io.dowser.crawler.report.CrawlMetrics;
import io.dowser.crawler.report.CrawlMetrics.Host;
import io.dowser.crawler.report.CrawlMetrics.Progress;
import io.dowser.crawler.report.CrawlMetrics.Step;
import io.dowser.crawler.report.CrawlSnapshot;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The page of one crawl: values, with which its script fills it, and details that need no script.
 * Immutable and thread-safe.
 */
public final class CrawlPage {

  private static final int MOST_HOSTS = 15;

  private static final Duration SHORT_WAIT = Duration.ofSeconds(3); // no reason to worry
  private static final int MOST_FAILING_HOSTS = 100;
  private static final double MILLION = 1e6;

  /** A weight and a term, as a topic is recorded. */
  private static final Pattern TERM = Pattern.compile("(\\d+\\.\\S+) (.*)");

  private static final String DATA = "{data}";
  private static final String DETAILS = "{details}";

  private final Kind kind;
  private final CrawlSnapshot crawl;
  private final String sentence;
  private final Map<CrawlUrl, String> failedSeeds;

  private CrawlPage(
      Kind kind, CrawlSnapshot crawl, String sentence, Map<CrawlUrl, String> failedSeeds) {
    OptionalLibrary.JACKSON.require();
    this.kind = kind;
    this.crawl = crawl;
    this.sentence = sentence;
    this.failedSeeds = failedSeeds;
  }

  /** The subject of a page. */
  private enum Kind {
    LIVE("Crawl", "start of this run", "seconds since the start"),
    RUN("Crawl report", "start of this run", "seconds since the start"),
    DIRECTORY(
        "Crawl report", "first visit", "seconds of all runs, without the breaks between them");

    private final String title;
    private final String start;
    private final String time;

    Kind(String title, String start, String time) {
      this.title = title;
      this.start = start;
      this.time = time;
    }
  }

  /**
   * Creates the page of a crawl that has ended.
   *
   * @param ending the reason why the crawl ended, in words
   * @param failedSeeds the seeds that gave no page, each with the reason
   */
  public static CrawlPage of(
      CrawlSnapshot crawl, String ending, Map<CrawlUrl, String> failedSeeds) {
    return new CrawlPage(Kind.RUN, crawl, ending, failedSeeds);
  }

  /** Creates the page of all runs that the directory has. */
  public static CrawlPage stored(
      CrawlSnapshot crawl, String state, Map<CrawlUrl, String> failedSeeds) {
    return new CrawlPage(Kind.DIRECTORY, crawl, state, failedSeeds);
  }

  /** Creates the page of a running crawl. */
  public static CrawlPage live(CrawlSnapshot crawl) {
    String state =
        switch (crawl.state()) {
          case STARTING -> "The crawl starts: it logs in, or reads what its directory has.";
          case RUNNING -> running(crawl);
          case PAUSED -> "The crawl is paused.";
          case IDLE -> "Nothing is pending; the crawl waits for seeds.";
          case ENDED -> "The crawl has ended.";
        };
    return new CrawlPage(Kind.LIVE, crawl, state, Map.of());
  }

  /** Returns what a running crawl does; one that waits for a while does not look as if it hung. */
  private static String running(CrawlSnapshot crawl) {
    Duration wait = crawl.statistics().stall().nextDue().orElse(Duration.ZERO);
    if (crawl.statistics().inFlight() > 0 || wait.compareTo(SHORT_WAIT) < 0) {
      return "The crawl runs.";
    }
    String host =
        crawl.hosts().size() == 1 ? crawl.hosts().get(0).name() : "a host, see the tab Hosts";
    return "The crawl waits " + wait.toSeconds() + " s for " + host + ".";
  }

  /** Returns the style of the page. */
  public static String style() {
    return HtmlReport.style() + HtmlReport.resource("crawl.css");
  }

  /** Returns the script of the page. */
  public static String script() {
    return HtmlReport.script() + HtmlReport.resource("crawl.js");
  }

  /** Returns the description of the operations of a server, as OpenAPI 3.1. */
  public static String openApi() {
    return HtmlReport.resource("openapi.json");
  }

  /** Returns the body of a page that a server fills. */
  public static String body() {
    return HtmlReport.resource("crawl.html").replace(DATA, "").replace(DETAILS, "");
  }

  /** Returns whether the crawl visited pages before this run. */
  public boolean isResumed() {
    return kind == Kind.LIVE && seen() < crawl.statistics().visited();
  }

  /** Returns the number of visits that the metrics are of. */
  private long seen() {
    return crawl.metrics().depths().stream().mapToLong(Long::longValue).sum();
  }

  /**
   * Returns what the page of a resumed crawl shows of all its runs.
   *
   * @param directory the metrics of them in its directory, possibly none, up to some seconds old
   */
  public Map<String, Object> json(CrawlMetrics directory) {
    var all =
        new CrawlSnapshot(
            crawl.name(),
            crawl.state(),
            crawl.statistics(),
            RunsTogether.of(crawl.metrics(), directory),
            crawl.hosts(),
            crawl.next());
    return new CrawlPage(kind, all, sentence, failedSeeds).json();
  }

  /** Returns what the page shows, without results, as values for {@link Json}. */
  public Map<String, Object> json() {
    Map<String, Object> json = CrawlJson.of(crawl, sentence);
    json.put(
        "failedSeeds",
        failedSeeds.entrySet().stream()
            .map(seed -> Map.of("url", seed.getKey().toString(), "reason", seed.getValue()))
            .toList());
    return json;
  }

  /** Returns the results that the crawl remembers without a directory. */
  public Map<String, Object> results() {
    return CrawlJson.results(crawl);
  }

  /**
   * Writes the page as one file, which needs neither network nor other files.
   *
   * @param results as a server returns them
   * @param pages the response of a server for each of them, by number of the visit
   */
  public void write(Path file, Map<String, Object> results, Map<Long, Object> pages)
      throws IOException {
    Map<String, Object> data = json();
    data.put("results", results);
    data.put("pages", pages);
    String body = HtmlReport.resource("crawl.html");
    int first = body.indexOf(DETAILS);
    int second = body.indexOf(DATA); // by places, since texts of pages may look like these
    HtmlReport.write(
        HtmlReport.head(title(), style(), script())
            + body.substring(0, first)
            + details()
            + body.substring(first + DETAILS.length(), second)
            + Json.of(data)
            + body.substring(second + DATA.length())
            + "<script>"
            + script()
            + "</script>\n</body>\n</html>\n",
        file);
  }

  private String title() {
    return kind.title + new CrawlThreads(crawl.name()).between(": ", "");
  }

  /** Returns tables and charts of what the page does not show otherwise, as HTML. */
  public String details() {
    HtmlReport report = HtmlReport.titled(title());
    CrawlMetrics metrics = crawl.metrics();
    report
        .paragraph(sentence)
        .table(about(crawl, kind))
        .table(totals(crawl.statistics(), crawl.metrics(), kind));
    long seen = seen();
    if (seen < crawl.statistics().visited()) {
      report.paragraph(
          "This crawl went on where an earlier one had stopped. The totals are of all its pages;"
              + " what follows is of the "
              + counted(seen, "page", "pages")
              + " visited since then.");
    }
    if (seen > 0) {
      report.section("Harvest").chart(harvest(metrics)).chart(speed(metrics, kind));
      WeightCurves.add(report, metrics);
      report.section("Hosts").chart(hosts(metrics));
      if (kind != Kind.DIRECTORY) {
        report.table(slowest(metrics));
      }
      report.section("Depth").chart(depths(metrics));
    }
    ExtractTables.add(report, metrics);
    ChangeTables.add(report, metrics);
    report.section("What was not fetched or not queued");
    if (kind == Kind.DIRECTORY) {
      report.paragraph(
          "A URL counts once, with its last reason; repeated requests and slowed hosts count apart.");
    }
    problems(report, failedSeeds, metrics);
    failingHosts(metrics).ifPresent(report::table);
    paths(report, metrics);
    if (!metrics.settings().isEmpty()) {
      report.section("Settings").table(settings(metrics.settings()));
    }
    return report.toContent();
  }

  private static Table about(CrawlSnapshot crawl, Kind kind) {
    Map<String, String> settings = crawl.metrics().settings();
    var rows = new ArrayList<List<String>>();
    rows.add(List.of("name", crawl.name()));
    for (String setting : List.of("topic", "seeds", "judge", "scorer", "frontier")) {
      if (settings.containsKey(setting)) {
        rows.add(List.of(setting, words(setting, settings.get(setting))));
      }
    }
    if (crawl.metrics().started().isAfter(Instant.EPOCH)) {
      rows.add(List.of(kind.start, Times.seconds(crawl.metrics().started())));
    }
    String version = CrawlPage.class.getPackage().getImplementationVersion();
    rows.add(List.of("made by", "Dowser " + (version == null ? "without a version" : version)));
    return new Table("About", List.of("what", "value"), rows);
  }

  /** Returns a recorded setting in words, the terms of the topic without weights of 1. */
  private static String words(String name, String value) {
    return value
        .strip()
        .lines()
        .map(line -> name.equals("topic") ? term(line) : line)
        .collect(Collectors.joining(", "));
  }

  private static String term(String line) {
    Matcher term = TERM.matcher(line);
    if (!term.matches()) {
      return line;
    }
    return term.group(1).equals("1.0")
        ? term.group(2)
        : term.group(2) + " (weight " + term.group(1) + ")";
  }

  private static Table settings(Map<String, String> settings) {
    List<List<String>> rows =
        settings.entrySet().stream()
            .map(setting -> List.of(setting.getKey(), words(setting.getKey(), setting.getValue())))
            .toList();
    return new Table("All settings that are recorded", List.of("setting", "value"), rows);
  }

  private static void paths(HtmlReport report, CrawlMetrics metrics) {
    if (!metrics.paths().isEmpty()) {
      report.section("Crawl paths");
      report.paragraph(
          "From a seed to a relevant page; the longest among the first visits. With each page the"
              + " link that led there: its text, what it was worth, and the parts of that if they"
              + " are kept.");
      metrics.paths().forEach(path -> report.table(path(path)));
    }
  }

  private static Table totals(CrawlStatistics statistics, CrawlMetrics metrics, Kind kind) {
    boolean ofRun = kind != Kind.DIRECTORY; // the tables of a directory do not have the others
    var rows = new ArrayList<List<String>>();
    rows.add(List.of("pages visited", whole(statistics.visited())));
    rows.add(List.of("relevant pages", whole(statistics.relevant())));
    new TreeMap<>(statistics.irrelevant())
        .forEach((reason, pages) -> rows.add(List.of("not judged: " + reason, whole(pages))));
    rows.add(List.of("pages just below the threshold", whole(metrics.nearlyRelevant())));
    if (ofRun) {
      String estimate = whole(Math.round(statistics.estimatedRelevant()));
      rows.add(List.of("relevant pages within reach, estimated", estimate));
    }
    rows.add(List.of("harvest rate", share(statistics.harvestRate())));
    rows.add(List.of("URLs given up", whole(statistics.failed())));
    if (ofRun) {
      rows.add(List.of("failed requests made again", whole(statistics.retries())));
      rows.add(List.of("redirects", whole(statistics.redirects())));
    }
    RecheckText.of(statistics)
        .ifPresent(found -> rows.add(List.of("visited pages rechecked in this run", found)));
    rows.add(List.of("URLs known", whole(statistics.known())));
    rows.add(List.of("pending URLs", whole(statistics.pending())));
    rows.add(List.of("megabytes", number(statistics.bytes() / MILLION)));
    if (ofRun) {
      rows.add(List.of("seconds of this run", number(seconds(statistics.elapsed().toNanos()))));
      rows.add(List.of("pages a second in this run", number(statistics.pagesPerSecond())));
    }
    return new Table("Totals", List.of("metric", "value"), rows);
  }

  private static LineChart harvest(CrawlMetrics metrics) {
    List<Point> rate =
        points(metrics, Progress::visited, at -> (double) at.relevant() / at.visited());
    List<Point> windowed = points(metrics, Progress::visited, Progress::windowedHarvestRate);
    return new LineChart(
        "Share of relevant pages",
        "pages visited",
        "harvest rate",
        List.of(
            new Series("since the start", Line.PLAIN, rate),
            new Series("last hundred pages", Line.REFERENCE, windowed)));
  }

  private static LineChart speed(CrawlMetrics metrics, Kind kind) {
    ToDoubleFunction<Progress> time = at -> seconds(at.elapsed().toNanos());
    return new LineChart(
        "Pages over time",
        kind.time,
        "pages",
        List.of(
            new Series("relevant pages", Line.PLAIN, points(metrics, time, Progress::relevant)),
            new Series("all pages", Line.REFERENCE, points(metrics, time, Progress::visited))));
  }

  private static List<Point> points(
      CrawlMetrics metrics, ToDoubleFunction<Progress> x, ToDoubleFunction<Progress> y) {
    return metrics.progress().stream()
        .map(at -> Point.of(x.applyAsDouble(at), y.applyAsDouble(at)))
        .toList();
  }

  private static BarChart hosts(CrawlMetrics metrics) {
    List<Bar> bars =
        metrics.hosts().stream()
            .filter(host -> host.visited() > 0)
            .limit(MOST_HOSTS)
            .map(host -> new Bar(name(host) + " (" + host.relevant() + ")", host.visited()))
            .toList();
    return new BarChart("Pages by host, relevant ones in brackets", "pages visited", bars);
  }

  private static Table slowest(CrawlMetrics metrics) {
    List<List<String>> rows =
        metrics.hosts().stream()
            .filter(host -> host.visited() > 0)
            .sorted(Comparator.comparing(Host::meanFetch).reversed())
            .limit(MOST_HOSTS)
            .map(
                host ->
                    List.of(
                        name(host),
                        number(host.meanFetch().toNanos() / MILLION),
                        whole(host.visited()),
                        whole(host.relevant()),
                        whole(host.failed())))
            .toList();
    return new Table(
        "Slowest hosts", List.of("host", "ms a fetch", "visited", "relevant", "failures"), rows);
  }

  /** Lays out the hosts with a failed fetch. */
  public static Optional<Table> failingHosts(CrawlMetrics metrics) {
    List<Host> failing = metrics.failingHosts();
    if (failing.isEmpty()) {
      return Optional.empty();
    }
    List<List<String>> rows =
        failing.stream().limit(MOST_FAILING_HOSTS).map(CrawlPage::failing).toList();
    String count = rows.size() < failing.size() ? "the first " + rows.size() + " of " : "";
    return Optional.of(
        new Table(
            "Failing hosts (" + count + whole(failing.size()) + ")",
            List.of("host", "failures", "last failure", "visited"),
            rows));
  }

  private static List<String> failing(Host host) {
    return List.of(name(host), whole(host.failed()), host.lastFailure(), whole(host.visited()));
  }

  static String name(Host host) {
    return host.name().isEmpty() ? "other hosts" : host.name();
  }

  private static BarChart depths(CrawlMetrics metrics) {
    var bars = new ArrayList<Bar>();
    for (int depth = 0; depth < metrics.depths().size(); depth++) {
      bars.add(new Bar(depth == 0 ? "seeds" : "depth " + depth, metrics.depths().get(depth)));
    }
    return new BarChart("Pages by links from the nearest seed", "pages visited", bars);
  }

  private static void problems(
      HtmlReport report, Map<CrawlUrl, String> failedSeeds, CrawlMetrics metrics) {
    if (metrics.problems().isEmpty()) {
      report.paragraph("Nothing.");
    } else {
      List<Bar> bars =
          metrics.problems().entrySet().stream()
              .map(problem -> new Bar(problem.getKey(), problem.getValue()))
              .toList();
      report.chart(new BarChart("By reason", "times", bars));
    }
    if (!failedSeeds.isEmpty()) {
      List<List<String>> rows =
          failedSeeds.entrySet().stream()
              .map(seed -> List.of(seed.getKey().toString(), seed.getValue()))
              .toList();
      report.table(new Table("Seeds that gave no page", List.of("seed", "reason"), rows));
    }
  }

  private static Table path(List<Step> path) {
    boolean explained = path.stream().anyMatch(step -> step.explanation().isPresent());
    List<String> header = List.of("visit", "link", "score", "relevance", "page");
    String end = path.get(path.size() - 1).url();
    return new Table(
        end,
        explained ? with(header, "parts of the score") : header,
        path.stream()
            .map(
                step ->
                    explained ? with(step(step), ScoreParts.of(step.explanation())) : step(step))
            .toList());
  }

  private static List<String> step(Step step) {
    boolean seed = Double.isInfinite(step.score());
    return List.of(
        whole(step.number()),
        seed ? "seed" : step.anchor(),
        seed ? "\u2013" : number(step.score()),
        share(step.relevance()),
        step.url());
  }

  private static List<String> with(List<String> texts, String last) {
    return Stream.concat(texts.stream(), Stream.of(last)).toList();
  }

  private static double seconds(long nanos) {
    return nanos / 1e9;
  }

  /** Returns a number with its noun, such as {@code 1 page} or {@code 2,000 pages}. */
  public static String counted(long number, String one, String many) {
    return whole(number) + " " + (number == 1 ? one : many);
  }

  static String whole(long value) {
    return String.format(Locale.ROOT, "%,d", value);
  }

  private static String share(double value) {
    return String.format(Locale.ROOT, "%.3f", value);
  }

  static String number(double value) {
    return String.format(Locale.ROOT, "%.4g", value);
  }
}
