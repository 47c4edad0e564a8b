package io.dowser.crawler.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.net.InetAddresses;
import io.dowser.crawler.CrawlReport;
import io.dowser.crawler.Crawler;
import io.dowser.crawler.api.CrawlEvent;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchResult.FailureReason;
import io.dowser.crawler.api.Topic;
import io.dowser.crawler.fetch.OkHttpFetcher;
import io.dowser.crawler.net.AddressRules;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import okhttp3.OkHttpClient;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each way to fail, over real sockets: one and the same reason in events, report and store. */
class FailureReasonsTest {

  private static final String HERE = "127.0.0.1";

  @TempDir Path directory;

  @Test
  void eachReasonIsItsOwnInEventsReportAndStore() throws Exception {
    Map<CrawlUrl, FailureReason> reported = new TreeMap<>();
    try (var server = HostileServer.start(HERE, new GoodPages(1, false));
        OkHttpFetcher fetcher = fetcher()) {
      Map<String, FailureReason> expected = seeds(server.port());
      CrawlReport report;
      try (Crawler crawler =
          Crawler.builder()
              .seeds(List.copyOf(expected.keySet()))
              .fetcher(fetcher)
              .topic(Topic.of("laser"))
              .politeness(HostileWeb.hasty())
              .directory(directory)
              .listener(
                  event -> {
                    if (event instanceof CrawlEvent.FetchFailed failed && !failed.willRetry()) {
                      reported.put(failed.candidate().url(), failed.failure().reason());
                    }
                  })
              .build()) {
        report = crawler.run();
      }

      Map<String, FailureReason> inEvents = new TreeMap<>();
      reported.forEach((url, reason) -> inEvents.put(url.toString(), reason));
      assertThat(inEvents).isEqualTo(new TreeMap<>(expected));
      Map<String, FailureReason> inReport = new TreeMap<>();
      report.failedSeeds().forEach((url, words) -> inReport.put(url.toString(), first(words)));
      assertThat(inReport).isEqualTo(new TreeMap<>(expected));
      assertThat(inStore()).isEqualTo(new TreeMap<>(expected));
    }
  }

  private static Map<String, FailureReason> seeds(int port) throws IOException {
    Map<String, FailureReason> seeds = new LinkedHashMap<>();
    seeds.put("http://nowhere.test/", FailureReason.DNS);
    seeds.put("http://closed-port.test:" + closedPort() + "/", FailureReason.REFUSED);
    seeds.put(Mischief.RESETS.url(port), FailureReason.RESET);
    seeds.put(Mischief.NEVER_ANSWERS.url(port), FailureReason.TIMEOUT);
    seeds.put("https://speaks-no-tls.test:" + port + "/", FailureReason.TLS);
    seeds.put(Mischief.ALWAYS_BROKEN.url(port), FailureReason.HTTP_STATUS);
    seeds.put("http://inside.test:" + port + "/", FailureReason.FORBIDDEN_ADDRESS);
    seeds.put(Mischief.GARBAGE.url(port), FailureReason.PROTOCOL);
    seeds.put(Mischief.WRONG_TYPE.url(port), FailureReason.CONTENT_TYPE);
    seeds.put(Mischief.ENDLESS_REDIRECTS.url(port), FailureReason.TOO_MANY_REDIRECTS);
    return seeds;
  }

  private static int closedPort() throws IOException {
    try (var listener = new ServerSocket(0, 1, InetAddresses.forString(HERE))) {
      return listener.getLocalPort();
    }
  }

  private static OkHttpFetcher fetcher() {
    var client = new OkHttpClient.Builder().dns(FailureReasonsTest::lookup).build();
    return OkHttpFetcher.builder()
        .client(client)
        .addressRules(AddressRules.publicAnd(HERE))
        .readTimeout(Duration.ofSeconds(1))
        .build();
  }

  private static List<InetAddress> lookup(String host) throws UnknownHostException {
    return switch (host) {
      case "nowhere.test" -> throw new UnknownHostException(host);
      case "inside.test" -> List.of(InetAddresses.forString("127.0.0.2"));
      default -> List.of(InetAddresses.forString(HERE));
    };
  }

  /** The reason is the first word. */
  private static FailureReason first(String words) {
    return FailureReason.valueOf(words.split(" ", 2)[0]);
  }

  private Map<String, FailureReason> inStore() throws SQLException {
    Map<String, FailureReason> reasons = new TreeMap<>();
    String sql = "SELECT u.url, v.status, v.detail FROM visit v JOIN url u ON u.id = v.url";
    try (var connection =
            DriverManager.getConnection("jdbc:sqlite:" + directory.resolve("crawl.db"));
        var statement = connection.createStatement();
        var rows = statement.executeQuery(sql)) {
      while (rows.next()) {
        if (rows.getString(2).equals("FETCH_FAILED")) {
          reasons.put(rows.getString(1), first(rows.getString(3)));
        } else {
          assertThat(rows.getString(2)).as(rows.getString(1)).isEqualTo("REDIRECT_TARGET");
        }
      }
    }
    return reasons;
  }
}
