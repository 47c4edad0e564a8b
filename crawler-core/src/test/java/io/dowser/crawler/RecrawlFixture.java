package io.dowser.crawler;

import io.dowser.crawler.api.CrawlEvent;
import io.dowser.crawler.api.Topic;
import io.dowser.crawler.net.AddressRules;
import io.dowser.crawler.robots.RobotsPolicy;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A real server whose pages change, and crawls of it in one directory. */
@Timeout(60)
abstract class RecrawlFixture {

  static final String TAG = "\"v1\"";

  @TempDir Path directory;

  final EventLog log = new EventLog();
  ChangingSite site;

  @BeforeEach
  final void open() throws IOException {
    site = new ChangingSite();
  }

  @AfterEach
  final void close() {
    site.close();
  }

  CrawlReport crawl() {
    return run(first());
  }

  Crawler.Builder first() {
    return Crawler.builder()
        .seed(site.url("/"))
        .topic(Topic.of("tides"))
        .politeness(
            Crawls.HASTY.toBuilder()
                .addressRules(AddressRules.ANY)
                .robots(RobotsPolicy.builder().maxSitemapUrls(10).build())
                .build())
        .directory(directory);
  }

  CrawlReport recrawl() {
    return recrawl(Recrawl.builder().build());
  }

  CrawlReport recrawl(Recrawl how) {
    site.forgetRequests();
    return run(Crawler.recrawl(directory, how).listener(log));
  }

  CrawlReport run(Crawler.Builder builder) {
    try (Crawler crawler = builder.means(Means.builder().workers(1).build()).build()) {
      return crawler.run().orThrow();
    }
  }

  List<String> unchanged(boolean notModified) {
    return log.all(CrawlEvent.Unchanged.class).stream()
        .filter(event -> event.notModified() == notModified)
        .map(event -> event.candidate().url().path())
        .toList();
  }
}
