package io.dowser.crawler.internal.store;

import static java.util.concurrent.CompletableFuture.supplyAsync;

import io.dowser.crawler.api.CrawlUrl;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** URLs in the order of their numbers, which another thread reads ahead of who asks for them. */
final class UrlsAhead {

  private static final int BLOCKS = 32;

  private final Supplier<List<CrawlUrl>> reader;
  private final Executor thread;
  private final Queue<CompletableFuture<List<CrawlUrl>>> ahead = new ArrayDeque<>();
  private List<CrawlUrl> block = List.of();
  private long first;
  private long end;

  /**
   * Reads nothing yet.
   *
   * @param reader reads the next block, which is empty when all before the end are read
   * @param thread where to read, one block after the other
   * @param end URLs from this number on are not read
   */
  UrlsAhead(Supplier<List<CrawlUrl>> reader, Executor thread, long end) {
    this.reader = reader;
    this.thread = thread;
    this.end = end;
  }

  /** Returns a URL, or null if it was passed by already or is not read. */
  @Nullable CrawlUrl find(long number) {
    while (number < end && number >= first + block.size()) {
      first += block.size();
      block = next();
    }
    return number < first || number >= end ? null : block.get((int) (number - first));
  }

  private List<CrawlUrl> next() {
    while (ahead.size() < BLOCKS) {
      ahead.add(supplyAsync(reader, thread));
    }
    return VisitReplay.join(ahead.remove());
  }

  /** Reads no more, and finds nothing from now on. */
  void end() {
    end = 0;
    block = List.of();
    ahead.clear();
  }
}
