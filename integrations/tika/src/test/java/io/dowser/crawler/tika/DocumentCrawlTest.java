package io.dowser.crawler.tika;

import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.CrawlReport;
import io.dowser.crawler.Crawler;
import io.dowser.crawler.Politeness;
import io.dowser.crawler.Strategy;
import io.dowser.crawler.api.CrawlEvent;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchResult.FailureReason;
import io.dowser.crawler.api.Topic;
import io.dowser.crawler.net.AddressRules;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import mockwebserver3.Dispatcher;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import mockwebserver3.RecordedRequest;
import okio.Buffer;
import org.junit.jupiter.api.Test;

/** A crawl through documents, from a server. */
class DocumentCrawlTest {

  private final Map<String, MockResponse> answers = new HashMap<>();
  private final List<String> visited = new ArrayList<>();
  private final List<String> failed = new ArrayList<>();

  private void put(String path, String type, byte[] body) {
    answers.put(
        path,
        new MockResponse.Builder()
            .code(200)
            .setHeader("Content-Type", type)
            .body(new Buffer().write(body))
            .build());
  }

  private void on(CrawlEvent event) {
    if (event instanceof CrawlEvent.Visited visit) {
      visited.add(visit.visit().url().path());
    } else if (event instanceof CrawlEvent.FetchFailed failure) {
      failed.add(failure.failure().url().path() + " " + failure.failure().reason());
    }
  }

  private MockResponse answer(String target) {
    return answers.getOrDefault(target, new MockResponse.Builder().code(404).build());
  }

  private CrawlReport crawl(MockWebServer server) throws IOException {
    server.setDispatcher(
        new Dispatcher() {
          @Override
          public MockResponse dispatch(RecordedRequest request) {
            return answer(request.getTarget());
          }
        });
    server.start(InetAddress.getLoopbackAddress(), 0);
    CrawlUrl seed = CrawlUrl.of("http://127.0.0.1:" + server.getPort() + "/");
    try (Crawler crawler =
        Crawler.builder()
            .seed(seed.toString())
            .topic(Topic.of("laser", "photon"))
            .politeness(
                Politeness.builder()
                    .addressRules(AddressRules.publicAnd("127.0.0.0/8"))
                    .delay(Duration.ZERO)
                    .build())
            .strategy(
                Strategy.builder()
                    .addPageAnalyzer("tika", Map.of("maxBytes", "100000", "processes", "1"))
                    .build())
            .listener(this::on)
            .build()) {
      return crawler.run();
    }
  }

  @Test
  void linksOfDocumentsAreFollowedAndUnreadableOnesAreCounted() throws IOException {
    String links = "<a href=a.pdf>a</a><a href=b.pdf>b</a><a href=c.pdf>c</a><a href=d.pdf>d</a>";
    put("/", "text/html", ("<p>laser" + links).getBytes(StandardCharsets.UTF_8));
    put("/a.pdf", DocumentTypes.PDF, Documents.pdf("", Documents.link("/next", "0 0 9 9")));
    put("/b.pdf", DocumentTypes.PDF, Documents.encryptedPdf("owner", "user"));
    put("/c.pdf", DocumentTypes.PDF, Documents.pdfOfPages(1_000));
    put("/d.pdf", DocumentTypes.PDF, "no PDF".getBytes(StandardCharsets.UTF_8));
    put("/next", "text/html", "photons".getBytes(StandardCharsets.UTF_8));

    try (var server = new MockWebServer()) {
      CrawlReport report = crawl(server);

      assertThat(visited).containsExactlyInAnyOrder("/", "/a.pdf", "/next");
      assertThat(failed)
          .containsExactlyInAnyOrder(
              "/b.pdf " + FailureReason.ENCRYPTED,
              "/c.pdf " + FailureReason.TRUNCATED,
              "/d.pdf " + FailureReason.DAMAGED);
      assertThat(report.metrics().problems())
          .containsEntry("fetch failed: encrypted", 1L)
          .containsEntry("fetch failed: damaged", 1L);
      assertThat(ProcessHandle.current().children()).noneMatch(ProcessHandle::isAlive);
    }
  }
}
