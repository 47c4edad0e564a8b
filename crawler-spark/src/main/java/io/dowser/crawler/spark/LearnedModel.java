package io.dowser.crawler.spark;

import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.api.LearningScorer;
import io.dowser.crawler.api.Resumable;
import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.StateWriter;
import io.dowser.crawler.internal.pages.EarlierPages;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.Serializable;

/**
 * What was learned before a round: by a scorer, and of the visited pages. Immutable; {@link #state}
 * must not be changed.
 */
final class LearnedModel implements Serializable {

  private static final long serialVersionUID = 1;

  private final int round;
  private final byte[] state;
  private final byte[] pages;

  /**
   * Creates a model.
   *
   * @param round the round that begins with it
   * @param state as the scorer writes it; empty before it has learned, and of other scorers
   */
  LearnedModel(int round, byte[] state) {
    this(round, state, new byte[0]);
  }

  private LearnedModel(int round, byte[] state, byte[] pages) {
    this.round = round;
    this.state = state;
    this.pages = pages;
  }

  /** Returns a copy with the pages that were visited, see {@link RoundWorth#state}. */
  LearnedModel withPages(byte[] visited) {
    return new LearnedModel(round, state, visited);
  }

  static LearnedModel none(int round) {
    return new LearnedModel(round, new byte[0]);
  }

  static LearnedModel of(int round, LearningScorer scorer) {
    var bytes = new ByteArrayOutputStream();
    try {
      ((Resumable) scorer).save(StateWriter.to(bytes));
    } catch (IOException e) {
      throw new CrawlException("what the scorer has learned cannot be saved", e);
    }
    return new LearnedModel(round, bytes.toByteArray());
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
    try {
      earlier.restore(StateReader.from(new ByteArrayInputStream(pages)));
    } catch (IOException e) {
      throw new CrawlException("the visited pages cannot be restored", e);
    }
    return earlier;
  }

  /** Restores into a scorer what another one has learned. */
  void restore(LearningScorer scorer) {
    if (state.length == 0) {
      return;
    }
    try {
      ((Resumable) scorer).restore(StateReader.from(new ByteArrayInputStream(state)));
    } catch (IOException e) {
      throw new CrawlException("what the scorer has learned cannot be restored", e);
    }
  }
}
