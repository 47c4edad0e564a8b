package io.dowser.crawler.spark;

import io.dowser.crawler.api.LearningScorer;
import io.dowser.crawler.api.RelevanceJudge.Answer;
import io.dowser.crawler.api.Resumable;
import io.dowser.crawler.internal.pages.EarlierPages;
import io.dowser.crawler.internal.recovery.StateBytes;
import java.io.Serializable;
import java.util.List;
import org.apache.spark.sql.Row;

/**
 * The state of the scorer, the visited pages and the answers of people before a round. Immutable;
 * {@code state} must not be changed.
 *
 * @param round the round that begins with it
 * @param state as the scorer writes it; empty before it has learned, and of other scorers
 * @param visited the visited pages, see {@link RoundWorth#state}
 * @param given the answers, see {@link RoundAnswers#now}
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record LearnedModel(int round, byte[] state, byte[] visited, List<Row> given)
    implements Serializable {

  /** Creates a model without visited pages and answers. */
  LearnedModel(int round, byte[] state) {
    this(round, state, new byte[0], List.of());
  }

  /** Returns a copy with what all tasks of the round need. */
  LearnedModel with(byte[] pages, List<Row> answers) {
    return new LearnedModel(round, state, pages, List.copyOf(answers));
  }

  static LearnedModel none(int round) {
    return new LearnedModel(round, new byte[0]);
  }

  static LearnedModel of(int round, LearningScorer scorer) {
    return new LearnedModel(round, StateBytes.of((Resumable) scorer));
  }

  /** Returns the answers of people that hold in the round. */
  List<Answer> answers() {
    return RoundAnswers.of(given);
  }

  /** Returns the pages that were visited before the round. */
  EarlierPages pages() {
    var earlier = new EarlierPages();
    StateBytes.restore(earlier, visited);
    return earlier;
  }

  /** Restores into a scorer what another one has learned. */
  void restore(LearningScorer scorer) {
    if (state.length > 0) {
      StateBytes.restore((Resumable) scorer, state);
    }
  }
}
