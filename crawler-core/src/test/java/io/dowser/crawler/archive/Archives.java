package io.dowser.crawler.archive;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchRequest;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.api.Fetcher;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.zip.GZIPOutputStream;
import org.netpreserve.jwarc.HttpResponse;
import org.netpreserve.jwarc.MediaType;
import org.netpreserve.jwarc.WarcCompression;
import org.netpreserve.jwarc.WarcResponse;
import org.netpreserve.jwarc.WarcWriter;

/** Small archives, and a short way to ask for a page. */
final class Archives {

  private Archives() {}

  /** Pages of HTML: URL, text, URL, text. */
  static Path pages(Path file, String... urlsAndTexts) throws IOException {
    try (var writer = writer(file)) {
      for (int i = 0; i < urlsAndTexts.length; i += 2) {
        writer.write(
            new WarcResponse.Builder(urlsAndTexts[i])
                .date(Instant.parse("2026-01-01T00:00:00Z"))
                .body(html(urlsAndTexts[i + 1]))
                .build());
      }
    }
    return file;
  }

  static WarcWriter writer(Path file) throws IOException {
    WarcCompression compression =
        file.toString().endsWith(".gz") ? WarcCompression.GZIP : WarcCompression.NONE;
    return new WarcWriter(
        Files.newByteChannel(
            file,
            StandardOpenOption.CREATE,
            StandardOpenOption.WRITE,
            StandardOpenOption.TRUNCATE_EXISTING),
        compression);
  }

  /** A response of a day of January 2026, whose body names its status and day. */
  static WarcResponse record(String url, int day, int status) throws IOException {
    byte[] body = (status + " of day " + day).getBytes(StandardCharsets.UTF_8);
    HttpResponse.Builder response = new HttpResponse.Builder(status, "x");
    if (status == 301) {
      response.addHeader("Location", "/elsewhere");
    }
    return new WarcResponse.Builder(url)
        .date(Instant.parse("2026-01-01T00:00:00Z").plus(Duration.ofDays(day - 1)))
        .body(response.body(MediaType.parse("text/html"), body).build())
        .build();
  }

  static Path warc(Path file, HttpResponse... responses) throws IOException {
    try (var writer = writer(file)) {
      for (int i = 0; i < responses.length; i++) {
        writer.write(new WarcResponse.Builder("http://warc.test/" + i).body(responses[i]).build());
      }
    }
    return file;
  }

  static HttpResponse html(String html) {
    return new HttpResponse.Builder(200, "OK")
        .body(MediaType.parse("text/html;charset=utf-8"), html.getBytes(StandardCharsets.UTF_8))
        .build();
  }

  static FetchResult fetch(Fetcher fetcher, String url) throws InterruptedException {
    return fetcher.fetch(FetchRequest.of(CrawlUrl.of(url)));
  }

  static FetchResult.Fetched page(Fetcher fetcher, String url) throws InterruptedException {
    return (FetchResult.Fetched) fetch(fetcher, url);
  }

  static String text(FetchResult.Fetched page) {
    return page.body().decode(StandardCharsets.UTF_8);
  }

  /** An ARC file of version 1, each record compressed if its name says so: URL, text, URL, text. */
  static Path arc(Path file, String... urlsAndTexts) throws IOException {
    String version =
        "1 0 InternetArchive\nURL IP-address Archive-date Content-type Archive-length\n\n";
    try (var out = Files.newOutputStream(file)) {
      writeArc(out, file, "filedesc://a.arc 0.0.0.0 20060101000000 text/plain", version);
      for (int i = 0; i < urlsAndTexts.length; i += 2) {
        String line = urlsAndTexts[i] + " 192.0.2.1 20060102030405 text/html";
        String head = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n";
        writeArc(out, file, line, head + urlsAndTexts[i + 1]);
      }
    }
    return file;
  }

  private static void writeArc(OutputStream out, Path file, String line, String block)
      throws IOException {
    byte[] record = (line + " " + block.length() + "\n" + block + "\n").getBytes(ISO_8859_1);
    if (file.toString().endsWith(".gz")) {
      var member = new GZIPOutputStream(out);
      member.write(record);
      member.finish();
    } else {
      out.write(record);
    }
  }
}
