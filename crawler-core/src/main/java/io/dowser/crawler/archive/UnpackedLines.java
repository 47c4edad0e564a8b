package io.dowser.crawler.archive;

import com.google.common.io.ByteStreams;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;

/**
 * Gzipped JSON lines, unpacked into the directory of an index.
 *
 * <p>A copy is named after its archive's stamp and the number of its file, so that it never stands
 * in for another archive's; its name ends in {@code .unpacked}, so that it is no source. It is
 * written beside its place and moved there when it is whole and on the disk.
 */
final class UnpackedLines {

  /** Pages shrink to a tenth or a twentieth. */
  private static final long MOST_GROWTH = 100;

  private static final long ALWAYS_UNPACKED = 1 << 24;
  private static final Pattern COPY = Pattern.compile("([0-9a-f]{32})-[0-9]+\\.unpacked(\\.part)?");

  private final Path directory;
  private final PageIndex.Stamp stamp;

  UnpackedLines(Path directory, PageIndex.Stamp stamp) {
    this.directory = directory;
    this.stamp = stamp;
  }

  /** Returns the copy of a file, which is made if it is not there yet. */
  Path of(Path source, int number) throws IOException {
    Path copy = directory.resolve(stamp + "-" + number + ".unpacked");
    if (!Files.exists(copy)) {
      Path part = directory.resolve(copy.getFileName() + ".part");
      try {
        unpack(source, part);
        Files.move(part, copy, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
      } finally {
        Files.deleteIfExists(part);
      }
    }
    return copy;
  }

  /** A small file may claim to be terabytes, which are more than the disk has. */
  private static void unpack(Path source, Path part) throws IOException {
    long most = Math.max(ALWAYS_UNPACKED, MOST_GROWTH * Files.size(source));
    try (InputStream in = ByteStreams.limit(open(source), most + 1);
        var out =
            FileChannel.open(
                part,
                StandardOpenOption.CREATE,
                StandardOpenOption.TRUNCATE_EXISTING,
                StandardOpenOption.WRITE)) {
      if (in.transferTo(Channels.newOutputStream(out)) > most) {
        throw new IOException("it must unpack to " + most + " bytes at most, but there are more");
      }
      out.force(true);
    } catch (IOException e) {
      throw new IOException(source + " cannot be unpacked: " + e.getMessage(), e);
    }
  }

  /** Deletes what other archives left in the directory. */
  void deleteOthers() throws IOException {
    List<Path> others;
    try (Stream<Path> inside = Files.list(directory)) {
      others = inside.filter(this::isOther).toList();
    }
    for (Path other : others) {
      Files.deleteIfExists(other);
    }
  }

  private boolean isOther(Path file) {
    var copy = COPY.matcher(file.getFileName().toString());
    return copy.matches() && !stamp.toString().equals(copy.group(1));
  }

  /** Opens a gzipped file. */
  static InputStream open(Path file) throws IOException {
    InputStream in = Files.newInputStream(file);
    try {
      return new BufferedInputStream(new GZIPInputStream(in, 1 << 16));
    } catch (IOException e) {
      in.close();
      throw e;
    }
  }
}
