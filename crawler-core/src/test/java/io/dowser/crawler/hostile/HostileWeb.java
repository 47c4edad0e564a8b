package io.dowser.crawler.hostile;

import com.google.common.net.InetAddresses;
import io.dowser.crawler.CrawlReport;
import io.dowser.crawler.Crawler;
import io.dowser.crawler.Means;
import io.dowser.crawler.Politeness;
import io.dowser.crawler.Strategy;
import io.dowser.crawler.api.Topic;
import io.dowser.crawler.fetch.OkHttpFetcher;
import io.dowser.crawler.net.AddressRules;
import io.dowser.crawler.traps.TrapRules;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import okhttp3.OkHttpClient;

/**
 * A hostile server on 127.0.0.1, where alone a crawl may go, and a second one on 127.0.0.2 that
 * must never be reached. All connections are written down by the factory that makes the sockets.
 */
final class HostileWeb implements AutoCloseable {

  private static final String OPEN = "127.0.0.1";
  private static final String SECRET = "127.0.0.2";

  final GoodPages pages;
  final HostileServer server;
  final HostileServer secret;
  final Set<InetSocketAddress> connected = ConcurrentHashMap.newKeySet();
  private final OkHttpFetcher fetcher;

  /** Times that end what would not end, so that a test of that does not take long. */
  HostileWeb(GoodPages pages) throws IOException {
    this(pages, Duration.ofMillis(1_000), Duration.ofMillis(1_500));
  }

  HostileWeb(GoodPages pages, Duration readTimeout, Duration totalTimeout) throws IOException {
    this.pages = pages;
    this.server = HostileServer.start(OPEN, pages);
    this.secret = HostileServer.start(SECRET, pages);
    var sockets = AddressRules.publicAnd(OPEN).socketFactory(connected::add);
    var client = new OkHttpClient.Builder().dns(HostileWeb::lookup).socketFactory(sockets).build();
    this.fetcher =
        OkHttpFetcher.builder()
            .client(client)
            .connectTimeout(Duration.ofSeconds(5))
            .readTimeout(readTimeout)
            .totalTimeout(totalTimeout)
            .build();
  }

  private static List<InetAddress> lookup(String host) throws UnknownHostException {
    if (host.equals("inside.test")) {
      return List.of(InetAddresses.forString(SECRET));
    }
    if (host.endsWith(".test")) {
      return List.of(InetAddresses.forString(OPEN));
    }
    throw new UnknownHostException(host);
  }

  Crawler.Builder crawler(Outcomes outcomes) {
    return Crawler.builder()
        .fetcher(fetcher)
        .topic(Topic.of("laser"))
        .means(Means.builder().workers(24).build())
        .politeness(hasty())
        .strategy(
            Strategy.builder()
                .traps(TrapRules.builder().pagesPerHost(30).maxUrlsPerPattern(20).build())
                .build())
        .listener(outcomes);
  }

  static Politeness hasty() {
    return Politeness.builder()
        .delay(Duration.ZERO)
        .hostGrouping(url -> lastTwoLabels(url.host()))
        .backOff(Duration.ofMillis(1), Duration.ofMillis(5))
        .suspension(4, Duration.ofMillis(10), 1)
        .maxCrawlDelay(Duration.ofMillis(10))
        .maxRetryAfter(Duration.ofMillis(10))
        .maxRetries(2)
        .build();
  }

  /** What a registrable domain is on this web. */
  private static String lastTwoLabels(String host) {
    int dot = host.lastIndexOf('.', host.length() - ".test".length() - 1);
    return host.endsWith(".test") ? host.substring(dot + 1) : host;
  }

  CrawlReport crawl(Outcomes outcomes, String... seeds) {
    try (Crawler crawler = crawler(outcomes).seeds(List.of(seeds)).build()) {
      return crawler.run();
    }
  }

  /** Connections that must not have been made. */
  List<InetSocketAddress> strayConnections() {
    return connected.stream().filter(to -> !to.getAddress().getHostAddress().equals(OPEN)).toList();
  }

  @Override
  public void close() throws IOException {
    fetcher.close();
    server.close();
    secret.close();
  }
}
