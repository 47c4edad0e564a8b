package io.dowser.crawler.tika;

import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.api.FetchResult.FailureReason;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A process that reads one document at a time, with a directory for its temporary files. */
final class ParserProcess implements AutoCloseable {

  /** The exit code of HotSpot with {@code ExitOnOutOfMemoryError}. */
  private static final int OUT_OF_MEMORY = 3;

  private final TikaLimits limits;
  private final Process process;
  private final Path directory;
  private final DataOutputStream out;
  private final DataInputStream in;
  private boolean ready;

  private ParserProcess(TikaLimits limits, Process process, Path directory) {
    this.limits = limits;
    this.process = process;
    this.directory = directory;
    this.out = new DataOutputStream(new BufferedOutputStream(process.getOutputStream()));
    this.in = new DataInputStream(new BufferedInputStream(process.getInputStream()));
  }

  /**
   * Starts a process; it loads its classes while the caller continues.
   *
   * @throws CrawlException if the system cannot start one
   */
  static ParserProcess start(TikaLimits limits) {
    @Nullable Path directory = null;
    try {
      directory = Files.createTempDirectory("dowser-tika");
      Process process =
          new ProcessBuilder(command(limits, directory))
              .redirectError(errors(directory).toFile())
              .start();
      return new ParserProcess(limits, process, directory);
    } catch (IOException e) {
      delete(directory);
      throw new CrawlException("the process that reads documents cannot be started: " + e, e);
    }
  }

  private static List<String> command(TikaLimits limits, Path directory) {
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-cp",
        limits.classPath(),
        "-Xmx" + limits.heapMebibytes() + "m",
        "-XX:+UseSerialGC",
        "-XX:+ExitOnOutOfMemoryError",
        "-XX:+DisplayVMOutputToStderr", // standard output has results alone
        "-Djava.awt.headless=true",
        "-Djava.io.tmpdir=" + directory,
        ParserMain.class.getName(),
        Integer.toString(limits.maxCharacters()),
        Integer.toString(limits.maxLinks()),
        Long.toString(limits.timeout().toMillis()));
  }

  private static Path errors(Path directory) {
    return directory.resolve("errors");
  }

  /**
   * Waits until the process can read documents; ends soon after {@link #kill}.
   *
   * @throws CrawlException if it ends before; the message has the output of the process
   */
  boolean awaitStart() {
    try {
      if (!ready) {
        in.readByte();
        ready = true;
      }
      return ready;
    } catch (IOException e) {
      throw new CrawlException(
          "the process that reads documents ended with code " + exitCode() + ": " + complaint(), e);
    }
  }

  private int exitCode() {
    return process.destroyForcibly().onExit().join().exitValue();
  }

  /** Sends a document and waits for its contents; ends soon after {@link #kill}. */
  ParsedDocument parse(String type, byte[] document) {
    try {
      ParsedDocument.writeBytes(out, type.getBytes(StandardCharsets.UTF_8));
      ParsedDocument.writeBytes(out, document);
      out.flush();
      return ParsedDocument.read(in, limits.maxCharacters(), limits.maxLinks());
    } catch (IOException e) {
      return ended();
    }
  }

  private ParsedDocument ended() {
    int code = exitCode();
    return code == OUT_OF_MEMORY
        ? ParsedDocument.unreadable(FailureReason.TOO_COSTLY, "needs more memory")
        : ParsedDocument.unreadable(
            FailureReason.DAMAGED, "ended the process that read it, with code " + code);
  }

  private String complaint() {
    try (Stream<String> lines = Files.lines(errors(directory))) {
      return lines.findFirst().orElse("nothing was said");
    } catch (IOException e) {
      return "nothing is known: " + e;
    }
  }

  /** Returns whether it can read another document. */
  boolean isAlive() {
    return process.isAlive();
  }

  /** Kills the process, which ends a call of {@link #parse}. */
  void kill() {
    process.destroyForcibly().onExit().join();
  }

  /** Kills the process and deletes its files. */
  @Override
  public void close() {
    kill();
    delete(directory);
  }

  private static void delete(@Nullable Path directory) {
    if (directory == null) {
      return;
    }
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      throw new CrawlException("temporary files cannot be deleted: " + e, e);
    }
  }
}
