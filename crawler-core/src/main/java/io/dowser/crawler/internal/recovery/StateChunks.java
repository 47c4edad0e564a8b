package io.dowser.crawler.internal.recovery;

import com.google.common.collect.Iterators;
import com.google.common.hash.HashCode;
import com.google.common.hash.HashFunction;
import com.google.common.hash.Hashing;
import io.dowser.crawler.api.Resumable;
import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.StateWriter;
import io.dowser.crawler.internal.traps.ChangingState;
import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.SequenceInputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.zip.Deflater;
import java.util.zip.InflaterInputStream;

/**
 * Brings the state of one plugin into zlib chunks and back, and remembers what it gave: most states
 * grow at their end, so most chunks are what they were and need not be written again.
 */
final class StateChunks {

  private static final int CHUNK = 1 << 15;
  private static final int MOST_RAW = 64 << 20;

  /**
   * This many chunks at the start of a state, 2 MB, are only wrapped. Small states change with
   * every commit, and hashes do not shrink; to compress them took a quarter of the time of the
   * thread that writes.
   */
  private static final int UNCOMPRESSED = 64;

  private static final HashFunction HASH = Hashing.murmur3_128();

  private final List<HashCode> given = new ArrayList<>();

  /**
   * The chunks to write.
   *
   * @param changed the changed chunks, by their indexes; they are compressed when their supplier is
   *     called, possibly by another thread
   * @param count the number of all chunks, changed or not
   */
  record Saved(Map<Integer, Supplier<byte[]>> changed, int count) {}

  /** Saves what has changed since the last call, behind the chunks that are there. */
  Saved saveChanges(ChangingState state) throws IOException {
    if (given.isEmpty()) {
      return save(state);
    }
    var chunks = new Chunks();
    chunks.skip(given.size());
    state.saveChanges(StateWriter.to(chunks));
    return chunks.end();
  }

  /** Saves a plugin, always the same one. */
  Saved save(Resumable plugin) throws IOException {
    var chunks = new Chunks();
    plugin.save(StateWriter.to(chunks));
    return chunks.end();
  }

  /** Restores a plugin from all chunks that {@link #save} and {@link #saveChanges} made. */
  static void restore(Resumable plugin, List<byte[]> chunks) throws IOException {
    try (InputStream in = new BufferedInputStream(inflate(chunks))) {
      StateReader reader = StateReader.from(in);
      plugin.restore(reader);
      if (plugin instanceof ChangingState changing) {
        while (hasMore(in)) {
          changing.restoreChanges(reader);
        }
      }
    }
  }

  private static boolean hasMore(InputStream in) throws IOException {
    in.mark(1);
    boolean hasMore = in.read() >= 0;
    in.reset();
    return hasMore;
  }

  /** Passes the chunks of another crawl to a plugin. */
  static void pass(Resumable plugin, List<byte[]> chunks) throws IOException {
    try (InputStream in = inflate(chunks)) {
      plugin.startFrom(StateReader.from(in));
    }
  }

  private static byte[] deflate(byte[] chunk, int size, int level) {
    var deflater = new Deflater(level);
    try {
      deflater.setInput(chunk, 0, size);
      deflater.finish();
      byte[] target = new byte[(level == Deflater.NO_COMPRESSION ? size : size / 4) + 64];
      int length = deflater.deflate(target);
      while (!deflater.finished()) {
        target = Arrays.copyOf(target, 2 * target.length);
        length += deflater.deflate(target, length, target.length - length);
      }
      return Arrays.copyOf(target, length);
    } finally {
      deflater.end();
    }
  }

  private static InputStream inflate(List<byte[]> chunks) {
    return new SequenceInputStream(
        Iterators.asEnumeration(Iterators.transform(chunks.iterator(), StateChunks::inflate)));
  }

  private static InputStream inflate(byte[] chunk) {
    return new BufferedInputStream(new InflaterInputStream(new ByteArrayInputStream(chunk)), CHUNK);
  }

  /** Takes what a plugin writes. */
  private final class Chunks extends OutputStream {

    private final Map<Integer, Supplier<byte[]>> changed = new TreeMap<>();
    private final byte[] chunk = new byte[CHUNK];
    private int raw;
    private int size;
    private int count;

    @Override
    public void write(int b) {
      if (size == CHUNK) {
        cut();
      }
      chunk[size++] = (byte) b;
    }

    @Override
    public void write(byte[] bytes, int from, int length) {
      int done = 0;
      while (done < length) {
        if (size == CHUNK) {
          cut();
        }
        int room = Math.min(length - done, CHUNK - size);
        System.arraycopy(bytes, from + done, chunk, size, room);
        size += room;
        done += room;
      }
    }

    private void cut() {
      HashCode hash = HASH.hashBytes(chunk, 0, size);
      if (count == given.size()) {
        given.add(hash);
        changed.put(count, deflated());
      } else if (!given.get(count).equals(hash)) {
        given.set(count, hash);
        changed.put(count, deflated());
      }
      count++;
      size = 0;
    }

    /** Leaves chunks as they were given. */
    private void skip(int chunks) {
      count += chunks;
    }

    /** Leaves the work to another thread as long as not too much is in memory for it. */
    private Supplier<byte[]> deflated() {
      int level = count < UNCOMPRESSED ? Deflater.NO_COMPRESSION : Deflater.BEST_SPEED;
      if (raw + size > MOST_RAW) {
        byte[] deflated = deflate(chunk, size, level);
        return () -> deflated;
      }
      raw += size;
      byte[] copy = Arrays.copyOf(chunk, size);
      return () -> deflate(copy, copy.length, level);
    }

    Saved end() {
      if (size > 0 || count == 0) {
        cut(); // one chunk at least, though it may be empty
      }
      given.subList(count, given.size()).clear();
      return new Saved(changed, count);
    }
  }
}
