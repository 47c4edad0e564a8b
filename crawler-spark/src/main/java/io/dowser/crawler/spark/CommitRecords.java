package io.dowser.crawler.spark;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.WRITE;

import io.dowser.crawler.api.CrawlException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.FileContext;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.Options.Rename;
import org.apache.hadoop.fs.Path;

/**
 * The records of committed rounds, one file for each.
 *
 * <p>A record appears all at once: written under another name and renamed, or, in an object store,
 * where an object appears when it is complete, created under its name; either way only if there is
 * none of that name. For the driver alone.
 */
final class CommitRecords {

  private static final Pattern NAME = Pattern.compile("r\\d{8}\\.json");
  private static final Set<String> OBJECT_STORES = Set.of("s3a", "gs", "abfs", "abfss");

  private final Path commits;
  private final FileSystem files;
  private final Configuration configuration;

  /** Takes the directory of the records, which is made with the first of them. */
  CommitRecords(Path commits, FileSystem files, Configuration configuration) {
    this.commits = commits;
    this.files = files;
    this.configuration = configuration;
  }

  static boolean isRecord(String name) {
    return NAME.matcher(name).matches();
  }

  private FileStatus[] list() throws IOException {
    try {
      return files.listStatus(commits);
    } catch (FileNotFoundException e) {
      return new FileStatus[0];
    }
  }

  /** Reads the latest record, if there is one. */
  Optional<Commit> latest() {
    try {
      String last = "";
      for (FileStatus file : list()) {
        String name = file.getPath().getName();
        if (isRecord(name) && name.compareTo(last) > 0) {
          last = name;
        }
      }
      return last.isEmpty() ? Optional.empty() : Optional.of(read(new Path(commits, last)));
    } catch (IOException e) {
      throw new CrawlException("the commits in '" + commits + "' cannot be read: " + e, e);
    }
  }

  /** Reads the record of a round that was committed. */
  Commit of(int round) {
    try {
      return read(file(round));
    } catch (IOException e) {
      throw new CrawlException("the commit of round " + round + " cannot be read: " + e, e);
    }
  }

  private Path file(int round) {
    return new Path(commits, CrawlLayout.round(round) + ".json");
  }

  private Commit read(Path file) throws IOException {
    try (var in = files.open(file)) {
      return Commit.parse(new String(in.readAllBytes(), UTF_8));
    }
  }

  /**
   * Creates a round visible.
   *
   * @throws CrawlException if that fails, or the round was committed already
   */
  void write(Commit commit) {
    Path file = file(commit.round());
    try {
      files.mkdirs(commits);
      byte[] text = commit.toJson().getBytes(UTF_8);
      if (files instanceof LocalFileSystem local) {
        writeLocally(local.pathToFile(file).toPath(), text);
      } else if (OBJECT_STORES.contains(scheme())) {
        write(file, text);
      } else {
        Path temporary = new Path(commits, "_" + UUID.randomUUID() + ".tmp");
        write(temporary, text);
        FileContext.getFileContext(commits.toUri(), configuration)
            .rename(temporary, file, Rename.NONE);
      }
    } catch (FileAlreadyExistsException | java.nio.file.FileAlreadyExistsException e) {
      throw new CrawlException(
          "round "
              + commit.round()
              + " was committed already: another driver works in "
              + commits.getParent(),
          e);
    } catch (IOException e) {
      throw new CrawlException("round " + commit.round() + " cannot be committed: " + e, e);
    }
  }

  /**
   * A second name of a complete file appears at once, and only if it does not exist. Where there
   * are no such names the file is moved, which replaces nothing that was there a moment before.
   */
  private static void writeLocally(java.nio.file.Path file, byte[] text) throws IOException {
    java.nio.file.Path temporary = file.resolveSibling("_" + UUID.randomUUID() + ".tmp");
    try (FileChannel out = FileChannel.open(temporary, CREATE_NEW, WRITE)) {
      ByteBuffer bytes = ByteBuffer.wrap(text);
      while (bytes.hasRemaining()) {
        out.write(bytes);
      }
      out.force(true);
    }
    try {
      Files.createLink(file, temporary);
    } catch (java.nio.file.FileAlreadyExistsException e) {
      throw e;
    } catch (UnsupportedOperationException | FileSystemException e) { // one without links
      Files.move(temporary, file);
    } finally {
      Files.deleteIfExists(temporary);
    }
  }

  private String scheme() {
    return String.valueOf(files.getScheme()).toLowerCase(Locale.ROOT);
  }

  private void write(Path file, byte[] text) throws IOException {
    try (FSDataOutputStream out = files.create(file, false)) {
      out.write(text);
      out.hsync();
    }
  }
}
