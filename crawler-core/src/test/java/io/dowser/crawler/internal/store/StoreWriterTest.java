package io.dowser.crawler.internal.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.collect.Sets;
import io.dowser.crawler.StoredCrawls;
import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.store.StoreException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A batch that is not written is never taken for one that is. */
class StoreWriterTest {

  @TempDir Path directory;

  @Test
  void aBatchThatContradictsTheFileFailsForItsCaller() throws Exception {
    try (CrawlStore store = open()) {
      store.write(batch(0));
      StoreBatch twice = batch(0); // the numbers are taken
      store.write(twice);

      assertThatThrownBy(() -> store.await(twice))
          .isInstanceOf(StoreException.class)
          .hasMessageContaining(directory.toString());
      assertThatThrownBy(store::check).isInstanceOf(StoreException.class);
      assertThatThrownBy(() -> store.write(batch(1))).isInstanceOf(StoreException.class);
      assertThatThrownBy(() -> store.finish(Duration.ofSeconds(1)))
          .isInstanceOf(StoreException.class);
    }
    assertThat(urls()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(classes = {OutOfMemoryError.class, IllegalStateException.class})
  void whateverBreaksTheThreadIsReported(Class<? extends Throwable> kind) throws Exception {
    try (CrawlStore store = open()) {
      StoreBatch batch = batch(0);
      batch.commitAfter(
          () -> {
            if (kind == OutOfMemoryError.class) {
              throw new OutOfMemoryError("for the test");
            }
            throw new IllegalStateException("for the test");
          });
      store.write(batch);

      assertThatThrownBy(() -> store.await(batch))
          .isInstanceOf(StoreException.class)
          .hasStackTraceContaining("for the test");
      assertThatThrownBy(() -> store.write(batch(1))).isInstanceOf(StoreException.class);
      assertThatThrownBy(() -> store.finish(Duration.ofMinutes(1)))
          .isInstanceOf(StoreException.class);
    }
    assertThat(urls()).isZero();
  }

  @Test
  void aPageSinkThatFailedIsNotTakenForABrokenDirectory() throws Exception {
    try (CrawlStore store = open()) {
      StoreBatch batch = batch(0);
      batch.commitAfter(
          () -> {
            throw new CrawlException("the page sink failed: no room");
          });
      store.write(batch);

      assertThatThrownBy(() -> store.await(batch)).hasMessage("the page sink failed: no room");
    }
  }

  @Test
  void finishingEndsAfterItsTimeAlsoIfManyArePending() throws Exception {
    var hold = new CountDownLatch(1);
    try (CrawlStore store = open()) {
      StoreBatch first = batch(0);
      first.commitAfter(hold::await);
      store.write(first);
      store.write(batch(1));

      assertThatThrownBy(() -> store.finish(Duration.ofMillis(300)))
          .isInstanceOf(StoreException.class)
          .hasMessageContaining("was not written within");
      hold.countDown();
      store.finish(Duration.ofMinutes(1));
    }
    assertThat(urls()).isEqualTo(2);
  }

  @Test
  void aStoreThatIsClosedTooSoonLosesWhatIsPendingAndLeavesNoThread() throws Exception {
    Set<Thread> others = Thread.getAllStackTraces().keySet();
    CrawlStore store = open();
    StoreBatch first = batch(0);
    store.write(first);
    store.await(first);
    StoreBatch held = batch(1);
    held.commitAfter(new CountDownLatch(1)::await);
    store.write(held);

    store.close();

    assertThat(held.isWritten()).isTrue();
    assertThat(urls()).isEqualTo(1);
    assertThat(Sets.difference(Thread.getAllStackTraces().keySet(), others))
        .extracting(Thread::getName)
        .doesNotContain("dowser-store");
  }

  private CrawlStore open() {
    return CrawlStore.open(directory, StoreOptions.DEFAULTS);
  }

  private static StoreBatch batch(long url) {
    var batch = new StoreBatch(url);
    batch.addUrl(CrawlUrl.of("http://a.test/" + url), 0, -1, Instant.EPOCH);
    return batch;
  }

  private int urls() {
    return StoredCrawls.strings(directory, "SELECT url FROM url").size();
  }
}
