package io.dowser.crawler.internal.engine;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.PluginKind;
import io.dowser.crawler.api.RelevanceJudge;
import io.dowser.crawler.api.RelevanceJudge.Answer;
import io.dowser.crawler.internal.plan.Threshold;
import io.dowser.crawler.internal.recovery.CrawlRecord;
import io.dowser.crawler.internal.store.AnswerRow;
import io.dowser.crawler.internal.watch.ConsecutiveFailures;
import io.dowser.crawler.internal.watch.Trouble;
import io.dowser.crawler.report.CrawlSnapshot.Agreement;
import io.dowser.crawler.text.TextAnalyzer;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Keeps the answers of people about pages, and teaches the judge. Confined to the engine thread.
 */
final class Answers {

  private static final int VISITS_BETWEEN = 20;
  private static final int MOST_JUDGED = 50;

  private final RelevanceJudge judge;
  private final Threshold threshold;
  private final TextAnalyzer textAnalyzer;
  private final CrawlRecord record;
  private final ConsecutiveFailures failures;
  private final InstantSource clock;
  private final Map<Long, AnswerRow> answers = new LinkedHashMap<>(); // by number of the URL
  private Optional<Agreement> agreement = Optional.empty();
  private long judged; // number of visits when answered pages were judged last

  Answers(
      RelevanceJudge judge,
      Threshold threshold,
      TextAnalyzer textAnalyzer,
      CrawlRecord record,
      ConsecutiveFailures failures,
      InstantSource clock) {
    this.judge = judge;
    this.threshold = threshold;
    this.textAnalyzer = textAnalyzer;
    this.record = record;
    this.failures = failures;
    this.clock = clock;
  }

  /** Teaches the answers of earlier runs. */
  void restore() {
    List<AnswerRow> rows = record.answers();
    rows.forEach(row -> answers.put(row.url(), row));
    if (!rows.isEmpty()) {
      teach(rows.get(0).page());
    }
  }

  /** Takes an answer, which replaces an earlier one about the page. */
  void add(AnswerRow row) {
    answers.remove(row.url()); // so that the last answer is the last one
    answers.put(row.url(), row);
    record.answered(row, clock.instant());
    teach(row.page());
  }

  /** Withdraws the answer about a page, if there is one. */
  void remove(AnswerRow row) {
    if (answers.remove(row.url()) != null) {
      record.withdrawn(row.url());
      teach(row.page());
    }
  }

  /**
   * Returns the agreement of the judge with the answers; empty without answers. A judge that has
   * learned also learns from the pages that it sees since, so answered pages are judged again.
   */
  Optional<Agreement> agreement(long visited) {
    if (!answers.isEmpty() && visited >= judged + VISITS_BETWEEN) {
      judged = visited;
      guarded(answers.values().iterator().next().page(), this::judge);
    }
    return agreement;
  }

  private void teach(CrawlUrl page) {
    List<Answer> all = answers.values().stream().map(AnswerRow::answer).toList();
    guarded(
        page,
        () -> {
          if (judge instanceof RelevanceJudge.Taught taught) {
            taught.answered(all);
          } else {
            threshold.calibrate(all);
          }
          judge();
        });
  }

  /** Judges answered pages; those of early answers are too many to be judged often. */
  private void judge() {
    List<AnswerRow> last = List.copyOf(answers.values());
    last = last.subList(Math.max(0, last.size() - MOST_JUDGED), last.size());
    int agreed = (int) last.stream().filter(this::agrees).count();
    agreement = last.isEmpty() ? Optional.empty() : Optional.of(new Agreement(last.size(), agreed));
  }

  private void guarded(CrawlUrl page, Runnable callOfJudge) {
    try {
      callOfJudge.run();
    } catch (RuntimeException e) {
      failures.report(page, List.of(Trouble.of(PluginKind.RELEVANCE_JUDGE, judge, e)));
    }
  }

  /**
   * Judges an answered page again if the judge has learned, since its relevance may have changed.
   */
  private boolean agrees(AnswerRow row) {
    Answer answer = row.answer();
    double relevance =
        judge instanceof RelevanceJudge.Taught
            ? judge.relevance(
                AnalyzedPage.builder(Candidate.seed(row.page(), 0))
                    .title(answer.title())
                    .text(answer.text())
                    .textAnalyzer(textAnalyzer)
                    .build()
                    .mainContent())
            : answer.relevance();
    return (relevance >= threshold.value()) == answer.relevant();
  }
}
