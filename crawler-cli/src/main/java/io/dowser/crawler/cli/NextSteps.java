package io.dowser.crawler.cli;

import io.dowser.crawler.CrawlReport;
import java.util.List;
import java.util.function.Predicate;
import picocli.CommandLine.ParseResult;

/** Names the options with which a crawl of few pages would have found more. */
final class NextSteps {

  private record Step(String option, Predicate<CrawlReport> helps, String line) {}

  private static final List<Step> STEPS =
      List.of(
          new Step(
              "--follow-nofollow",
              has("link skipped: nofollow"),
              "To follow nofollow links of your own sites: dowser crawl --follow-nofollow"),
          new Step(
              "--include",
              has("link skipped: out of scope"),
              "To follow links out of the scope: dowser crawl --include PATTERN, or another"
                  + " --stay-on"),
          new Step(
              "--max-depth",
              has("link skipped: too deep"),
              "To follow more links in a row: dowser crawl --max-depth LINKS"),
          new Step(
              "--documents",
              has("fetch failed: content type"),
              "To read PDF, Office documents and EPUB: dowser crawl --documents"),
          new Step(
              "--allow-address",
              has("fetch failed: forbidden address"),
              "To crawl hosts of your own network: dowser crawl --allow-address HOST"),
          new Step(
              "--cookies",
              NextSteps::isInALoop,
              "To keep the cookies of your own sites: dowser crawl --cookies"));

  private NextSteps() {}

  private static Predicate<CrawlReport> has(String problem) {
    return report -> report.metrics().problems().containsKey(problem);
  }

  private static boolean isInALoop(CrawlReport report) {
    return report.failedSeeds().values().stream().anyMatch(why -> why.endsWith("require cookies"));
  }

  /** Returns a line for each option that would help and was not given. */
  static List<String> after(CrawlReport report, ParseResult given) {
    return STEPS.stream()
        .filter(step -> report.hasFewPages() && step.helps.test(report))
        .filter(step -> !given.hasMatchedOption(step.option))
        .map(Step::line)
        .toList();
  }
}
