package io.dowser.crawler.shark;

import static java.util.Locale.ROOT;
import static java.util.Objects.requireNonNull;

import io.dowser.corpora.CachedTokens;
import io.dowser.corpora.ReplayWeb;
import io.dowser.crawler.analysis.HanNormalizer;
import io.dowser.crawler.analysis.MixedScriptAnalyzer;
import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlContext;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.Frontier;
import io.dowser.crawler.api.LinkScorer;
import io.dowser.crawler.api.PageAnalyzer;
import io.dowser.crawler.api.PluginRegistry;
import io.dowser.crawler.api.Settings;
import io.dowser.crawler.api.Topic;
import io.dowser.crawler.html.HtmlPageAnalyzer;
import io.dowser.crawler.testkit.CrawlFixtures;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.LongFunction;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * Measures the claim of the paper, that in-links and two queues are ahead of plain Shark-search and
 * of breadth-first search, with a gap that grows with the pages, on three replayed webs.
 *
 * <p>The judge is the label of a page in its corpus. Relevant pages found are counted after this
 * many pages fetched; the mean of several orders of links, and in how many of them each strategy
 * found more than plain Shark-search.
 */
final class SharkComparison {

  private static final String COLUMNS =
      "topic\tpages\trelevant\tfitted upper limit\tfitted lower limit\tstrategy\tfetched\tafter"
          + "\tfound\tdeviation\torders above Shark-search 1998";

  /**
   * Prints docs/results/data/liu2009.tsv.
   *
   * @param arguments the number of orders, by default 3, and the beginning of the names of the
   *     experiments to run, by default all
   */
  public static void main(String[] arguments) {
    int orders = arguments.length == 0 ? 3 : Integer.parseInt(arguments[0]);
    var out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    out.println(COLUMNS);
    var comparison = new SharkComparison();
    String only = arguments.length > 1 ? arguments[1] : "";
    for (Experiment experiment : comparison.experiments()) {
      if (!experiment.name().startsWith(only)) {
        continue;
      }
      out.print(comparison.run(experiment, orders).toTsv());
    }
  }

  private static final Topic RAILWAYS =
      Topic.of("rail", "railway", "railways", "train", "trains", "locomotive", "station");
  private static final int SAMPLES = 20;
  static final String BASELINE = "Shark-search 1998";

  private final CachedTokens tokens = new CachedTokens(MixedScriptAnalyzer.create());
  private final PageAnalyzer analyzer = HtmlPageAnalyzer.create().withTextAnalyzer(tokens);

  /** A topic on a web, which is created for each order of links. */
  record Experiment(
      String name,
      Topic topic,
      Predicate<String> judge,
      LongFunction<ReplayWeb<String>> web,
      List<Integer> budgets) {

    /** The same with the smaller budgets only. */
    Experiment within(int most) {
      List<Integer> fewer = budgets.stream().filter(budget -> budget <= most).toList();
      return new Experiment(name, topic, judge, web, fewer);
    }
  }

  /** A scorer with a frontier. */
  record Strategy(String name, Supplier<LinkScorer> scorer, Supplier<Frontier> frontier) {}

  /** Relevant pages found, by strategy, order of links and budget. */
  record Result(
      String name,
      int pages,
      int relevant,
      SharkThresholds calibrated,
      List<Integer> budgets,
      Map<String, List<List<Integer>>> found,
      Map<String, List<Integer>> fetched) {

    /** The mean number of relevant pages that a strategy found. */
    double mean(String strategy, int budget) {
      return mean(found(strategy, budget));
    }

    private List<Integer> found(String strategy, int budget) {
      return orders(strategy).stream().map(order -> order.get(budget)).toList();
    }

    private static double mean(List<Integer> numbers) {
      return numbers.stream().mapToInt(number -> number).average().orElse(0);
    }

    private static double deviation(List<Integer> numbers) {
      double mean = mean(numbers);
      return Math.sqrt(
          numbers.stream().mapToDouble(each -> (each - mean) * (each - mean)).average().orElse(0));
    }

    /** In how many orders a strategy found more than the baseline. */
    long wins(String strategy, int budget) {
      List<List<Integer>> own = orders(strategy);
      List<List<Integer>> baseline = orders(BASELINE);
      return IntStream.range(0, own.size())
          .filter(order -> own.get(order).get(budget) > baseline.get(order).get(budget))
          .count();
    }

    private List<List<Integer>> orders(String strategy) {
      return requireNonNull(found.get(strategy), strategy);
    }

    /** Returns a line for each strategy and budget, with {@link #COLUMNS}. */
    String toTsv() {
      var text = new StringBuilder();
      for (String strategy : found.keySet()) {
        for (int i = 0; i < budgets.size(); i++) {
          List<Integer> numbers = found(strategy, i);
          text.append(
              String.format(
                  ROOT,
                  "%s\t%d\t%d\t%.3f\t%.3f\t%s\t%.0f\t%d\t%.1f\t%.1f\t%d%n",
                  name,
                  pages,
                  relevant,
                  calibrated.upperLimit(),
                  calibrated.lowerLimit(),
                  strategy,
                  mean(requireNonNull(fetched.get(strategy), strategy)),
                  budgets.get(i),
                  mean(numbers),
                  deviation(numbers),
                  wins(strategy, i)));
        }
      }
      return text.toString();
    }
  }

  List<Experiment> experiments() {
    ReplayWeb<String> webkb = ReplayWeb.webKb(page -> page.get("label"));
    ReplayWeb<String> zhDocs = Corpora.zhDocs();
    List<Integer> small = List.of(50, 100, 200, 400, 800);
    List<Integer> large = List.of(100, 200, 400, 800, 1600);
    return List.of(
        new Experiment(
            "webkb: course pages",
            Topic.of("course", "courses", "homework", "lecture", "syllabus", "exam"),
            label -> label.equals("course"),
            seed -> webkb,
            small),
        new Experiment(
            "webkb: student pages",
            Topic.of("student", "graduate student", "my advisor", "resume", "hobbies", "friends"),
            label -> label.equals("student"),
            seed -> webkb,
            small),
        new Experiment(
            "webkb: faculty pages",
            Topic.of("professor", "associate professor", "publications", "research interests"),
            label -> label.equals("faculty"),
            seed -> webkb,
            small),
        new Experiment(
            "zh-docs: layers",
            Topic.of("图层", "layer", "layers"),
            label -> label.equals("gimp-layer") || label.equals("layer-mode"),
            seed -> zhDocs,
            small),
        new Experiment(
            "zh-docs: filters",
            Topic.of("滤镜", "filter", "filters"),
            label -> label.matches("gimp-filter|plug-in|script-fu|python-fu"),
            seed -> zhDocs,
            small),
        new Experiment(
            "wikispeedia: railways, from United_Kingdom",
            RAILWAYS,
            label -> label.contains("Railway_transport"),
            seed -> Corpora.wikispeedia(seed, "United_Kingdom"),
            large),
        new Experiment(
            "wikispeedia: railways, from Train",
            RAILWAYS,
            label -> label.contains("Railway_transport"),
            seed -> Corpora.wikispeedia(seed, "Train"),
            large),
        new Experiment(
            "wikispeedia: biology, from Biology",
            Topic.of(
                "species",
                "bird",
                "birds",
                "mammal",
                "animal",
                "animals",
                "plant",
                "dinosaur",
                "fish",
                "genus",
                "biology",
                "organism"),
            label -> label.contains("Science.Biology"),
            seed -> Corpora.wikispeedia(seed, "Biology"),
            large),
        new Experiment(
            "wikispeedia: weather, from Weather",
            Topic.of("hurricane", "tropical", "storm", "cyclone", "weather", "climate", "flood"),
            label ->
                label.contains("Storms")
                    || label.contains("Climate_and_the_Weather")
                    || label.contains("Natural_Disasters"),
            seed -> Corpora.wikispeedia(seed, "Weather"),
            large));
  }

  Result run(Experiment experiment, int orders) {
    Map<String, List<List<Integer>>> found = new LinkedHashMap<>();
    Map<String, List<Integer>> fetched = new LinkedHashMap<>();
    CrawlContext context = CrawlContext.about(experiment.topic(), HanNormalizer.create(), tokens);
    List<Map<String, String>> calibrated = new ArrayList<>();
    int reachable = 0;
    int pages = 0;
    for (long order = 1; order <= orders; order++) {
      ReplayWeb<String> web = experiment.web().apply(order);
      calibrated.add(calibrate(context, experiment, web, order));
      for (Strategy strategy : strategies(context, calibrated.get(calibrated.size() - 1))) {
        boolean breadthFirst = strategy.name().equals("breadth-first"); // goes to the end
        int budget = breadthFirst ? Integer.MAX_VALUE : Collections.max(experiment.budgets());
        List<CrawlUrl> visited =
            new ReplayCrawl(
                    web, analyzer, strategy.scorer().get(), strategy.frontier().get(), order)
                .run(budget);
        if (breadthFirst) {
          pages = visited.size();
          reachable = found(web, visited, experiment, pages);
        }
        found
            .computeIfAbsent(strategy.name(), name -> new ArrayList<>())
            .add(
                experiment.budgets().stream()
                    .map(most -> found(web, visited, experiment, most))
                    .toList());
        fetched
            .computeIfAbsent(strategy.name(), name -> new ArrayList<>())
            .add(Math.min(visited.size(), Collections.max(experiment.budgets())));
      }
    }
    return new Result(
        experiment.name(),
        pages,
        reachable,
        SharkThresholds.of(Settings.of(calibrated.get(0))),
        experiment.budgets(),
        found,
        fetched);
  }

  private static int found(
      ReplayWeb<String> web, List<CrawlUrl> visited, Experiment experiment, int most) {
    return (int)
        visited.stream().limit(most).filter(url -> isRelevant(web, url, experiment)).count();
  }

  private static boolean isRelevant(ReplayWeb<String> web, CrawlUrl url, Experiment experiment) {
    return experiment.judge().test(web.labels().getOrDefault(url, ""));
  }

  /** Some relevant pages, as an expert would give them; on webkb those of other universities. */
  private Map<String, String> calibrate(
      CrawlContext context, Experiment experiment, ReplayWeb<String> web, long order) {
    List<AnalyzedPage> samples = new ArrayList<>();
    if (experiment.name().startsWith("webkb")) {
      String label = experiment.name().replaceAll("webkb: (\\w+) pages", "$1");
      CrawlUrl url = web.seeds().get(0);
      for (String html : Corpora.webkbSamples(label, SAMPLES)) {
        samples.add(analyzer.analyze(CrawlFixtures.fetched(url, html), Candidate.seed(url, 0)));
      }
    } else {
      List<CrawlUrl> relevant =
          new ArrayList<>(
              web.urls().stream().filter(url -> isRelevant(web, url, experiment)).toList());
      Collections.shuffle(relevant, new Random(order));
      for (CrawlUrl url : relevant.subList(0, Math.min(SAMPLES, relevant.size()))) {
        samples.add(analyzer.analyze(web.fetch(url), Candidate.seed(url, 0)));
      }
    }
    return SharkScorer.of(Settings.none(), context).thresholds(samples);
  }

  private static List<Strategy> strategies(CrawlContext context, Map<String, String> fitted) {
    Map<String, String> wordsOnly = Map.of("vocabulary", "topic-only");
    Map<String, String> paperOnly = Map.of("profile", "paper");
    String lowerLimit = fitted.get("lowerLimit");
    Supplier<LinkScorer> paper = scorer(context, paperOnly);
    Supplier<LinkScorer> paperWords =
        scorer(context, Map.of("profile", "paper", "vocabulary", "topic-only"));
    Supplier<LinkScorer> recommended = scorer(context, Map.of());
    Supplier<LinkScorer> fittedScorer = scorer(context, Map.of("lowerLimit", lowerLimit));
    Supplier<LinkScorer> seedsOfXi =
        scorer(context, Map.of("lowerLimit", lowerLimit, "seedInherited", "" + SharkScorer.XI));
    String all = "" + Integer.MAX_VALUE;
    Supplier<Frontier> bestFirst = () -> frontier("best-first");
    return List.of(
        new Strategy("breadth-first", recommended, () -> frontier("breadth-first")),
        new Strategy(
            "Fish-search without bounds",
            scorer(context, Map.of("mode", "fish", "width", all, "depth", all)),
            bestFirst),
        new Strategy("Fish-search", scorer(context, Map.of("mode", "fish")), bestFirst),
        new Strategy(BASELINE, scorer(context, Map.of("mode", "original")), bestFirst),
        new Strategy(
            "Shark-search 1998, depth 2",
            scorer(context, Map.of("mode", "original", "depth", "2")),
            bestFirst),
        new Strategy("Liu's scorer alone, PAPER", paper, bestFirst),
        new Strategy("Liu's scorer alone, RECOMMENDED", recommended, bestFirst),
        new Strategy("Liu's scorer alone, RECOMMENDED, fitted", fittedScorer, bestFirst),
        new Strategy("Liu, PAPER", paper, frontier(context, paperOnly, Map.of())),
        new Strategy("Liu, PAPER, fitted", paper, frontier(context, paperOnly, fitted)),
        new Strategy("Liu, RECOMMENDED", recommended, frontier(context, Map.of(), Map.of())),
        new Strategy("Liu, RECOMMENDED, fitted", fittedScorer, frontier(context, Map.of(), fitted)),
        new Strategy("the same, seeds inherit xi", seedsOfXi, frontier(context, Map.of(), fitted)),
        new Strategy(
            "Liu, RECOMMENDED, fitted, h / largest h",
            fittedScorer,
            frontier(context, Map.of("linkShare", "largest-count"), fitted)),
        new Strategy(
            "Shark-search 1998, key words only",
            scorer(context, Map.of("mode", "original", "vocabulary", "topic-only")),
            bestFirst),
        new Strategy("Liu's scorer alone, PAPER, key words only", paperWords, bestFirst),
        new Strategy(
            "Liu, PAPER, key words only", paperWords, frontier(context, paperOnly, Map.of())),
        new Strategy(
            "Liu, RECOMMENDED, key words only",
            scorer(context, wordsOnly),
            frontier(context, Map.of(), Map.of())));
  }

  private static Supplier<LinkScorer> scorer(CrawlContext context, Map<String, String> settings) {
    return () -> new SharkScorer.Provider().create(Settings.of(settings), context);
  }

  private static Supplier<Frontier> frontier(
      CrawlContext context, Map<String, String> settings, Map<String, String> thresholds) {
    var all = new HashMap<>(settings);
    all.putAll(thresholds);
    return () -> SharkFrontier.of(Settings.of(all), context);
  }

  private static Frontier frontier(String name) {
    return PluginRegistry.frontiers(SharkComparison.class.getClassLoader())
        .create(name, Settings.none(), CrawlContext.builder().build());
  }
}
