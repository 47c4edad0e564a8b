package io.dowser.crawler;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.net.InetAddresses;
import io.dowser.crawler.api.Topic;
import io.dowser.crawler.fetch.OkHttpFetcher;
import io.dowser.crawler.net.AddressRules;
import java.net.InetAddress;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import mockwebserver3.Dispatcher;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import mockwebserver3.RecordedRequest;
import okhttp3.OkHttpClient;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Hosts whose names only the client's own name service knows, and which are all at one address,
 * over real sockets.
 */
class PerAddressTest {

  private static final int HOSTS = 6;

  private final MockWebServer server = new MockWebServer();
  private final AtomicInteger inFlight = new AtomicInteger();
  private final AtomicInteger mostInFlight = new AtomicInteger();
  private final Semaphore company = new Semaphore(0);

  /** How long a request stays for another one to come meanwhile. */
  private volatile Duration patience = Duration.ZERO;

  private final Set<String> lookedUp = ConcurrentHashMap.newKeySet();

  @BeforeEach
  void start() throws Exception {
    server.setDispatcher(
        new Dispatcher() {
          @Override
          public MockResponse dispatch(RecordedRequest request) throws InterruptedException {
            return answer(request);
          }
        });
    server.start(InetAddress.getLoopbackAddress(), 0);
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void hostsAtOneAddressByTheClientsOwnNameServiceAreAskedOneAfterTheOther() {
    CrawlReport report = crawl(true);

    assertThat(report.statistics().visited()).isEqualTo(HOSTS);
    assertThat(lookedUp).hasSize(HOSTS);
    assertThat(mostInFlight).hasValue(1);
  }

  @Test
  void withoutTheSettingTheyAreAskedAtTheSameTime() {
    CrawlReport report = crawl(false);

    assertThat(report.statistics().visited()).isEqualTo(HOSTS);
    assertThat(mostInFlight).hasValueGreaterThan(1);
  }

  private CrawlReport crawl(boolean perAddress) {
    patience = perAddress ? Duration.ofMillis(50) : Duration.ofSeconds(60);
    var client = new OkHttpClient.Builder().dns(this::lookup).build();
    try (OkHttpFetcher fetcher =
            OkHttpFetcher.builder()
                .client(client)
                .addressRules(AddressRules.publicAnd("127.0.0.1"))
                .build();
        Crawler crawler = crawler(fetcher, perAddress)) {
      return crawler.run();
    }
  }

  private Crawler crawler(OkHttpFetcher fetcher, boolean perAddress) {
    Crawler.Builder builder =
        Crawler.builder()
            .fetcher(fetcher)
            .topic(Topic.of("laser"))
            .means(Means.builder().workers(HOSTS).build())
            .politeness(Politeness.builder().delay(Duration.ZERO).perAddress(perAddress).build());
    for (int i = 0; i < HOSTS; i++) {
      builder.seed("http://host-" + i + ".test:" + server.getPort() + "/");
    }
    return builder.build();
  }

  /** The JVM's name service knows nothing of these. */
  private List<InetAddress> lookup(String host) {
    lookedUp.add(host);
    return List.of(InetAddresses.forString("127.0.0.1"));
  }

  private MockResponse answer(RecordedRequest request) throws InterruptedException {
    int now = inFlight.incrementAndGet();
    mostInFlight.accumulateAndGet(now, Math::max);
    try {
      if (now > 1) {
        company.release();
      } else if (mostInFlight.get() == 1) {
        company.tryAcquire(patience.toMillis(), TimeUnit.MILLISECONDS);
      }
      return request.getTarget().equals("/robots.txt")
          ? new MockResponse.Builder().code(404).build()
          : new MockResponse.Builder().addHeader("Content-Type", "text/html").body("page").build();
    } finally {
      inFlight.decrementAndGet();
    }
  }
}
