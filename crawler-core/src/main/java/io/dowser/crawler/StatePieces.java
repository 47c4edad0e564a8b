package io.dowser.crawler;

import com.google.common.collect.Iterators;
import com.google.common.hash.HashCode;
import com.google.common.hash.HashFunction;
import com.google.common.hash.Hashing;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.Resumable;
import io.dowser.crawler.queue.UrlsByNumber;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.SequenceInputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import java.util.zip.Deflater;
import java.util.zip.InflaterInputStream;

/**
 * Brings the state of one plugin into compressed pieces and back, and remembers what it gave: most
 * states grow at their end, so most pieces are what they were and need not be written again.
 */
final class StatePieces {

  private static final int PIECE = 1 << 15;
  private static final HashFunction HASH = Hashing.murmur3_128();

  private final List<HashCode> given = new ArrayList<>();

  /**
   * What is to be written.
   *
   * @param changed the pieces that are not as they were, by their places; compressed when asked
   *     for, which any thread may do
   * @param count how many pieces there are, changed or not
   * @param bytes of the whole state before compression
   */
  record Saved(Map<Integer, Supplier<byte[]>> changed, int count, long bytes) {}

  /** Saves a plugin, always the same one. */
  Saved save(Resumable plugin) throws IOException {
    var pieces = new Cutter();
    plugin.save(new Output(pieces));
    return pieces.end();
  }

  /**
   * Restores a plugin from all pieces.
   *
   * @param urls knows the URLs of saved candidates by their numbers
   */
  static void restore(Resumable plugin, List<byte[]> pieces, LongFunction<CrawlUrl> urls)
      throws IOException {
    var all = Iterators.asEnumeration(Iterators.transform(pieces.iterator(), StatePieces::inflate));
    try (var in = new Input(new SequenceInputStream(all), urls)) {
      plugin.restore(in);
    }
  }

  /** The store has the URLs. */
  private static final class Output extends DataOutputStream implements UrlsByNumber.Output {

    Output(OutputStream out) {
      super(out);
    }
  }

  private static final class Input extends DataInputStream implements UrlsByNumber.Input {

    private final LongFunction<CrawlUrl> urls;

    Input(InputStream in, LongFunction<CrawlUrl> urls) {
      super(in);
      this.urls = urls;
    }

    @Override
    public CrawlUrl url(long sequence) {
      return urls.apply(sequence);
    }
  }

  private static byte[] deflate(byte[] piece) {
    var deflater = new Deflater(Deflater.BEST_SPEED);
    try {
      deflater.setInput(piece);
      deflater.finish();
      byte[] target = new byte[piece.length / 4 + 64];
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

  private static InputStream inflate(byte[] piece) {
    return new java.io.BufferedInputStream(
        new InflaterInputStream(new ByteArrayInputStream(piece)), PIECE);
  }

  /** Takes what a plugin writes. */
  private final class Cutter extends OutputStream {

    private final Map<Integer, Supplier<byte[]>> changed = new TreeMap<>();
    private final byte[] piece = new byte[PIECE];
    private int size;
    private int count;

    @Override
    public void write(int b) {
      if (size == PIECE) {
        cut();
      }
      piece[size++] = (byte) b;
    }

    @Override
    public void write(byte[] bytes, int from, int length) {
      int done = 0;
      while (done < length) {
        if (size == PIECE) {
          cut();
        }
        int room = Math.min(length - done, PIECE - size);
        System.arraycopy(bytes, from + done, piece, size, room);
        size += room;
        done += room;
      }
    }

    private void cut() {
      HashCode hash = HASH.hashBytes(piece, 0, size);
      if (count == given.size()) {
        given.add(hash);
        changed.put(count, deflatedLater());
      } else if (!given.get(count).equals(hash)) {
        given.set(count, hash);
        changed.put(count, deflatedLater());
      }
      count++;
      size = 0;
    }

    private Supplier<byte[]> deflatedLater() {
      byte[] copy = Arrays.copyOf(piece, size);
      return () -> deflate(copy);
    }

    Saved end() {
      long bytes = (long) PIECE * count + size;
      cut(); // one piece at least, though it may be empty
      given.subList(count, given.size()).clear();
      return new Saved(changed, count, bytes);
    }
  }
}
