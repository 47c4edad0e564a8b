package io.dowser.crawler.internal.store;

import io.dowser.crawler.api.Candidate;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** The states of visited pages that may be rechecked, by the numbers of their URLs. */
public interface PageStates extends AutoCloseable {

  /** Reads all visited pages, without their links. */
  void each(Consumer<PageReader.Known> taker);

  /** Reads a page with its links; empty if it was not visited. */
  Optional<PageReader.Known> page(long url);

  /**
   * Reads the URLs that failed before a time for a reason that may be over, and those to which they
   * had redirected.
   */
  List<PageReader.Failed> failed(Instant before);

  /** Returns the candidate with which a page was reached. */
  Candidate candidate(long url);

  @Override
  default void close() {}
}
