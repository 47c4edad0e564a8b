package io.dowser.crawler.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import io.dowser.crawler.api.Resumable;
import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.StateWriter;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.Supplier;

/** The saved state of a resumable plugin, and the checks of a damaged one. */
final class SavedState {

  private static final int ATTEMPTS = 40;
  private static final long MOST_MEMORY = 64L << 20;

  private final byte[] bytes;

  private SavedState(byte[] bytes) {
    this.bytes = bytes;
  }

  static SavedState of(Object plugin) {
    var bytes = new ByteArrayOutputStream();
    try {
      ((Resumable) plugin).save(StateWriter.to(bytes));
    } catch (IOException e) {
      throw new UncheckedIOException("save failed", e);
    }
    return new SavedState(bytes.toByteArray());
  }

  void restore(Object plugin) {
    try {
      restore(plugin, bytes);
    } catch (IOException e) {
      throw new UncheckedIOException("restore refused what save wrote", e);
    }
  }

  void checkDamage(Supplier<?> fresh, long seed) {
    var random = new SplittableRandom(seed);
    for (int i = 0; i < ATTEMPTS && bytes.length > 0; i++) {
      checkTruncated(fresh.get(), random.nextInt(bytes.length));
      checkOverwritten(fresh.get(), random.nextInt(bytes.length), random);
    }
  }

  private void checkTruncated(Object plugin, int length) {
    assertThatThrownBy(() -> restoreInBounds(plugin, Arrays.copyOf(bytes, length)))
        .as("restore of the first %d of %d bytes", length, bytes.length)
        .isInstanceOf(IOException.class);
  }

  /** Some damage results in another valid state; any other exception is a failure. */
  private void checkOverwritten(Object plugin, int place, SplittableRandom random) {
    byte[] damaged = bytes.clone();
    for (int i = place; i < Math.min(place + 4, damaged.length); i++) {
      damaged[i] = (byte) (random.nextBoolean() ? 0x7f : random.nextInt(256));
    }
    try {
      restoreInBounds(plugin, damaged);
    } catch (IOException e) {
      // it was noticed
    } catch (RuntimeException | OutOfMemoryError e) {
      fail("restore of state damaged at byte " + place + " of " + bytes.length + " gave " + e, e);
    }
  }

  private static void restoreInBounds(Object plugin, byte[] state) throws IOException {
    long before = allocated();
    try {
      restore(plugin, state);
    } finally {
      assertThat(allocated() - before)
          .as("bytes of memory taken to restore " + state.length + " bytes")
          .isLessThan(MOST_MEMORY);
    }
  }

  private static void restore(Object plugin, byte[] state) throws IOException {
    ((Resumable) plugin).restore(StateReader.from(new ByteArrayInputStream(state)));
  }

  /** Returns the memory that this thread has allocated so far, 0 if the JVM does not count it. */
  private static long allocated() {
    return ManagementFactory.getThreadMXBean() instanceof com.sun.management.ThreadMXBean threads
            && threads.isThreadAllocatedMemorySupported()
        ? threads.getCurrentThreadAllocatedBytes()
        : 0;
  }
}
