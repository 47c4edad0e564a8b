package io.dowser.crawler.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.net.InetAddresses;
import io.dowser.crawler.CrawlHandle;
import io.dowser.crawler.Crawler;
import io.dowser.crawler.Means;
import io.dowser.crawler.api.CrawlEvent;
import io.dowser.crawler.api.Topic;
import io.dowser.crawler.fetch.OkHttpFetcher;
import io.dowser.crawler.net.AddressRules;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Twenty crawls in one JVM, each stopped at a different moment, and what they leave behind. */
@Tag("slow")
class ManyCrawlsTest {

  private static final int CRAWLS = 20;
  private static final long SEED = 20;
  private static final Duration LONGEST_FAREWELL = Duration.ofSeconds(60);

  @TempDir Path directory;

  private final SplittableRandom random = new SplittableRandom(SEED);
  private int crawls;

  @Test
  void crawlsStoppedAtAnyMomentLeaveNothingBehind() throws Exception {
    try (var server = HostileServer.start("127.0.0.1", new GoodPages(300, true))) {
      crawlAll(server, 2); // so that what is made once per JVM is there
      long files = openFiles();

      crawlAll(server, CRAWLS);

      assertThat(crawlThreads()).as("threads, seed %d", SEED).isEmpty();
      assertThat(openFilesAfterAWhile(files))
          .as("open files and connections, seed %d", SEED)
          .isLessThanOrEqualTo(files);
    }
  }

  private void crawlAll(HostileServer server, int count) throws Exception {
    List<Crawler> crawlers = new ArrayList<>();
    List<OkHttpFetcher> fetchers = new ArrayList<>();
    List<CountDownLatch> moments = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      var moment = new CountDownLatch(random.nextInt(30));
      OkHttpFetcher fetcher = fetcher();
      fetchers.add(fetcher);
      moments.add(moment);
      crawlers.add(crawler(server, fetcher, moment));
    }
    List<CrawlHandle> handles = new ArrayList<>();
    for (Crawler crawler : crawlers) {
      handles.add(crawler.start());
    }
    for (int i = 0; i < count; i++) {
      moments.get(i).await();
      crawlers.get(i).close();
      fetchers.get(i).close();
      assertThat(handles.get(i).await(LONGEST_FAREWELL)).as("crawl %d", i).isPresent();
    }
  }

  private static OkHttpFetcher fetcher() {
    var client =
        new okhttp3.OkHttpClient.Builder()
            .dns(host -> List.of(InetAddresses.forString("127.0.0.1")))
            .build();
    return OkHttpFetcher.builder()
        .client(client)
        .addressRules(AddressRules.publicAnd("127.0.0.1"))
        .readTimeout(Duration.ofMillis(300))
        .totalTimeout(Duration.ofMillis(500))
        .maxBytes(65_536)
        .build();
  }

  /** Each in a directory, so that there are files to leave open. */
  private Crawler crawler(HostileServer server, OkHttpFetcher fetcher, CountDownLatch moment) {
    return Crawler.builder()
        .directory(directory.resolve("crawl-" + crawls++))
        .seed(seedOf(server))
        .fetcher(fetcher)
        .topic(Topic.of("laser"))
        .means(Means.builder().workers(4).build())
        .politeness(HostileWeb.hasty())
        .listener(
            event -> {
              boolean page = event instanceof CrawlEvent.Visited;
              boolean end = event instanceof CrawlEvent.Finished;
              for (long i = page ? 1 : end ? moment.getCount() : 0; i > 0; i--) {
                moment.countDown();
              }
            })
        .build();
  }

  private static String seedOf(HostileServer server) {
    return new GoodPages(1, false).url(0, server.port());
  }

  /**
   * Returns those that are still there after a long while, each with what it does. A worker that
   * reads or parses when its crawl is closed continues to the end of that step, which takes a while
   * for a page of very many elements on a busy machine.
   */
  private static List<String> crawlThreads() throws InterruptedException {
    long deadline = System.nanoTime() + LONGEST_FAREWELL.toNanos();
    List<String> left = new ArrayList<>();
    for (Thread thread : Thread.getAllStackTraces().keySet()) {
      if (thread.getName().startsWith("dowser")) {
        TimeUnit.NANOSECONDS.timedJoin(thread, deadline - System.nanoTime());
        if (thread.isAlive()) {
          left.add(thread + " at " + Arrays.toString(thread.getStackTrace()));
        }
      }
    }
    return left;
  }

  /** The server closes its ends when it notices, so this is looked at more than once. */
  private static long openFilesAfterAWhile(long allowed) throws Exception {
    long deadline = System.nanoTime() + LONGEST_FAREWELL.toNanos();
    long open = openFiles();
    while (open > allowed && System.nanoTime() < deadline) {
      new CountDownLatch(1).await(50, TimeUnit.MILLISECONDS);
      open = openFiles();
    }
    return open;
  }

  /** Sockets are files to the operating system; elsewhere nothing is counted. */
  private static long openFiles() throws IOException {
    Path files = Path.of("/proc/self/fd");
    if (!Files.isDirectory(files)) {
      return 0;
    }
    try (Stream<Path> all = Files.list(files)) {
      return all.count();
    }
  }
}
