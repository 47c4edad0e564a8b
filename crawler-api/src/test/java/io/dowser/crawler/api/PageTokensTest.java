package io.dowser.crawler.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.text.TermCounts;
import io.dowser.crawler.text.TextAnalyzer;
import io.dowser.crawler.text.Tokens;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class PageTokensTest {

  private static final int THREADS = 8;

  private final AtomicInteger calls = new AtomicInteger();

  @Test
  void tokensAreMadeOnceForAllWhoAsk() {
    AnalyzedPage page = page(this::analyze);
    Link link = page.links().get(0);
    assertThat(calls).as("calls of the analyzer before anybody asks").hasValue(0);

    Tokens tokens = page.tokens();

    assertThat(page.tokens()).isSameAs(tokens);
    assertThat(page.terms().total()).isEqualTo(tokens.size());
    assertThat(page.anchorTerms(link).total()).isEqualTo(2);
    assertThat(page.contextTerms(link, AnalyzedPage.CONTEXT_TOKENS).total()).isEqualTo(3);
    assertThat(page.withRelevance(0.5, true).tokens()).isSameAs(tokens);
    assertThat(page.withLinks(List.of()).terms()).isEqualTo(page.terms());
    assertThat(calls).as("calls of the analyzer").hasValue(1);
  }

  @Test
  void countsOfALinkAreMadeOnceForAllWhoAsk() {
    AnalyzedPage page = page(this::analyze);
    AnalyzedPage judged = page.withRelevance(0.5, true);
    Link link = page.links().get(0);

    assertThat(judged.anchorTerms(link)).isSameAs(page.anchorTerms(link));
    TermCounts context = page.contextTerms(link, AnalyzedPage.CONTEXT_TOKENS);
    assertThat(context.total()).isEqualTo(3);
    assertThat(page.contextTerms(link, 1).total()).isEqualTo(2);
    assertThat(page.contextTerms(link, 1)).isSameAs(judged.contextTerms(link, 1));
    assertThat(judged.contextTerms(link, AnalyzedPage.CONTEXT_TOKENS))
        .as("after another width")
        .isSameAs(context);
  }

  @Test
  void termsThatAreAskedForFirstMakeTheTokensOfAll() {
    AnalyzedPage page = page(this::analyze);

    page.terms();
    page.withRelevance(0.5, true).terms();
    page.tokens();

    assertThat(calls).as("calls of the analyzer").hasValue(1);
  }

  @Test
  void threadsThatAskAtTheSameTimeGetTheSameTokens() throws Exception {
    List<Thread> threads = new ArrayList<>();
    AnalyzedPage page =
        page(
            (text, sink) -> {
              analyze(text, sink);
              awaitTheOthers(threads);
            });
    List<FutureTask<Tokens>> tasks = new ArrayList<>();
    for (int i = 0; i < THREADS; i++) {
      var task = new FutureTask<>(page::tokens);
      tasks.add(task);
      threads.add(new Thread(task, "page-tokens-" + i));
    }
    threads.forEach(Thread::start);

    for (FutureTask<Tokens> task : tasks) {
      assertThat(task.get()).isSameAs(tasks.get(0).get());
    }
    assertThat(calls).as("calls of the analyzer").hasValue(1);
  }

  /** Holds the one that makes the tokens until all others wait for it, or make some as well. */
  private void awaitTheOthers(List<Thread> threads) {
    while (calls.get() == 1 && !threads.stream().allMatch(PageTokensTest::isThisOrPending)) {
      Thread.onSpinWait();
    }
  }

  private static boolean isThisOrPending(Thread thread) {
    return thread == Thread.currentThread()
        || thread.getState() == Thread.State.BLOCKED
        || thread.getState() == Thread.State.WAITING;
  }

  private void analyze(String text, TextAnalyzer.TermSink sink) {
    calls.incrementAndGet();
    TextAnalyzer.PLAIN.analyze(text, sink);
  }

  private static AnalyzedPage page(TextAnalyzer analyzer) {
    return AnalyzedPage.builder(Candidate.seed(CrawlUrl.of("http://tides.example/"), 0))
        .textAnalyzer(analyzer)
        .text("see the ")
        .link(CrawlUrl.of("http://tides.example/high"), "high tide")
        .text(" today")
        .build();
  }
}
