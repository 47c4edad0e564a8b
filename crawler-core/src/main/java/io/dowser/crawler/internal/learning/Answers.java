package io.dowser.crawler.internal.learning;

import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.PluginKind;
import io.dowser.crawler.api.RelevanceJudge;
import io.dowser.crawler.api.RelevanceJudge.Answer;
import io.dowser.crawler.internal.plan.CrawlPlan;
import io.dowser.crawler.internal.plan.Threshold;
import io.dowser.crawler.internal.recovery.CrawlRecord;
import io.dowser.crawler.internal.store.AnswerRow;
import io.dowser.crawler.internal.watch.ConsecutiveFailures;
import io.dowser.crawler.internal.watch.PluginFailure;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Keeps the answers of people about pages, teaches the judge, and lets it judge visited pages
 * again. Confined to the engine thread.
 */
public final class Answers {

  private final RelevanceJudge judge;
  private final Threshold threshold;
  private final CrawlRecord record;
  private final ConsecutiveFailures failures;
  private final InstantSource clock;
  private final Rejudging rejudging;
  private final Map<Long, Answer> answers = new LinkedHashMap<>(); // by number of the URL

  public Answers(
      RelevanceJudge judge,
      Threshold threshold,
      CrawlRecord record,
      ConsecutiveFailures failures,
      InstantSource clock,
      Rejudging rejudging) {
    this.judge = judge;
    this.threshold = threshold;
    this.record = record;
    this.failures = failures;
    this.clock = clock;
    this.rejudging = rejudging;
  }

  /** Teaches the answers of earlier runs. */
  public void restore() {
    List<AnswerRow> rows = record.answers();
    rows.forEach(row -> answers.put(row.url(), row.answer()));
    rejudging.requestIfOwed(answers);
    if (!rows.isEmpty() || !rejudging.isDone()) {
      teach(rows.stream().findFirst().map(AnswerRow::page));
    }
  }

  /** Takes an answer, which replaces an earlier one about the page. */
  public void add(AnswerRow row) {
    answers.remove(row.url()); // so that the last answer is the last one
    answers.put(row.url(), row.answer());
    record.answered(row, clock.instant());
    teachAndRejudge(row.page());
  }

  /** Withdraws the answer about a page, if there is one. */
  public void remove(AnswerRow row) {
    if (answers.remove(row.url()) != null) {
      record.withdrawn(row.url());
      teachAndRejudge(row.page());
    }
  }

  private void teachAndRejudge(CrawlUrl page) {
    teach(Optional.of(page));
    rejudging.request(answers);
  }

  /**
   * Teaches all answers.
   *
   * @param page named by a failure of the judge; without one it ends the crawl
   */
  private void teach(Optional<CrawlUrl> page) {
    List<Answer> all = List.copyOf(answers.values());
    if (judge instanceof RelevanceJudge.Taught taught) {
      try {
        taught.answered(all);
      } catch (RuntimeException e) {
        CrawlUrl of = page.orElseThrow(() -> e);
        failures.report(of, List.of(PluginFailure.of(PluginKind.RELEVANCE_JUDGE, judge, e)));
      }
    } else {
      threshold.calibrate(all);
      record.changed(Map.of(CrawlPlan.THRESHOLD, Double.toString(threshold.value())));
    }
  }
}
