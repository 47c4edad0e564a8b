package io.dowser.crawler;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.WRITE;

import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchRequest;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.api.Topic;
import io.dowser.crawler.internal.assembly.CrawlAssembly;
import io.dowser.crawler.internal.assembly.CrawlSpec;
import io.dowser.crawler.internal.assembly.PluginChoice;
import io.dowser.crawler.testkit.InMemoryWeb;
import io.dowser.crawler.testkit.RandomWeb;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.netpreserve.jwarc.HttpResponse;
import org.netpreserve.jwarc.MediaType;
import org.netpreserve.jwarc.WarcResponse;
import org.netpreserve.jwarc.WarcWriter;

/** Builders for crawls of webs in memory, without delay. */
public final class Crawls {

  public static final Topic TOPIC = Topic.of("laser");

  /** No delay, and all delays short. */
  public static final Politeness HASTY =
      Politeness.builder()
          .delay(Duration.ZERO)
          .backOff(Duration.ofMillis(1), Duration.ofMillis(4))
          .suspension(4, Duration.ofMillis(5), 1)
          .maxCrawlDelay(Duration.ofMillis(20))
          .build();

  private Crawls() {}

  public static Crawler.Builder of(InMemoryWeb web, String... seeds) {
    Crawler.Builder builder = Crawler.builder();
    preset(builder.spec, web, TOPIC);
    for (String seed : seeds) {
      builder.seed(seed);
    }
    return builder;
  }

  public static Crawler.Builder of(RandomWeb random) {
    Crawler.Builder builder = Crawler.builder().seed(random.seed().toString());
    preset(builder.spec, random.web(), random.topic());
    builder.spec.judge.preset(new PluginChoice.Given<>(random.judge()));
    return builder;
  }

  /** Sets what a test may replace by a call of the builder. */
  private static void preset(CrawlSpec spec, InMemoryWeb web, Topic topic) {
    spec.fetcher.preset(new PluginChoice.Given<>(web.fetcher()));
    spec.topic.preset(Optional.of(topic));
    spec.politeness.preset(HASTY);
    spec.workers.preset(1);
  }

  /** A chain of pages http://chain.test/0, /1, ... each with a link to the next. */
  public static InMemoryWeb chain(int pages) {
    InMemoryWeb.Builder web = InMemoryWeb.builder();
    for (int i = 0; i < pages; i++) {
      String[] next = i + 1 < pages ? new String[] {"/" + (i + 1)} : new String[0];
      web.page("http://chain.test/" + i, "page " + i, i % 2 == 0 ? "laser" : "nothing", next);
    }
    return web.build();
  }

  /** Runs a crawl to its end and throws if it fails. */
  public static CrawlReport run(Crawler.Builder builder) {
    try (Crawler crawler = builder.build()) {
      return crawler.run().orThrow();
    }
  }

  /** Returns a crawl of settings that no builder has. */
  public static Crawler crawler(CrawlSpec spec) {
    return new Crawler(new CrawlAssembly(spec).plan());
  }

  /** Writes the pages of a web into a WARC file. */
  static Path archive(RandomWeb random, Path directory) throws IOException, InterruptedException {
    var fetcher = random.web().fetcher();
    Map<String, String> pages = new LinkedHashMap<>();
    for (CrawlUrl url : random.web().urls()) {
      var page = (FetchResult.Fetched) fetcher.fetch(FetchRequest.of(url));
      pages.put(url.toString(), page.body().decode(UTF_8));
    }
    return archive(pages, directory);
  }

  /** Writes pages, by their URLs, into a WARC file. */
  static Path archive(Map<String, String> pages, Path directory) throws IOException {
    Path file = directory.resolve("web.warc");
    try (var writer = new WarcWriter(Files.newByteChannel(file, CREATE_NEW, WRITE))) {
      for (Map.Entry<String, String> page : pages.entrySet()) {
        HttpResponse response =
            new HttpResponse.Builder(200, "OK")
                .body(MediaType.parse("text/html; charset=utf-8"), page.getValue().getBytes(UTF_8))
                .build();
        writer.write(new WarcResponse.Builder(page.getKey()).body(response).build());
      }
    }
    return file;
  }
}
