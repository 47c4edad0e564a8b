package io.dowser.benchmarks;

import io.dowser.crawler.api.RevisitPolicy;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * The results of a year of checks of one web under one policy. All values except the checks are
 * weighted by relevance.
 *
 * @param early share of the time in which a page was fresh, in the first days
 * @param late the same in all other days
 * @param age days since a stored version became stale, 0 while it is fresh; mean of the other days
 * @param used checks, as a share of the budget
 */
record RecrawlRun(double early, double late, double age, double used) {

  /** Simulates one cycle of checks a day: the due pages with the highest priorities. */
  static RecrawlRun of(
      List<ChangingPage> pages, RevisitPolicy policy, int budget, RecrawlPlan plan) {
    pages.forEach(page -> page.begin(policy));
    long checks = cycles(pages, policy, budget, 1, plan.early());
    double early = mean(pages, ChangingPage::takeFreshTime) / plan.early();
    mean(pages, ChangingPage::takeAgeTime); // that of the first days
    checks += cycles(pages, policy, budget, plan.early() + 1, plan.days());
    double days = plan.days() - plan.early();
    return new RecrawlRun(
        early,
        mean(pages, ChangingPage::takeFreshTime) / days,
        mean(pages, ChangingPage::takeAgeTime) / days,
        (double) checks / budget / plan.days());
  }

  private static long cycles(
      List<ChangingPage> pages, RevisitPolicy policy, int budget, int from, int to) {
    long checks = 0;
    for (int day = from; day <= to; day++) {
      List<ChangingPage> chosen = chosen(pages, policy, budget, ChangingPage.time(day));
      for (ChangingPage page : chosen) {
        page.check(day, policy);
      }
      checks += chosen.size();
    }
    pages.forEach(page -> page.settle(to));
    return checks;
  }

  private static List<ChangingPage> chosen(
      List<ChangingPage> pages, RevisitPolicy policy, int budget, Instant now) {
    return pages.stream()
        .filter(page -> page.isDue(now))
        .map(page -> new Due(page, policy.priority(page.checks(), now)))
        .sorted(Comparator.comparingDouble(Due::priority).reversed())
        .limit(budget)
        .map(Due::page)
        .toList();
  }

  private static double mean(List<ChangingPage> pages, ToDoubleFunction<ChangingPage> metric) {
    double sum = 0;
    double all = 0;
    for (ChangingPage page : pages) {
      sum += page.checks().relevance() * metric.applyAsDouble(page);
      all += page.checks().relevance();
    }
    return sum / all;
  }

  /** A page that is due, with its priority at that moment. */
  private record Due(ChangingPage page, double priority) {}
}
