package io.dowser.crawler.api;

import io.dowser.crawler.text.TermCounts;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Term counts that belong to the links of a page, each made when it is first asked for. Thread-safe
 * , of which two that ask at the same time may both make the same counts.
 */
final class CountsByLink {

  private final IntFunction<TermCounts> maker;
  private final AtomicReferenceArray<@Nullable TermCounts> made;

  CountsByLink(int links, IntFunction<TermCounts> maker) {
    this.maker = maker;
    this.made = new AtomicReferenceArray<>(links);
  }

  TermCounts get(int link) {
    TermCounts counts = made.getAcquire(link);
    if (counts == null) {
      counts = maker.apply(link);
      made.setRelease(link, counts);
    }
    return counts;
  }
}
