package io.dowser.crawler.fetch;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.net.InetAddresses;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchRequest;
import io.dowser.crawler.net.AddressRules;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

class CallWatchTest {

  private static final int ROUNDS = 60;
  private static final long SEED = 7;
  private static final long LONGEST_PAUSE = Duration.ofMillis(3).toNanos();

  /** The server never responds, and nothing interrupts the thread that asks. */
  @Test
  void closingIsAbortedACallAtWhateverMomentOfItsBeginning() throws Exception {
    var random = new SplittableRandom(SEED);
    try (var server = new ServerSocket(0, 2 * ROUNDS, InetAddresses.forString("127.0.0.1"))) {
      var request = FetchRequest.of(CrawlUrl.of("http://127.0.0.1:" + server.getLocalPort() + "/"));
      for (int round = 0; round < ROUNDS; round++) {
        OkHttpFetcher fetcher = patientFetcher();
        var begun = new CountDownLatch(1);
        var asking = new Thread(() -> ask(fetcher, request, begun), "asking");
        asking.setDaemon(true);
        asking.start();
        begun.await();
        LockSupport.parkNanos(random.nextLong(LONGEST_PAUSE));

        fetcher.close();

        asking.join(Duration.ofSeconds(60).toMillis());
        assertThat(asking.isAlive())
            .as("round %d, seed %d: %s", round, SEED, Arrays.toString(asking.getStackTrace()))
            .isFalse();
      }
    }
  }

  private static OkHttpFetcher patientFetcher() {
    return OkHttpFetcher.builder()
        .addressRules(AddressRules.publicAnd("127.0.0.1"))
        .readTimeout(Duration.ofHours(1))
        .totalTimeout(Duration.ofHours(1))
        .build();
  }

  private static void ask(OkHttpFetcher fetcher, FetchRequest request, CountDownLatch begun) {
    begun.countDown();
    try {
      fetcher.fetch(request);
    } catch (IllegalStateException e) {
      assertThat(e).hasMessageContaining("closed");
    } catch (InterruptedException e) {
      throw new AssertionError("nobody interrupts this thread", e);
    }
  }
}
