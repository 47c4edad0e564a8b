package io.dowser.examples.spring;

import io.dowser.crawler.api.CrawlEvent;
import io.dowser.crawler.api.Visit;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.springframework.stereotype.Component;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter.SseEventBuilder;

/** Sends relevant pages to all who read the results of a crawl. */
@Component
class Results {

  private final Map<String, List<SseEmitter>> readers = new ConcurrentHashMap<>();

  /** A relevant page. */
  record Found(String url, String title, double relevance) {}

  /** Returns the results of a crawl from now on. */
  SseEmitter read(String crawl) {
    var reader = new SseEmitter(0L); // without a time limit
    List<SseEmitter> all = readers.computeIfAbsent(crawl, name -> new CopyOnWriteArrayList<>());
    reader.onCompletion(() -> all.remove(reader));
    reader.onError(error -> all.remove(reader));
    send(reader, SseEmitter.event().comment("the results of " + crawl)); // so that it connects
    all.add(reader);
    return reader;
  }

  void publish(String crawl, CrawlEvent event) {
    if (event instanceof CrawlEvent.Visited visited && visited.visit().relevant()) {
      Visit visit = visited.visit();
      Found found = new Found(visit.url().toString(), visit.page().title(), visit.relevance());
      for (SseEmitter reader : readers.getOrDefault(crawl, List.of())) {
        send(reader, SseEmitter.event().data(found));
      }
    }
  }

  private static void send(SseEmitter reader, SseEventBuilder event) {
    try {
      reader.send(event);
    } catch (IOException | IllegalStateException e) {
      reader.completeWithError(e); // it has gone away
    }
  }
}
