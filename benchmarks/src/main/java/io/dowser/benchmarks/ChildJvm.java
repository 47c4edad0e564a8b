package io.dowser.benchmarks;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Starts a fresh JVM like this one. */
final class ChildJvm {

  private static final Path NICE = Path.of("/usr/bin/nice");

  private ChildJvm() {}

  /**
   * Starts a command of {@link Benchmarks}; what it says on standard error is passed on.
   *
   * @param options for the JVM
   * @param command for {@code Benchmarks}
   * @param arguments for the command
   */
  static Process start(List<String> options, String command, List<String> arguments)
      throws IOException {
    return start(List.of(), options, command, arguments);
  }

  /** Starts one that gives way to other processes, where the system has {@code nice}. */
  static Process startNicely(List<String> options, String command, List<String> arguments)
      throws IOException {
    List<String> prefix =
        Files.isExecutable(NICE) ? List.of(NICE.toString(), "-n", "15") : List.of();
    return start(prefix, options, command, arguments);
  }

  private static Process start(
      List<String> prefix, List<String> options, String command, List<String> arguments)
      throws IOException {
    var line = new ArrayList<>(prefix);
    line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    line.addAll(options);
    line.addAll(List.of("-cp", System.getProperty("java.class.path")));
    line.add(Benchmarks.class.getName());
    line.add(command);
    line.addAll(arguments);
    return new ProcessBuilder(line).redirectError(Redirect.INHERIT).start();
  }
}
