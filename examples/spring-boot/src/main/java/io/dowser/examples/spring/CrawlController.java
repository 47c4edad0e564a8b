package io.dowser.examples.spring;

import io.dowser.crawler.CrawlHandle;
import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.api.CrawlStatistics;
import io.dowser.crawler.spring.Crawls;
import java.util.List;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

/** Starts and stops crawls, and shows what they find. */
@RestController
@RequestMapping("/crawls")
class CrawlController {

  private final Crawls crawls;
  private final Results results;

  /** A crawl as people see it. */
  record Crawl(String name, boolean running, long visited, long relevant, int pending) {}

  CrawlController(Crawls crawls, Results results) {
    this.crawls = crawls;
    this.results = results;
  }

  @GetMapping
  List<Crawl> all() {
    return crawls.names().stream().map(this::show).toList();
  }

  @GetMapping("/{name}")
  Crawl show(@PathVariable String name) {
    return crawls.handle(name).map(CrawlController::show).orElse(new Crawl(name, false, 0, 0, 0));
  }

  @PostMapping("/{name}")
  Crawl start(@PathVariable String name) {
    return show(crawls.start(name));
  }

  @DeleteMapping("/{name}")
  Crawl stop(@PathVariable String name) {
    crawls.stop(name);
    return show(name);
  }

  @GetMapping("/{name}/results")
  SseEmitter results(@PathVariable String name) {
    show(name); // refuses an unknown name
    return results.read(name);
  }

  private static Crawl show(CrawlHandle handle) {
    CrawlStatistics now = handle.statistics();
    return new Crawl(
        handle.name(), handle.isRunning(), now.visited(), now.relevant(), now.pending());
  }

  @ExceptionHandler(IllegalArgumentException.class)
  @ResponseStatus(HttpStatus.NOT_FOUND)
  String unknown(IllegalArgumentException error) {
    return error.getMessage();
  }

  @ExceptionHandler(CrawlException.class)
  @ResponseStatus(HttpStatus.CONFLICT)
  String refused(CrawlException error) {
    return error.getMessage();
  }
}
