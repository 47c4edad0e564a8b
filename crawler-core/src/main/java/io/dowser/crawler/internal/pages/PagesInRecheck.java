package io.dowser.crawler.internal.pages;

import static java.util.Objects.requireNonNull;

import io.dowser.crawler.internal.politeness.FetchTask;
import io.dowser.crawler.internal.store.PageReader;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The stored rows of the pages that are being rechecked. Thread-safe. */
public final class PagesInRecheck {

  private final Map<Long, PageReader.Known> bySequence = new ConcurrentHashMap<>();

  /** Returns what is known of a page that is being rechecked. */
  public PageReader.Known page(FetchTask check) {
    return requireNonNull(bySequence.get(check.candidate().sequence()));
  }

  /** Adds a page, or replaces what was known of it. */
  public void put(PageReader.Known page) {
    bySequence.put(page.row().url(), page);
  }

  /** Takes out a page whose recheck has ended. */
  public void remove(PageReader.Known page) {
    bySequence.remove(page.row().url());
  }

  public int size() {
    return bySequence.size();
  }
}
