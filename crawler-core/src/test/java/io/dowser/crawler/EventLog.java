package io.dowser.crawler;

import io.dowser.crawler.api.CrawlEvent;
import io.dowser.crawler.api.CrawlListener;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Remembers the events of a crawl. */
public final class EventLog implements CrawlListener {

  private final List<CrawlEvent> events = new CopyOnWriteArrayList<>();

  @Override
  public void on(CrawlEvent event) {
    events.add(event);
  }

  public <E extends CrawlEvent> List<E> all(Class<E> type) {
    return events.stream().filter(type::isInstance).map(type::cast).toList();
  }

  public List<CrawlEvent> all() {
    return List.copyOf(events);
  }

  /** The URLs of the visited pages, in crawl order. */
  public List<String> visited() {
    return all(CrawlEvent.Visited.class).stream()
        .map(event -> event.visit().url().toString())
        .toList();
  }
}
