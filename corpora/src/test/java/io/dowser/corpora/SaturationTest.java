package io.dowser.corpora;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.dowser.corpora.CorpusFiles.Fields;
import io.dowser.crawler.CrawlReport;
import io.dowser.crawler.Crawler;
import io.dowser.crawler.Limits;
import io.dowser.crawler.Means;
import io.dowser.crawler.Politeness;
import io.dowser.crawler.Strategy;
import io.dowser.crawler.analysis.MixedScriptAnalyzer;
import io.dowser.crawler.api.CrawlEvent;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.Topic;
import io.dowser.crawler.api.Visit;
import io.dowser.crawler.robots.RobotsPolicy;
import io.dowser.crawler.text.TextAnalyzer;
import io.dowser.crawler.traps.TrapRules;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Compares estimates of the relevant pages within reach with the pages that a crawl to the end
 * finds, and writes the tables of docs/results/saturation.md to target/saturation.md and
 * target/saturation-questions.tsv. Takes minutes.
 */
@Tag("exhaustive")
class SaturationTest {

  private static final double[] PARTS = {0.02, 0.05, 0.1, 0.2, 0.5};
  private static final List<String> FRONTIERS = List.of("best-first", "breadth-first");
  private static final String WIKI = "http://wikispeedia.example/";

  /** A web with pages of interest; the method was chosen on some questions alone. */
  private record Question(
      String name, boolean chosen, ReplayWeb<Boolean> web, TextAnalyzer tokens, Topic topic) {}

  /** Estimates by name, as multiples of the relevant pages that there are. */
  private final Map<String, List<Map<String, Double>>> errors = new LinkedHashMap<>();

  private final Map<String, List<double[]>> stops = new LinkedHashMap<>();
  private final StringBuilder byQuestion =
      new StringBuilder(
          "question\tpages\trelevant\t2 %\t5 %\t10 %\t20 %\t50 %\trecall at the stop\n");

  @Test
  void estimateIsMostlyWithinAFactorOfTwoAfterATenthOfTheWebIfCrawledBestFirst()
      throws IOException {
    for (Question question : questions()) {
      for (String frontier : FRONTIERS) {
        measure(question, frontier);
      }
    }

    var tables = new StringBuilder();
    for (String half : List.of("chosen on", "reported")) {
      for (String frontier : FRONTIERS) {
        tables.append(table(half, frontier));
      }
    }
    Files.writeString(Path.of("target", "saturation.md"), tables, UTF_8);
    Files.writeString(Path.of("target", "saturation-questions.tsv"), byQuestion, UTF_8);
    double within = within(errorsAt("reported", "best-first", 0.1), "estimate");
    assertTrue(within > 0.6, () -> tables.toString());
  }

  private void measure(Question question, String frontier) {
    String half = question.chosen() ? "chosen on" : "reported";
    CrawlReport all = crawl(question, frontier, new InLinks(), Limits.builder().build());
    double pages = all.statistics().visited();
    double relevant = all.statistics().relevant();
    var row = new StringBuilder();
    for (double part : PARTS) {
      var links = new InLinks();
      long most = Math.max(1, (long) (part * pages));
      CrawlReport report =
          crawl(question, frontier, links, Limits.builder().maxPages(most).build());
      Map<String, Double> estimates = links.estimates();
      estimates.put("estimate", report.statistics().estimatedRelevant());
      estimates.replaceAll((name, estimate) -> estimate / relevant);
      row.append(String.format(Locale.ROOT, "\t%.2f", estimates.getOrDefault("estimate", 0.0)));
      errors.computeIfAbsent(key(half, frontier, part), key -> new ArrayList<>()).add(estimates);
    }
    CrawlReport stopped =
        crawl(question, frontier, new InLinks(), Limits.builder().stopWhenFound(0.9).build());
    if (frontier.equals("best-first")) {
      double recall = stopped.statistics().relevant() / relevant;
      byQuestion.append(
          String.format(
              Locale.ROOT,
              "%s, %s\t%.0f\t%.0f%s\t%.2f\n",
              question.name(),
              half,
              pages,
              relevant,
              row,
              recall));
    }
    stops
        .computeIfAbsent(half + frontier, key -> new ArrayList<>())
        .add(
            new double[] {
              stopped.statistics().relevant() / relevant, stopped.statistics().visited() / pages
            });
  }

  private static CrawlReport crawl(
      Question question, String frontier, InLinks links, Limits limits) {
    Map<CrawlUrl, Boolean> labels = question.web().labels();
    try (Crawler crawler =
        Crawler.builder()
            .seeds(question.web().seeds().stream().map(CrawlUrl::toString).toList())
            .topic(question.topic())
            .fetcher(question.web().fetcher())
            .strategy(
                Strategy.builder().textAnalyzer(question.tokens()).traps(TrapRules.NONE).build())
            .judge(page -> labels.getOrDefault(page.url(), false) ? 1 : 0)
            .frontier(frontier, Map.of())
            .politeness(
                Politeness.builder().delay(Duration.ZERO).robots(RobotsPolicy.IGNORE).build())
            .means(Means.builder().workers(1).build())
            .listener(
                event -> {
                  if (event instanceof CrawlEvent.Visited visited) {
                    links.visited(visited.visit());
                  }
                })
            .limits(limits)
            .build()) {
      return crawler.run().orThrow();
    }
  }

  /** The links from relevant pages, for estimates that others are compared with. */
  private static final class InLinks {

    private final Map<Long, Integer> counts = new HashMap<>();
    private final List<Set<Long>> halves = List.of(new HashSet<>(), new HashSet<>());
    private final Set<Long> found = new HashSet<>();

    void visited(Visit visit) {
      if (visit.relevant()) {
        found.add(visit.candidate().sequence());
        visit.outLinks().stream().forEach(target -> counts.merge(target, 1, Integer::sum));
        visit.outLinks().stream().forEach(target -> halves.get(found.size() % 2).add(target));
      }
    }

    Map<String, Double> estimates() {
      var estimates = new LinkedHashMap<String, Double>();
      estimates.put("found", (double) found.size());
      double once = foundWith(1);
      double twice = foundWith(2);
      estimates.put("Chao 1984", found.size() + once * (once - 1) / 2 / (twice + 1));
      long links = found.stream().mapToLong(page -> counts.getOrDefault(page, 0)).sum();
      estimates.put("Good 1953", found.size() / Math.max(0.01, 1 - once / Math.max(1, links)));
      Set<Long> both = new HashSet<>(halves.get(0));
      both.retainAll(halves.get(1));
      double pairs = (among(halves.get(0)) + 1.0) * (among(halves.get(1)) + 1);
      estimates.put("Chapman 1951", Math.max(found.size(), pairs / (among(both) + 1) - 1));
      return estimates;
    }

    private long foundWith(int links) {
      return found.stream().filter(page -> counts.getOrDefault(page, 0) == links).count();
    }

    private long among(Set<Long> pages) {
      return pages.stream().filter(found::contains).count();
    }
  }

  private List<Map<String, Double>> errorsAt(String half, String frontier, double part) {
    return errors.getOrDefault(key(half, frontier, part), List.of());
  }

  private static String key(String half, String frontier, double part) {
    return half + " " + frontier + " " + part;
  }

  private String table(String half, String frontier) {
    var text = new StringBuilder("\n### " + frontier + ", questions " + half + "\n\n|");
    Arrays.stream(PARTS)
        .forEach(part -> text.append(" | ").append(Math.round(part * 100)).append(" %"));
    text.append(" |\n|---|").append("---|".repeat(PARTS.length)).append("\n");
    for (String name : errorsAt(half, frontier, PARTS[0]).get(0).keySet()) {
      text.append("| ").append(name);
      for (double part : PARTS) {
        List<Map<String, Double>> all = errorsAt(half, frontier, part);
        double median = median(all.stream().map(each -> each.getOrDefault(name, 0.0)));
        text.append(
            String.format(Locale.ROOT, " | %.2f (%.0f %%)", median, 100 * within(all, name)));
      }
      text.append(" |\n");
    }
    List<double[]> ended = stops.getOrDefault(half + frontier, List.of());
    return text
        + String.format(
            Locale.ROOT,
            "\n`stopWhenFound(0.9)`, %d questions: recall %.2f (least %.2f) after %.2f of the web.\n",
            ended.size(),
            median(ended.stream().map(each -> each[0])),
            ended.stream().mapToDouble(each -> each[0]).min().orElseThrow(),
            median(ended.stream().map(each -> each[1])));
  }

  private static double within(List<Map<String, Double>> all, String name) {
    Predicate<Map<String, Double>> near =
        each -> Math.abs(Math.log(each.getOrDefault(name, 0.0))) <= Math.log(2);
    return (double) all.stream().filter(near).count() / all.size();
  }

  private static double median(Stream<Double> values) {
    List<Double> sorted = values.sorted().toList();
    return (sorted.get((sorted.size() - 1) / 2) + sorted.get(sorted.size() / 2)) / 2;
  }

  private static List<Question> questions() {
    var questions = new ArrayList<Question>();
    Wikispeedia wiki = Wikispeedia.read();
    wiki(questions, wiki, true, "Science.Physics.Space_Astronomy", "star planet moon galaxy comet");
    wiki(questions, wiki, true, "Music", "music song opera composer guitar piano jazz");
    wiki(questions, wiki, true, "Science.Chemistry", "element chemical compound acid metal atom");
    wiki(questions, wiki, true, "Design_and_Technology.Railway_transport", "railway train station");
    wiki(questions, wiki, true, "History.Military_History_and_War", "war battle army weapon navy");
    wiki(questions, wiki, false, "Everyday_life.Food_and_agriculture", "food fruit crop cheese");
    wiki(questions, wiki, false, "Mathematics", "mathematics number theorem geometry algebra");
    wiki(questions, wiki, false, "People.Writers_and_critics", "writer novelist author poet novel");
    wiki(
        questions,
        wiki,
        false,
        "Design_and_Technology.Architecture",
        "architecture building tower");
    wiki(questions, wiki, false, "Geography.Natural_Disasters", "earthquake hurricane storm flood");
    webKb(questions, true, "course", "course homework assignment syllabus lecture");
    webKb(questions, false, "faculty", "professor faculty research publications");
    webKb(questions, false, "student", "student phd graduate home");
    manuals(questions, true, "filter", "滤镜 模糊 渲染");
    manuals(questions, false, "layer", "图层 蒙版 透明度");
    return questions;
  }

  private static void wiki(
      List<Question> questions, Wikispeedia wiki, boolean chosen, String category, String terms) {
    var web = new ReplayWeb.Builder<Boolean>();
    wiki.links()
        .forEach(
            (name, targets) ->
                web.page(
                    WIKI + name,
                    wiki.categories().getOrDefault(name, List.of()).stream()
                        .anyMatch(each -> (each + ".").startsWith("subject." + category + ".")),
                    article(name, wiki.glosses().getOrDefault(name, ""), targets)));
    add(questions, category, chosen, web.build(List.of(WIKI + "United_Kingdom")), terms);
  }

  private static String article(String name, String gloss, List<String> targets) {
    var html = new StringBuilder("<title>" + Wikispeedia.title(name) + "</title>" + gloss);
    for (String target : targets) {
      html.append("<p><a href='/").append(target.replace("'", "%27")).append("'>");
      html.append(Wikispeedia.title(target)).append("</a>");
    }
    return html.toString();
  }

  private static void webKb(List<Question> questions, boolean chosen, String label, String terms) {
    add(questions, label, chosen, ReplayWeb.webKb(page -> page.get("label").equals(label)), terms);
  }

  private static void manuals(List<Question> questions, boolean chosen, String word, String terms) {
    Predicate<Fields> isAbout = page -> page.get("url").replaceAll(".*/", "").contains(word);
    List<String> seeds = List.of("https://docs.gimp.org/2.10/zh_CN/index.html");
    add(questions, word, chosen, ReplayWeb.manuals(seeds, isAbout::test), terms);
  }

  private static void add(
      List<Question> questions, String name, boolean chosen, ReplayWeb<Boolean> web, String terms) {
    TextAnalyzer tokens = new CachedTokens(MixedScriptAnalyzer.create());
    Topic topic = Topic.of(terms.split(" "));
    questions.add(new Question(name, chosen, web, tokens, topic));
  }
}
