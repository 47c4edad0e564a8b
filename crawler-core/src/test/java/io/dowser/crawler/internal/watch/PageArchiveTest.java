package io.dowser.crawler.internal.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.api.Visit;
import io.dowser.crawler.archive.PageSink;
import io.dowser.crawler.internal.CrawlThreads;
import io.dowser.crawler.internal.store.StoreBatch;
import io.dowser.crawler.testkit.CrawlFixtures;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How a crawl gets along with sinks that are slow, hang or fail. */
@Timeout(60)
class PageArchiveTest {

  private final AtomicBoolean stops = new AtomicBoolean();
  private final AtomicLong clock = new AtomicLong();
  private final AtomicLong nanosBetweenLooks = new AtomicLong();

  @Test
  void aSlowSinkGetsEveryPage() throws InterruptedException {
    var sink = new Sink(number -> clock.addAndGet(PageArchive.PATIENCE.toNanos() - 1));
    PageArchive archive = archive(sink);
    stops.set(true);

    for (int number = 1; number <= 200; number++) {
      archive.page(visit(number));
    }
    archive.end();

    assertThat(sink.taken).hasSize(200).isSorted();
    assertThat(sink.isClosed.getCount()).isZero();
  }

  @Test
  void errorOfTheLastPageIsThrownAtTheEndThoughTheThreadIsGone() throws Exception {
    var sink = new Sink(PageArchiveTest::fail);
    PageArchive archive = archive(sink);

    archive.page(visit(1));
    sink.isClosed.await();

    assertThatThrownBy(archive::end)
        .isInstanceOf(CrawlException.class)
        .hasMessage("the page sink failed: java.io.IOException: disk full at 1");
  }

  @Test
  void errorInClosingIsThrownAtTheEnd() throws Exception {
    PageSink sink =
        new PageSink() {
          @Override
          public void page(Visit visit) {}

          @Override
          public void close() throws IOException {
            throw new IOException("no end");
          }
        };
    PageArchive archive = archive(sink);
    archive.page(visit(1));

    assertThatThrownBy(archive::end)
        .isInstanceOf(CrawlException.class)
        .hasMessage("the page sink failed: java.io.IOException: no end");
  }

  @Test
  void pagesThatWereTakenBeforeAnErrorCountAsWritten() throws InterruptedException {
    PageArchive archive =
        archive(
            new Sink(
                number -> {
                  if (number == 4) {
                    fail(number);
                  }
                }));
    for (int number = 1; number <= 3; number++) {
      archive.page(visit(number));
    }
    StoreBatch.Barrier good = archive.allHandedOver();
    good.await();
    archive.page(visit(4));

    assertThatThrownBy(() -> archive.allHandedOver().await()) // the sink may have failed before
        .isInstanceOf(CrawlException.class)
        .hasMessageContaining("disk full at 4");
    good.await();
  }

  @Test
  void pagesAreFlushedBeforeTheyCountAsWritten() throws InterruptedException {
    var sink = new Sink(number -> {});
    PageArchive archive = archive(sink);
    archive.page(visit(1));
    StoreBatch.Barrier barrier = archive.allHandedOver();

    barrier.await();
    assertThat(sink.flushed).containsExactly(1L);
  }

  @Test
  void aSinkThatIsClosedHasWrittenAll() throws InterruptedException {
    var sink = new Sink(number -> {});
    PageArchive archive = archive(sink);
    archive.page(visit(1));
    archive.end();

    archive.allHandedOver().await();
    assertThat(sink.taken).containsExactly(1L);
  }

  @Test
  void aSinkThatHangsIsInterruptedAtTheEnd() throws InterruptedException {
    var sink = new Sink(this::hang);
    PageArchive archive = archive(sink);
    archive.page(visit(1));

    assertThatThrownBy(archive::end)
        .isInstanceOf(CrawlException.class)
        .hasMessageEndingWith("it has done nothing for 20s");
    sink.isClosed.await();
  }

  @Test
  void aSinkThatHangsHoldsUpAllWhoWaitForItUntilTheCrawlIsStopped() throws InterruptedException {
    var sink = new Sink(this::hang);
    PageArchive archive = archive(sink);
    var handed = new CountDownLatch(PageArchive.QUEUED - 1); // the barrier has one place
    archive.page(visit(1));
    var store = new Pending(archive.allHandedOver()::await);
    var crawl = new Pending(() -> handOver(archive, handed));

    handed.await();
    assertThat(crawl.isAlive()).isTrue();
    assertThat(store.isAlive()).isTrue();
    stops.set(true);

    assertThat(crawl.error()).hasMessageEndingWith("it has done nothing for 20s");
    assertThat(store.error()).isSameAs(crawl.error());
    sink.isClosed.await();
  }

  private static void handOver(PageArchive archive, CountDownLatch handed)
      throws InterruptedException {
    for (int number = 1; number <= 100; number++) {
      archive.page(visit(number));
      handed.countDown();
    }
  }

  @Test
  void anInterruptedEndEndsTheSinkAllTheSame() throws InterruptedException {
    var sink = new Sink(number -> {});
    PageArchive archive = archive(sink);
    archive.page(visit(1));

    Thread.currentThread().interrupt();
    assertThatThrownBy(archive::end).isInstanceOf(InterruptedException.class);

    sink.isClosed.await();
    assertThat(sink.taken).containsExactly(1L);
  }

  private PageArchive archive(PageSink sink) {
    return new PageArchive(
        sink, stops::get, () -> clock.addAndGet(nanosBetweenLooks.get()), CrawlThreads.UNNAMED);
  }

  /** Creates no progress until it is interrupted. */
  private void hang(long number) {
    nanosBetweenLooks.set(PageArchive.PATIENCE.toNanos() / 3);
    try {
      new CountDownLatch(1).await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static void fail(long number) throws IOException {
    throw new IOException("disk full at " + number);
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
    private final List<Long> flushed = new CopyOnWriteArrayList<>();
    private final CountDownLatch isClosed = new CountDownLatch(1);

    Sink(Taking taking) {
      this.taking = taking;
    }

    @Override
    public void page(Visit visit) throws IOException {
      taking.take(visit.number());
      taken.add(visit.number());
    }

    @Override
    public void flush() {
      flushed.addAll(taken);
    }

    @Override
    public void close() {
      isClosed.countDown();
    }
  }

  /** A thread that waits for the sink. */
  private interface Wait {

    void await() throws InterruptedException;
  }

  /** A thread whose error is kept. */
  private static final class Pending {

    private final AtomicReference<Throwable> error = new AtomicReference<>();
    private final Thread thread;

    Pending(Wait wait) {
      thread =
          new Thread(
              () -> {
                try {
                  wait.await();
                } catch (InterruptedException | RuntimeException e) {
                  error.set(e);
                }
              });
      thread.start();
    }

    boolean isAlive() {
      return thread.isAlive();
    }

    @Nullable Throwable error() throws InterruptedException {
      thread.join();
      return error.get();
    }
  }
}
