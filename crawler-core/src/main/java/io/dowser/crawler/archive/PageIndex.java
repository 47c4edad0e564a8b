package io.dowser.crawler.archive;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Finds pages of an archive by URL: an open-addressed table of 32-byte slots in a mapped file, so
 * that it takes no heap. Thread-safe.
 *
 * <p>The file, in big-endian order: magic, version, number of slots, number of pages, 16 bytes that
 * stand for what was indexed; then the slots: key (16 bytes), file number and offset (8), length
 * plus 1 (4, 0 in an empty slot), 4 unused.
 */
final class PageIndex {

  /** Stands for the archive that an index was made of. */
  record Stamp(long high, long low) {

    /** Returns it as 32 hexadecimal digits. */
    @Override
    public String toString() {
      HexFormat hex = HexFormat.of();
      return hex.toHexDigits(high) + hex.toHexDigits(low);
    }
  }

  private static final long MAGIC = 0x444F575345524958L; // DOWSERIX
  private static final int VERSION = 2;
  private static final int HEADER = 64;
  private static final int SLOT = 32;
  private static final int MOST_SLOTS = (Integer.MAX_VALUE - HEADER) / SLOT;
  private static final int OFFSET_BITS = 48;
  private static final long OFFSET_MASK = (1L << OFFSET_BITS) - 1;

  private final Path file;
  private final MappedByteBuffer map;
  private final int slots;
  private final int pages;

  private PageIndex(Path file, MappedByteBuffer map, int slots, int pages) {
    this.file = file;
    this.map = map;
    this.slots = slots;
    this.pages = pages;
  }

  /** Opens an index; null if there is none, or one of another archive. */
  static @Nullable PageIndex open(Path file, Stamp stamp) throws IOException {
    if (!Files.isRegularFile(file) || Files.size(file) < HEADER) {
      return null;
    }
    try (var channel = FileChannel.open(file)) {
      MappedByteBuffer map = channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size());
      int slots = map.getInt(12);
      boolean fits =
          map.getLong(0) == MAGIC
              && map.getInt(8) == VERSION
              && map.getLong(24) == stamp.high
              && map.getLong(32) == stamp.low
              && slots > 0
              && map.capacity() == HEADER + (long) slots * SLOT;
      return fits ? new PageIndex(file, map, slots, map.getInt(16)) : null;
    }
  }

  int pages() {
    return pages;
  }

  /**
   * Finds a page.
   *
   * @throws IOException if the index is damaged
   */
  Optional<Slice> find(UrlKey key) throws IOException {
    int at = place(map, slots, key);
    if (at < 0) {
      throw new IOException("the index " + file + " is damaged: delete it, and it is made anew");
    }
    int length = map.getInt(at + 24);
    if (length == 0) {
      return Optional.empty();
    }
    long where = map.getLong(at + 16);
    int file = (int) (where >>> OFFSET_BITS);
    return Optional.of(new Slice(file, where & OFFSET_MASK, length - 1));
  }

  /**
   * Returns the place of a key's slot, or of the empty one where it belongs; -1 if there is none.
   */
  private static int place(MappedByteBuffer map, int slots, UrlKey key) {
    int slot = (int) Long.remainderUnsigned(key.high(), slots);
    for (int tried = 0; tried < slots; tried++) {
      int at = HEADER + slot * SLOT;
      boolean here = map.getLong(at) == key.high() && map.getLong(at + 8) == key.low();
      if (here || map.getInt(at + 24) == 0) {
        return at;
      }
      slot = slot + 1 == slots ? 0 : slot + 1;
    }
    return -1; // never while an index is made: a third of its slots stays empty
  }

  /** Collects entries in a file and then makes the table; of several pages of a URL one stays. */
  static final class Writer implements Closeable {

    private final Path target;
    private final Path entries;
    private final DataOutputStream out;
    private long count;

    Writer(Path target) throws IOException {
      this.target = target;
      this.entries = target.resolveSibling(target.getFileName() + ".entries");
      this.out = new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(entries)));
    }

    void add(UrlKey key, Slice slice) throws IOException {
      out.writeLong(key.high());
      out.writeLong(key.low());
      out.writeLong((long) slice.file() << OFFSET_BITS | slice.offset());
      out.writeInt(slice.length() + 1);
      count++;
    }

    /** Creates the index; the first page that was added for a URL is the one that is found. */
    PageIndex finish(Stamp stamp) throws IOException {
      out.close();
      long slots = count + count / 2 + 8;
      if (slots > MOST_SLOTS) {
        throw new IOException(
            "an index holds at most "
                + MOST_SLOTS / 3 * 2
                + " pages, but the archive has "
                + count);
      }
      Path part = target.resolveSibling(target.getFileName() + ".part");
      Files.deleteIfExists(part);
      try (var file = new RandomAccessFile(part.toFile(), "rw")) {
        long size = HEADER + slots * SLOT;
        file.setLength(size);
        MappedByteBuffer map = file.getChannel().map(FileChannel.MapMode.READ_WRITE, 0, size);
        int pages = fill(map, (int) slots);
        writeHeader(map, (int) slots, pages, stamp);
        map.force();
      }
      Files.move(part, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
      PageIndex made = open(target, stamp);
      if (made == null) {
        throw new IOException("the index " + target + " changed while it was made");
      }
      return made;
    }

    private int fill(MappedByteBuffer map, int slots) throws IOException {
      int pages = 0;
      try (var in = new DataInputStream(new BufferedInputStream(Files.newInputStream(entries)))) {
        for (long i = 0; i < count; i++) {
          var key = new UrlKey(in.readLong(), in.readLong());
          long where = in.readLong();
          int length = in.readInt();
          int at = place(map, slots, key);
          if (map.getInt(at + 24) == 0) {
            map.putLong(at, key.high()).putLong(at + 8, key.low());
            map.putLong(at + 16, where).putInt(at + 24, length);
            pages++;
          }
        }
      }
      return pages;
    }

    private static void writeHeader(MappedByteBuffer map, int slots, int pages, Stamp stamp) {
      map.putLong(0, MAGIC).putInt(8, VERSION).putInt(12, slots).putInt(16, pages);
      map.putLong(24, stamp.high).putLong(32, stamp.low);
    }

    @Override
    public void close() throws IOException {
      for (Closeable each : Arrays.<Closeable>asList(out, () -> Files.deleteIfExists(entries))) {
        each.close();
      }
    }
  }
}
