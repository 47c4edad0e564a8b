package io.dowser.benchmarks;

import io.dowser.benchmarks.ChangingWeb.Rates;
import io.dowser.benchmarks.ChangingWeb.Relevance;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.LongStream;

/**
 * Compares the freshness of stored pages under the policies of a recrawl, with equal budgets of
 * checks.
 */
final class RecrawlComparison {

  /** Quantile 0.975 of Student's distribution with nine degrees of freedom, for ten seeds. */
  private static final double STUDENT = 2.262;

  private static final List<ChangingWeb> CHOSEN_ON =
      List.of(
          new ChangingWeb("log-normal rates, 10 %", Rates.LOG_NORMAL, Relevance.SKEWED, 0.1),
          new ChangingWeb("classes of rates, 3 %", Rates.CLASSES, Relevance.SKEWED, 0.03));

  private static final List<ChangingWeb> REPORTED =
      List.of(
          new ChangingWeb("gamma rates, equal relevance, 10 %", Rates.GAMMA, Relevance.EQUAL, 0.1),
          new ChangingWeb("gamma rates, 10 %", Rates.GAMMA, Relevance.SKEWED, 0.1),
          new ChangingWeb("gamma rates, 2 %", Rates.GAMMA, Relevance.SKEWED, 0.02),
          new ChangingWeb("wide rates, 10 %", Rates.WIDE, Relevance.SKEWED, 0.1),
          new ChangingWeb(
              "wide rates, relevance like rate, 10 %", Rates.WIDE, Relevance.LIKE_RATE, 0.1));

  private final RecrawlPlan plan;
  private final Report report;

  RecrawlComparison(RecrawlPlan plan, Report report) {
    this.plan = plan;
    this.report = report;
  }

  void run() {
    report.heading("Recrawl: settings, on the webs they were chosen on");
    CHOSEN_ON.forEach(web -> compare(web, RevisitContender.variants(), 1));
    report.heading("Recrawl: policies, on other webs");
    REPORTED.forEach(web -> compare(web, RevisitContender.policies(), 101));
  }

  private void compare(ChangingWeb web, List<RevisitContender> contenders, long firstSeed) {
    List<Long> seeds = LongStream.range(firstSeed, firstSeed + plan.seeds()).boxed().toList();
    report.say("Web: %s of the pages checked a day.", web.name());
    report.columns(
        "policy",
        Report.text("fresh, days 1 to %d", plan.early()),
        Report.text("fresh, days %d to %d", plan.early() + 1, plan.days()),
        "age in days, the same days",
        "checks, share");
    contenders.forEach(contender -> row(web, contender, seeds));
    List<Double> best = seeds.stream().map(seed -> optimum(web, seed)).toList();
    report.row("optimum", "", mean(best, Double::doubleValue, 3), "", "1.00");
  }

  private void row(ChangingWeb web, RevisitContender contender, List<Long> seeds) {
    List<RecrawlRun> runs = seeds.stream().map(seed -> run(web, contender, seed)).toList();
    double used = runs.stream().mapToDouble(RecrawlRun::used).average().orElseThrow();
    report.row(
        contender.name(),
        mean(runs, RecrawlRun::early, 3),
        mean(runs, RecrawlRun::late, 3),
        mean(runs, RecrawlRun::age, 1),
        Report.text("%.2f", used));
  }

  private RecrawlRun run(ChangingWeb web, RevisitContender contender, long seed) {
    List<ChangingPage> pages = web.pages(plan.pages(), seed);
    return RecrawlRun.of(pages, contender.policy().apply(pages), budget(web), plan);
  }

  private double optimum(ChangingWeb web, long seed) {
    List<ChangingPage> pages = web.pages(plan.pages(), seed);
    double[] rates = pages.stream().mapToDouble(ChangingPage::rate).toArray();
    double[] weights = pages.stream().mapToDouble(page -> page.checks().relevance()).toArray();
    return BestFrequencies.of(rates, weights, budget(web)).freshness();
  }

  private int budget(ChangingWeb web) {
    return (int) Math.ceil(web.budget() * plan.pages());
  }

  /** Formats a mean with half the width of its 95 % interval. */
  private static <T> String mean(List<T> runs, ToDoubleFunction<T> metric, int digits) {
    double[] values = runs.stream().mapToDouble(metric).toArray();
    double mean = 0;
    for (double value : values) {
      mean += value / values.length;
    }
    double variance = 0;
    for (double value : values) {
      variance += (value - mean) * (value - mean) / (values.length - 1);
    }
    double half = STUDENT * Math.sqrt(variance / values.length);
    return Report.text(digits == 1 ? "%.1f ± %.1f" : "%.3f ± %.3f", mean, half);
  }
}
