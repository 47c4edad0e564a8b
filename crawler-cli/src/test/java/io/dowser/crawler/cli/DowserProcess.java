package io.dowser.crawler.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** The program in a separate process, as a user has it. */
final class DowserProcess implements AutoCloseable {

  private static final long SECONDS = 60;

  private final Process process;
  private final Path out;
  private final Path err;

  private DowserProcess(Process process, Path out, Path err) {
    this.process = process;
    this.out = out;
    this.err = err;
  }

  /** Starts the main class with the class path of the test. */
  static DowserProcess start(Path directory, String... arguments) throws IOException {
    String classPath = System.getProperty("java.class.path");
    return start(List.of("-cp", classPath, Dowser.class.getName()), directory, arguments);
  }

  /** Starts what {@code java} is given. */
  static DowserProcess start(List<String> program, Path directory, String... arguments)
      throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx300m"));
    command.addAll(program);
    command.addAll(List.of(arguments));
    Path out = Files.createTempFile(directory, "out", ".txt");
    Path err = Files.createTempFile(directory, "err", ".txt");
    Process process =
        new ProcessBuilder(command)
            .redirectOutput(out.toFile())
            .redirectError(err.toFile())
            .start();
    return new DowserProcess(process, out, err);
  }

  /** Waits until a condition holds, and fails if the process ends before. */
  void await(BooleanSupplier condition) throws Exception {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > deadline || process.waitFor(1, TimeUnit.MILLISECONDS)) {
        throw new AssertionError("it did not come to that: " + out() + err());
      }
    }
  }

  /** Sends a signal, such as {@code INT}. */
  void signal(String name) throws Exception {
    new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start().waitFor();
  }

  /** Reports whether Ctrl-C is ignored, as it is in background jobs of some shells. */
  boolean ignoresInterrupt() throws IOException {
    Path status = Path.of("/proc", Long.toString(process.pid()), "status");
    return Files.exists(status)
        && Files.readAllLines(status).stream()
            .filter(line -> line.startsWith("SigIgn:"))
            .anyMatch(line -> (Long.parseUnsignedLong(line.substring(7).strip(), 16) & 2) != 0);
  }

  int exitCode() throws Exception {
    if (!process.waitFor(SECONDS, TimeUnit.SECONDS)) {
      throw new AssertionError("it does not end: " + out() + err());
    }
    return process.exitValue();
  }

  String out() throws IOException {
    return Files.readString(out);
  }

  String err() throws IOException {
    return Files.readString(err);
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
