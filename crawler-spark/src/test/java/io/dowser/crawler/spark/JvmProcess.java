package io.dowser.crawler.spark;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Another JVM with this one's class path and options, whose output is read line by line. */
final class JvmProcess implements AutoCloseable {

  private static final long MOST_SECONDS = 1_800;

  private final Process process;
  private final List<String> lines = new ArrayList<>();
  private boolean ended;

  private JvmProcess(Process process) {
    this.process = process;
    var reader = new Thread(this::read, "output of " + process.pid());
    reader.setDaemon(true);
    reader.start();
  }

  /**
   * Starts a JVM.
   *
   * @param environment variables in addition to those of this process
   * @param classPath where its classes are
   * @param command options, the main class and its arguments
   */
  static JvmProcess start(Map<String, String> environment, String classPath, List<String> command)
      throws IOException {
    List<String> all = new ArrayList<>();
    all.add(System.getProperty("java.home") + File.separator + "bin" + File.separator + "java");
    java.lang.management.ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(option -> option.startsWith("--add-opens"))
        .forEach(all::add);
    all.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp", classPath));
    all.addAll(command);
    var builder = new ProcessBuilder(all).redirectErrorStream(true);
    builder.environment().putAll(environment);
    return new JvmProcess(builder.start());
  }

  private void read() {
    try (BufferedReader output = process.inputReader(UTF_8)) {
      for (String line = output.readLine(); line != null; line = output.readLine()) {
        add(line);
      }
    } catch (IOException e) {
      add(new UncheckedIOException(e).toString());
    }
    synchronized (this) {
      ended = true;
      notifyAll();
    }
  }

  private synchronized void add(String line) {
    lines.add(line);
    notifyAll();
  }

  /** Waits for a line and gives the first group of the pattern. */
  synchronized String await(String pattern) throws InterruptedException {
    Pattern wanted = Pattern.compile(pattern);
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(MOST_SECONDS);
    int next = 0;
    while (true) {
      for (; next < lines.size(); next++) {
        Matcher found = wanted.matcher(lines.get(next));
        if (found.find()) {
          return found.groupCount() == 0 ? found.group() : found.group(1);
        }
      }
      long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
      if (ended || left <= 0) {
        throw new AssertionError("no line like '" + pattern + "' in:\n" + output());
      }
      wait(left);
    }
  }

  boolean isAlive() {
    return process.isAlive();
  }

  /** Sends a signal such as STOP to the process alone. */
  void signal(String name) throws IOException, InterruptedException {
    new ProcessBuilder("kill", "-" + name, "" + process.pid()).start().waitFor();
  }

  /** Ends the process and all that it has started as a power failure would. */
  void kill() {
    List<ProcessHandle> children = process.descendants().toList();
    process.destroyForcibly();
    children.forEach(ProcessHandle::destroyForcibly);
    process.onExit().join();
  }

  /** Waits for the end and gives the exit code. */
  int exitCode() throws InterruptedException {
    if (!process.waitFor(MOST_SECONDS, TimeUnit.SECONDS)) {
      throw new AssertionError("the process does not end:\n" + output());
    }
    return process.exitValue();
  }

  synchronized String output() {
    return String.join("\n", lines);
  }

  @Override
  public void close() {
    kill();
  }
}
