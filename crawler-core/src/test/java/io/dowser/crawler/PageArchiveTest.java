package io.dowser.crawler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.api.Visit;
import io.dowser.crawler.archive.PageSink;
import io.dowser.crawler.testkit.CrawlFixtures;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How a crawl gets along with sinks that are slow, hang or fail. */
@Timeout(60)
class PageArchiveTest {

  private static final Duration LONG = Duration.ofMinutes(5);
  private static final Duration SHORT = Duration.ofMillis(300);

  private final AtomicBoolean stops = new AtomicBoolean();
  private final CountDownLatch hangs = new CountDownLatch(1);

  @Test
  void aSinkThatIsSlowButGoesOnGetsEveryPage() throws InterruptedException {
    var sink = new Sink(number -> LockSupport.parkNanos(Duration.ofMillis(20).toNanos()));
    var archive = new PageArchive(sink, stops::get, SHORT);

    long began = System.nanoTime();
    for (int number = 1; number <= 100; number++) {
      archive.page(visit(number));
    }
    archive.end();

    assertThat(System.nanoTime() - began).isGreaterThan(2 * SHORT.toNanos());
    assertThat(sink.taken).hasSize(100).isSorted();
    assertThat(sink.closed).isTrue();
  }

  @Test
  void anErrorOfTheLastPageIsToldAtTheEndThoughTheThreadIsGone() throws Exception {
    var sink = new Sink(PageArchiveTest::fail);
    var archive = new PageArchive(sink, stops::get, LONG);

    archive.page(visit(1));
    assertThat(sink.isClosed.await(30, TimeUnit.SECONDS)).isTrue();

    assertThatThrownBy(archive::end)
        .isInstanceOf(CrawlException.class)
        .hasMessage("the page sink failed: java.io.IOException: no room for 1");
  }

  @Test
  void pagesThatWereTakenBeforeAnErrorCountAsWritten() throws InterruptedException {
    var archive =
        new PageArchive(
            new Sink(
                number -> {
                  if (number == 4) {
                    fail(number);
                  }
                }),
            stops::get,
            LONG);
    for (int number = 1; number <= 4; number++) {
      archive.page(visit(number));
    }

    archive.awaitWritten(3);
    assertThatThrownBy(() -> archive.awaitWritten(4)).isInstanceOf(CrawlException.class);
  }

  @Test
  void aSinkThatHangsIsGivenUpAtTheEnd() throws InterruptedException {
    var archive = new PageArchive(new Sink(this::hang), stops::get, SHORT);
    archive.page(visit(1));

    assertThatThrownBy(archive::end)
        .isInstanceOf(CrawlException.class)
        .hasMessageContaining("it has done nothing for PT0.3S");
    hangs.countDown();
  }

  @Test
  void aSinkThatHangsHoldsUpTheCrawlUntilItIsStopped() throws InterruptedException {
    var archive = new PageArchive(new Sink(this::hang), stops::get, SHORT);
    var stopper =
        new Thread(
            () -> {
              LockSupport.parkNanos(3 * SHORT.toNanos());
              stops.set(true);
            });
    long began = System.nanoTime();
    stopper.start();

    assertThatThrownBy(
            () -> {
              for (int number = 1; number <= 100; number++) {
                archive.page(visit(number));
              }
            })
        .isInstanceOf(CrawlException.class)
        .hasMessageContaining("it has done nothing for");
    assertThat(System.nanoTime() - began).isGreaterThanOrEqualTo(3 * SHORT.toNanos());
    assertThatThrownBy(() -> archive.awaitWritten(1)).isInstanceOf(CrawlException.class);
    hangs.countDown();
    stopper.join();
  }

  private void hang(long number) {
    try {
      hangs.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static void fail(long number) throws IOException {
    throw new IOException("no room for " + number);
  }

  private static Visit visit(long number) {
    return CrawlFixtures.visit(number, CrawlFixtures.page("http://a.test/" + number, "Page"));
  }

  /** What happens to a page. */
  private interface Taking {

    void take(long number) throws IOException;
  }

  private static final class Sink implements PageSink {

    private final Taking taking;
    private final List<Long> taken = new CopyOnWriteArrayList<>();
    private final CountDownLatch isClosed = new CountDownLatch(1);
    private volatile boolean closed;

    Sink(Taking taking) {
      this.taking = taking;
    }

    @Override
    public void page(Visit visit) throws IOException {
      taking.take(visit.number());
      taken.add(visit.number());
    }

    @Override
    public void close() {
      closed = true;
      isClosed.countDown();
    }
  }
}
