package io.dowser.crawler.spring;

import io.dowser.crawler.CrawlHandle;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;

/** The actuator's endpoint {@code crawls}: shows crawls, starts, stops, pauses and resumes them. */
@Endpoint(id = "crawls")
final class CrawlsEndpoint {

  private final Crawls crawls;

  /** The actions of a write. */
  enum Action {
    START,
    STOP,
    PAUSE,
    RESUME
  }

  CrawlsEndpoint(Crawls crawls) {
    this.crawls = crawls;
  }

  @ReadOperation
  Map<String, CrawlState> crawls() {
    Map<String, CrawlState> states = new TreeMap<>();
    crawls.names().forEach(name -> states.put(name, CrawlState.of(crawls.handle(name))));
    return states;
  }

  /** Returns null, which is status 404, if there is no such crawl. */
  @ReadOperation
  @Nullable CrawlState crawl(@Selector String name) {
    return crawls.names().contains(name) ? CrawlState.of(crawls.handle(name)) : null;
  }

  /** Returns status 404 if there is no such crawl: null would be 204 here, as if all were done. */
  @WriteOperation
  WebEndpointResponse<CrawlState> change(@Selector String name, Action action) {
    if (!crawls.names().contains(name)) {
      return new WebEndpointResponse<>(WebEndpointResponse.STATUS_NOT_FOUND);
    }
    switch (action) {
      case START -> crawls.start(name);
      case STOP -> crawls.stop(name);
      case PAUSE -> crawls.handle(name).ifPresent(CrawlHandle::pause);
      case RESUME -> crawls.handle(name).ifPresent(CrawlHandle::resume);
    }
    return new WebEndpointResponse<>(CrawlState.of(crawls.handle(name)));
  }
}
