package io.dowser.crawler.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;

/**
 * A Java process with the class path of this one, which a test kills with SIGKILL while it works.
 * It must end, or be killed, within five minutes. Not thread-safe.
 *
 * <p>A test class is its own program, and kills it once a file of its page sink is long enough:
 *
 * <pre>{@code
 * @Test
 * void killedCrawlIsResumed() throws Exception {
 *   Path pages = directory.resolve("pages.jsonl");
 *   KilledProcess process =
 *       KilledProcess.start(MyTest.class, directory.resolve("output"), directory.toString());
 *   assertThat(process.killOnce(() -> Files.exists(pages) && Files.size(pages) > 10_000)).isTrue();
 *   crawl(directory);
 *   // check the pages
 * }
 *
 * public static void main(String[] arguments) {
 *   crawl(Path.of(arguments[0]));
 * }
 * }</pre>
 *
 * <p>A crawl that is too short ends before it is killed: let its listener block at the last visit.
 */
public final class KilledProcess {

  private static final Duration LONGEST = Duration.ofMinutes(5);

  private final Process process;
  private final Path output;
  private final long deadline = System.nanoTime() + LONGEST.toNanos();

  private KilledProcess(Process process, Path output) {
    this.process = process;
    this.output = output;
  }

  /**
   * Starts a process.
   *
   * @param main the class whose {@code main} it runs
   * @param output the file that gets what it prints, behind what is there
   * @param arguments of {@code main}
   * @return the process
   * @throws UncheckedIOException if it cannot be started
   */
  public static KilledProcess start(Class<?> main, Path output, String... arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx512m"));
    command.addAll(List.of("-Dslf4j.internal.verbosity=ERROR", "-cp"));
    command.addAll(List.of(System.getProperty("java.class.path"), main.getName()));
    command.addAll(List.of(arguments));
    ProcessBuilder.Redirect file = ProcessBuilder.Redirect.appendTo(output.toFile());
    try {
      return new KilledProcess(
          new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(file).start(),
          output);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Waits until a condition holds, and then kills the process.
   *
   * @param condition is called again and again, every millisecond
   * @return whether it was killed; false if it had come to its end before
   * @throws AssertionError if it has failed, or nothing of both happens in time
   * @throws Exception that the condition throws
   */
  public boolean killOnce(Callable<Boolean> condition) throws Exception {
    boolean holds = condition.call();
    while (!holds && process.isAlive() && System.nanoTime() < deadline) {
      process.waitFor(1, TimeUnit.MILLISECONDS);
      holds = condition.call();
    }
    boolean killed = process.isAlive();
    String threads = holds || !killed ? "" : threads();
    process.destroyForcibly(); // SIGKILL
    process.waitFor();
    failIf(killed && !holds, "nothing to kill it for came in " + LONGEST + ": " + threads);
    failIf(!killed && process.exitValue() != 0, "it ended with " + process.exitValue());
    return killed;
  }

  /**
   * Waits until the process ends.
   *
   * @throws AssertionError if it fails, or does not end in time
   * @throws Exception if the thread is interrupted
   */
  public void awaitEnd() throws Exception {
    killOnce(() -> false);
  }

  private void failIf(boolean failed, String why) throws IOException {
    if (failed) {
      throw new AssertionError(why + "; its output: " + Files.readString(output));
    }
  }

  private String threads() throws IOException {
    String jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
    String pid = Long.toString(process.pid());
    Process dump = new ProcessBuilder(jcmd, pid, "Thread.print").redirectErrorStream(true).start();
    return new String(dump.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
  }
}
