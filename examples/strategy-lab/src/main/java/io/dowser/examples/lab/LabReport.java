package io.dowser.examples.lab;

import io.dowser.crawler.report.HtmlReport;
import io.dowser.crawler.report.Table;
import java.util.ArrayList;
import java.util.List;

/** Lays out a study as one page for people. */
final class LabReport {

  private final StudyResult result;

  LabReport(StudyResult result) {
    this.result = result;
  }

  HtmlReport html(List<String> examples) {
    var curves = new Curves(result);
    HtmlReport.Builder report = HtmlReport.titled("Strategies side by side");
    introduction().forEach(report::paragraph);
    troubles().forEach(report::paragraph);
    report.section("Curves").chart(curves.recall()).chart(curves.harvest());
    report.chart(curves.windowed());
    report.section("Figures").paragraph(reading());
    new Tables(result).all().forEach(report::table);
    if (!examples.isEmpty()) {
      report.section("Where strategies differ most");
      report.paragraph(
          "Relevant pages that one strategy fetched early and another late or never, in the first"
              + " run: the number of the visit, the text of the link and its score.");
      examples.forEach(report::lines);
    }
    report.section("How this was made").lines(result.study().command());
    report.table(questions()).table(strategies()).paragraph(protocol());
    return report.build();
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
              + " pages that the seeds lead to are relevant. Each strategy fetched "
              + result.budget()
              + " pages, "
              + result.study().runs()
              + " times.");
      if (!question.independent()) {
        paragraphs.add(
            "Beware: for \u201c"
                + question.name()
                + "\u201d the judge looks for the same words that"
                + " guide the strategies. This measures how well they find pages with these words;"
                + " labels of people are a better judge.");
      }
    }
    return paragraphs;
  }

  private List<String> troubles() {
    var troubles = new ArrayList<String>();
    result.leftOut().forEach((name, why) -> troubles.add("Left out: " + name + ": " + why));
    result.runs().values().stream()
        .flatMap(List::stream)
        .map(RunMeasures::run)
        .filter(run -> !run.trouble().isEmpty())
        .map(run -> "Trouble: " + run.strategy() + ", run " + run.run() + ": " + run.trouble())
        .distinct()
        .forEach(troubles::add);
    return troubles;
  }

  static String reading() {
    return "Mean of all runs, each the mean over the questions, \u00b1 half of the 95 % interval by Student\u2019s t; without one, all runs"
        + " gave the same. The oracle knows which pages are relevant and takes them greedily, random"
        + " takes any waiting link: between these two ends a strategy can show what it is worth.";
  }

  static String protocol() {
    return "One judge for all, the same seeds, one page at a time. In each run the links of each page"
        + " come in another order, the same for all strategies, because strategies that break ties by"
        + " the order of links swing with it. Every page that was downloaded counts; links that lead"
        + " out of the archive are not there. Runs of equal number are compared pair by pair.";
  }

  Table questions() {
    List<List<String>> rows = new ArrayList<>();
    for (Question question : result.study().questions()) {
      String seeds = question.seeds().size() + ": " + question.seeds().get(0);
      String topic = question.topic().map(words -> String.join(", ", words.terms())).orElse("none");
      String judge = question.independent() ? "labels" : "topic words";
      rows.add(List.of(question.name(), topic, judge, seeds));
    }
    return new Table("Questions", List.of("question", "topic", "judge", "seeds"), rows);
  }

  Table strategies() {
    List<List<String>> rows =
        result.strategies().stream()
            .map(strategy -> List.of(strategy.name(), strategy.settings()))
            .toList();
    return new Table("Strategies", List.of("strategy", "settings"), rows);
  }
}
