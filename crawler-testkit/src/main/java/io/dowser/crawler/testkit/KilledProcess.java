package io.dowser.crawler.testkit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A process with the class path of this one, to be killed once it has written some lines. */
final class KilledProcess {

  private static final long LONGEST_SECONDS = 300;

  private final Path log;
  private final Path output;
  private final int before;
  private final Process process;

  KilledProcess(Class<?> main, List<String> arguments, Path log) throws IOException {
    this.log = log;
    this.output = log.resolveSibling(log.getFileName() + ".out");
    this.before = lines(log);
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx512m"));
    command.addAll(List.of("-Dslf4j.internal.verbosity=ERROR", "-cp"));
    command.add(System.getProperty("java.class.path"));
    command.add(main.getName());
    command.addAll(arguments);
    this.process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(output.toFile()))
            .start();
  }

  /** Kills it once it has written more than this many lines; it must not end before. */
  void killAfter(int lines) throws IOException, InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(LONGEST_SECONDS);
    while (process.isAlive() && lines(log) - before <= lines && System.nanoTime() < deadline) {
      process.waitFor(2, TimeUnit.MILLISECONDS);
    }
    boolean killed = process.isAlive() && System.nanoTime() < deadline;
    process.destroyForcibly(); // SIGKILL
    int exit = process.waitFor();
    if (!killed) {
      throw new AssertionError(
          "a process should have been killed, but ended with "
              + exit
              + " and said: "
              + Files.readString(output));
    }
  }

  private static int lines(Path log) throws IOException {
    return Files.readAllLines(log).size();
  }
}
