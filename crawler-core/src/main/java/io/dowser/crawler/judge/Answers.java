package io.dowser.crawler.judge;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.text.TermCounts;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.function.BiConsumer;
import java.util.function.Function;

/** Asks whether pages are relevant, and keeps the open questions. Confined to the engine thread. */
final class Answers {

  private final int most;
  private final Function<AnalyzedPage, ? extends Future<Boolean>> relevant;
  private final List<Question> open = new ArrayList<>();
  private int asked;

  private BiConsumer<String, Boolean> listener = (text, isRelevant) -> {};

  private record Question(TermCounts page, String text, Future<Boolean> answer) {}

  Answers(int most, Function<AnalyzedPage, ? extends Future<Boolean>> relevant) {
    this.most = most;
    this.relevant = relevant;
  }

  void onAnswer(BiConsumer<String, Boolean> only) {
    listener = only;
  }

  void ask(AnalyzedPage page, TermCounts counts) {
    if (asked < most) {
      asked++;
      open.add(new Question(counts, page.text(), relevant.apply(page)));
    }
  }

  /** Passes on the answers that have arrived, and returns whether there were any. */
  boolean takeTo(VisitedPages pages) {
    boolean any = false;
    for (Iterator<Question> questions = open.iterator(); questions.hasNext(); ) {
      Question question = questions.next();
      if (question.answer().isDone()) {
        questions.remove();
        take(question, pages);
        any = true;
      }
    }
    return any;
  }

  private void take(Question question, VisitedPages pages) {
    if (question.answer().isCancelled()) {
      return;
    }
    try {
      boolean isRelevant = question.answer().get();
      pages.know(question.page(), isRelevant);
      listener.accept(question.text(), isRelevant);
    } catch (ExecutionException | CancellationException e) {
      throw new IllegalStateException("a question about a page has failed", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // does not happen: the future is complete
    }
  }

  int asked() {
    return asked;
  }

  /** Restores the number of questions; those that were open are lost. */
  void restore(int questions) {
    asked = questions;
    open.clear();
  }
}
