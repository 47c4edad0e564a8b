package io.dowser.crawler;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.net.AddressRules;
import io.dowser.crawler.robots.RobotsPolicy;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPOutputStream;
import mockwebserver3.Dispatcher;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import mockwebserver3.RecordedRequest;
import okio.Buffer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Twenty small sitemaps that inflate to 20 MiB each, in a process with little memory. */
@Tag("slow")
class HostileSitemapsTest {

  @TempDir Path directory;

  @Test
  void crawlTakesItsShareOfThemAndEnds() throws Exception {
    Path out = directory.resolve("out");
    List<String> command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx128m",
            "-XX:+UseSerialGC",
            "-Dslf4j.internal.verbosity=ERROR",
            "-cp",
            System.getProperty("java.class.path"),
            LittleMemory.class.getName());
    Process process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(out.toFile()).start();

    assertThat(process.waitFor(3, TimeUnit.MINUTES)).isTrue();
    assertThat(Files.readString(out, UTF_8)).contains("FRONTIER_EMPTY 101");
  }

  /** The other process. */
  static final class LittleMemory extends Dispatcher {

    private static final int SITEMAPS = 20;

    private final MockWebServer server;
    private final byte[] sitemap;

    private LittleMemory(MockWebServer server) throws IOException {
      this.server = server;
      this.sitemap = sitemap();
    }

    public static void main(String[] args) throws Exception {
      try (var server = new MockWebServer()) {
        server.start();
        server.setDispatcher(new LittleMemory(server));
        CrawlReport report =
            Crawler.builder()
                .topic(Crawls.TOPIC)
                .politeness(
                    Crawls.HASTY.toBuilder()
                        .connectionsPerHost(SITEMAPS)
                        .robots(RobotsPolicy.builder().maxSitemapUrls(100).build())
                        .addressRules(AddressRules.publicAnd("localhost"))
                        .build())
                .means(Means.builder().workers(SITEMAPS).build())
                .seed(at(server, "/"))
                .build()
                .run();
        System.out.println(report.stopReason() + " " + report.statistics().visited());
        report.cause().ifPresent(Throwable::printStackTrace);
      }
      System.exit(0);
    }

    private static String at(MockWebServer server, String path) {
      return "http://localhost:" + server.getPort() + path;
    }

    private byte[] sitemap() throws IOException {
      var bytes = new ByteArrayOutputStream();
      try (var gzip = new GZIPOutputStream(bytes)) {
        gzip.write("<urlset>".getBytes(UTF_8));
        for (int i = 0; i < 450_000; i++) {
          String loc = at(server, "/" + i % 200);
          gzip.write(("<url><loc>" + loc + "</loc></url>").getBytes(UTF_8));
        }
      }
      return bytes.toByteArray();
    }

    @Override
    public MockResponse dispatch(RecordedRequest request) {
      String path = request.getUrl().encodedPath();
      var answer = new MockResponse.Builder();
      if (path.equals("/robots.txt")) {
        var text = new StringBuilder();
        for (int i = 0; i < SITEMAPS; i++) {
          text.append("Sitemap: ").append(at(server, "/sitemap")).append(i).append(".gz\n");
        }
        return answer.addHeader("Content-Type", "text/plain").body(text.toString()).build();
      }
      return path.startsWith("/sitemap")
          ? answer
              .addHeader("Content-Type", "application/gzip")
              .body(new Buffer().write(sitemap))
              .build()
          : answer.addHeader("Content-Type", "text/html").body("laser").build();
    }
  }
}
