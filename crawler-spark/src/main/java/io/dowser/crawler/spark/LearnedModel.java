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
 * The state of the scorer and the visited pages before a round. Immutable; {@link #state} must not
 * be changed.
 */
final class LearnedModel implements Serializable {

  private static final long serialVersionUID = 1;

  private final int round;
  private final byte[] state;
  private final byte[] pages;
  private final List<Row> answers;

  /**
   * Creates a model.
   *
   * @param round the round that begins with it
   * @param state as the scorer writes it; empty before it has learned, and of other scorers
   */
  LearnedModel(int round, byte[] state) {
    this(round, state, new byte[0], List.of());
  }

  private LearnedModel(int round, byte[] state, byte[] pages, List<Row> answers) {
    this.round = round;
    this.state = state;
    this.pages = pages;
    this.answers = answers;
  }

  /**
   * Returns a copy with what all tasks of the round need.
   *
   * @param visited the visited pages, see {@link RoundWorth#state}
   * @param given the answers, see {@link RoundAnswers#now}
   */
  LearnedModel with(byte[] visited, List<Row> given) {
    return new LearnedModel(round, state, visited, List.copyOf(given));
  }

  /** Returns the answers of people that hold in the round. */
  List<Answer> answers() {
    return RoundAnswers.of(answers);
  }

  static LearnedModel none(int round) {
    return new LearnedModel(round, new byte[0]);
  }

  static LearnedModel of(int round, LearningScorer scorer) {
    return new LearnedModel(round, StateBytes.of((Resumable) scorer));
  }

  int round() {
    return round;
  }

  byte[] state() {
    return state;
  }

  /** Returns the pages that were visited before the round. */
  EarlierPages pages() {
    var earlier = new EarlierPages();
    StateBytes.restore(earlier, pages);
    return earlier;
  }

  /** Restores into a scorer what another one has learned. */
  void restore(LearningScorer scorer) {
    if (state.length > 0) {
      StateBytes.restore((Resumable) scorer, state);
    }
  }
}
