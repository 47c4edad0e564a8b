package io.dowser.crawler.lab;

import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.internal.report.HtmlReport;
import io.dowser.crawler.internal.report.Table;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Lays out a study as one page for people. */
final class LabReport {

  private static final int SEEDS_SHOWN = 20;

  private final List<StudyResult> results;
  private final StudyResult result; // what all have in common is the same in the first one

  /** Describes the results of a study, one for each guide. */
  LabReport(List<StudyResult> results) {
    this.results = results;
    this.result = results.get(0);
  }

  HtmlReport html(List<Table> examples) {
    HtmlReport report = HtmlReport.titled("Strategies side by side");
    introduction().forEach(report::paragraph);
    problems().forEach(report::paragraph);
    report.section("How to read this").paragraph(reading());
    overview().forEach(report::table);
    for (StudyResult one : results) {
      var curves = new Curves(one);
      report.section("Strategies " + one.guide().title());
      new Verdict(one).text().ifPresent(report::paragraph);
      curves.all().forEach(report::chart);
      unmoved(one).map(line -> line + " The tables omit them.").ifPresent(report::paragraph);
      tables(one).forEach(report::table);
    }
    if (!examples.isEmpty()) {
      report.section("Where strategies differ most");
      report.paragraph(
          "Relevant pages that one strategy fetched early and another late or never, each with the"
              + " way that both took from a seed, in the first run "
              + result.guide().title()
              + ": the place of a page in the order of visits, the text of the link that led there,"
              + " and what the link scored. Scores of different strategies are on different"
              + " scales.");
      examples.forEach(report::table);
    }
    report.section("How this was made").lines(result.study().command());
    report.table(questions()).table(strategies());
    lessons().forEach(report::paragraph);
    report.paragraph(protocol()).paragraph(surroundings());
    return report;
  }

  /**
   * Returns the tables of a guide; after the first guide, only of strategies whose results changed.
   */
  List<Table> tables(StudyResult one) {
    StudyResult shown = isFirst(one) ? one : one.differingFrom(result);
    return shown.strategies().isEmpty() ? List.of() : new Tables(shown).all();
  }

  private boolean isFirst(StudyResult one) {
    return one.guide().equals(result.guide());
  }

  /**
   * Returns the names of the strategies whose results do not depend on a guide, if there are any.
   */
  Optional<String> unmoved(StudyResult one) {
    var same = new ArrayList<>(one.strategies().stream().map(Strategy::name).toList());
    one.differingFrom(result).strategies().forEach(moved -> same.remove(moved.name()));
    return isFirst(one) || same.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "These strategies, "
                + one.guide().title()
                + ", fetched the same pages in the same order as "
                + result.guide().title()
                + ": "
                + String.join(", ", same)
                + ".");
  }

  /** Returns a table that compares the guides, if there are several. */
  List<Table> overview() {
    return results.size() > 1 ? List.of(Tables.sideBySide(results)) : List.of();
  }

  /**
   * Returns the tables of a summary: harvest and recall, and the differences to the baseline under
   * the first guide.
   */
  List<Table> summary() {
    var tables = new Tables(result);
    Table found = results.size() > 1 ? Tables.sideBySide(results) : tables.harvests();
    return List.of(found, tables.mainDifferences());
  }

  List<String> introduction() {
    var paragraphs = new ArrayList<String>();
    for (int i = 0; i < result.censuses().size(); i++) {
      Census census = result.censuses().get(i);
      Question question = result.study().questions().get(i);
      paragraphs.add(
          question.name()
              + ": "
              + census.relevantPages()
              + " of the "
              + census.size()
              + " pages that can be reached from the seeds are relevant. Each strategy fetched "
              + result.budget()
              + " pages in each of "
              + result.study().runs()
              + " runs."
              + locality(census.locality())
              + agreements(census));
    }
    paragraphs.addAll(warnings());
    return paragraphs;
  }

  private static String locality(Census.Locality locality) {
    return String.format(
        Locale.ROOT,
        " Share of links that lead to relevant pages: %.3f on relevant pages, %.3f on others.",
        locality.ofRelevant(),
        locality.ofOthers());
  }

  /**
   * Returns the quality of the guides as judges; labels that guide agree with those that measure.
   */
  private String agreements(Census census) {
    return result.study().guides().stream()
        .filter(guide -> !guide.equals(Guide.LABELS))
        .map(guide -> agreement(guide, census.agreement(guide)))
        .collect(Collectors.joining());
  }

  private static String agreement(Guide guide, Census.Agreement agreement) {
    return String.format(
        Locale.ROOT,
        " The guide %s judges %d pages relevant: precision %.2f, recall %.2f.",
        guide.name(),
        agreement.taken(),
        agreement.precision(),
        agreement.recall());
  }

  /** Returns warnings about the limits of the metrics. */
  List<String> warnings() {
    var paragraphs = new ArrayList<String>();
    if (result.study().questions().stream().anyMatch(question -> !question.independent())) {
      paragraphs.add(
          "Beware: the words that guide the strategies also measure what they found. This shows how"
              + " well they find pages with these words; give labels of people to measure by.");
    }
    missingSeeds().ifPresent(paragraphs::add);
    if (result.censuses().stream().anyMatch(census -> census.size() <= result.budget())) {
      paragraphs.add(
          "Beware: a run fetches all pages of a web, so all strategies end alike. Look at the way"
              + " there, or give a smaller --budget.");
    }
    if (result.study().runs() < Study.FEWEST_RUNS) {
      paragraphs.add(
          "Beware: with fewer than "
              + Study.FEWEST_RUNS
              + " runs a strategy, differences may be an accident of the order of links.");
    }
    return paragraphs;
  }

  private Optional<String> missingSeeds() {
    var missing = new TreeSet<CrawlUrl>();
    for (int i = 0; i < result.censuses().size(); i++) {
      Web web = result.censuses().get(i).web();
      result.study().questions().get(i).seeds().stream()
          .filter(seed -> web.number(seed).isEmpty())
          .forEach(missing::add);
    }
    return missing.isEmpty()
        ? Optional.empty()
        : Optional.of("Beware: the archive has no page at these seeds: " + missing);
  }

  /** Returns the strategies that could not run, with the reasons. */
  List<String> leftOut() {
    var lines = new LinkedHashSet<String>();
    for (StudyResult one : results) {
      one.leftOut().forEach((name, why) -> lines.add("Left out: " + name + ": " + why));
    }
    return List.copyOf(lines);
  }

  private List<String> problems() {
    var problems = new ArrayList<String>();
    problems.addAll(leftOut());
    results.stream()
        .flatMap(one -> one.runs().values().stream())
        .flatMap(List::stream)
        .map(RunMeasures::run)
        .filter(run -> !run.problem().isEmpty())
        .map(run -> "Problem: " + run.strategy() + ", run " + run.run() + ": " + run.problem())
        .distinct()
        .forEach(problems::add);
    return problems;
  }

  static String reading() {
    return "A value is the mean of all runs, each averaged over the questions, \u00b1 half of the"
        + " 95 % interval by Student\u2019s t; a value without an interval is the same in all runs."
        + " The scale has two ends: random takes any pending link, and the oracle knows the"
        + " relevant pages and fetches them greedily. DP fetched counts all fetched pages, LP the"
        + " relevant ones. DP paper counts as Liu 2023 does, without seeds and without pages whose"
        + " similarity to the topic\u2019s words is below 0.2, which raises the accuracy.";
  }

  String protocol() {
    String nofollow =
        result.study().everyLink()
            ? "and links with nofollow, ugc or sponsored are followed."
            : "and links with nofollow, ugc or sponsored are dropped, as in a crawl"
                + " (--ignore-nofollow follows them).";
    return "All strategies start at the same seeds, are measured by the same judge and see the"
        + " relevance of a page through the guide only. In each run the links of each page are"
        + " shuffled, in the same way for all strategies, because the order of links breaks ties."
        + " Runs of equal number are compared as pairs. Every fetched page counts. Links that lead"
        + " out of the archive are dropped, robots.txt is not fetched, "
        + nofollow;
  }

  Table questions() {
    List<List<String>> rows = new ArrayList<>();
    for (Question question : result.study().questions()) {
      String seeds = seeds(question);
      String topic = question.topic().map(words -> String.join(", ", words.terms())).orElse("none");
      String judge = question.independent() ? "labels" : "topic words";
      rows.add(List.of(question.name(), topic, judge, seeds));
    }
    return new Table("Questions", List.of("question", "topic", "measured by", "seeds"), rows);
  }

  private static String seeds(Question question) {
    List<CrawlUrl> all = question.seeds();
    String shown =
        all.stream().limit(SEEDS_SHOWN).map(CrawlUrl::toString).collect(Collectors.joining(" "));
    int more = all.size() - SEEDS_SHOWN;
    return more > 0 ? shown + " and " + more + " more" : shown;
  }

  List<String> lessons() {
    return result.study().lessons().stream().map(lesson -> lesson + ".").toList();
  }

  /** Returns the environment on which metrics of time depend. */
  String surroundings() {
    Runtime runtime = Runtime.getRuntime();
    return String.format(
        Locale.ROOT,
        "Run n has the random seed n, for the order of links and for strategies that draw. CPU time"
            + " was measured with Java %s on %d processors, %d runs at a time; the first runs"
            + " include the warm-up of the JVM.",
        Runtime.version(),
        runtime.availableProcessors(),
        result.jobs());
  }

  Table strategies() {
    List<List<String>> rows =
        result.strategies().stream()
            .map(strategy -> List.of(strategy.name(), strategy.settings()))
            .toList();
    return new Table("Strategies", List.of("strategy", "settings"), rows);
  }
}
