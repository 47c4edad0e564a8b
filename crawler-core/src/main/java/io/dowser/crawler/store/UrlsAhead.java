package io.dowser.crawler.store;

import static java.util.concurrent.CompletableFuture.supplyAsync;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** URLs in the order of their numbers, which another thread reads ahead of who asks for them. */
final class UrlsAhead {

  private static final int BLOCKS = 16;

  private final Supplier<List<String>> reader;
  private final Executor thread;
  private final long end;
  private final Queue<CompletableFuture<List<String>>> ahead = new ArrayDeque<>();
  private List<String> block = List.of();
  private long first;

  /**
   * Starts to read.
   *
   * @param reader reads the next block, which is empty when all before the end are read
   * @param thread where to read, one block after the other
   * @param end URLs from this number on are not read
   */
  UrlsAhead(Supplier<List<String>> reader, Executor thread, long end) {
    this.reader = reader;
    this.thread = thread;
    this.end = end;
    for (int i = 0; i < BLOCKS && end > 0; i++) {
      ahead.add(supplyAsync(reader, thread));
    }
  }

  /** Gives a URL, or null if it was passed by already or is not read. */
  @Nullable String find(long number) {
    while (number < end && number >= first + block.size()) {
      first += block.size();
      block = VisitReplay.join(ahead.remove());
      ahead.add(supplyAsync(reader, thread));
    }
    return number < first || number >= end ? null : block.get((int) (number - first));
  }
}
