package io.dowser.crawler;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.WRITE;

import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchRequest;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.testkit.RandomWeb;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.netpreserve.jwarc.HttpResponse;
import org.netpreserve.jwarc.MediaType;
import org.netpreserve.jwarc.WarcResponse;
import org.netpreserve.jwarc.WarcWriter;

/** Archives of webs, for processes that are killed. */
final class WebArchives {

  private WebArchives() {}

  /** Writes the pages of a web into a WARC file. */
  static Path of(RandomWeb random, Path directory) throws IOException, InterruptedException {
    var fetcher = random.web().fetcher();
    Map<String, String> pages = new LinkedHashMap<>();
    for (CrawlUrl url : random.web().urls()) {
      var page = (FetchResult.Fetched) fetcher.fetch(FetchRequest.of(url));
      pages.put(url.toString(), page.body().decode(UTF_8));
    }
    return of(pages, directory);
  }

  /** Writes pages, by their URLs, into a WARC file. */
  static Path of(Map<String, String> pages, Path directory) throws IOException {
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
