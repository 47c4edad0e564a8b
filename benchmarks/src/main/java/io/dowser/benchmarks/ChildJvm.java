package io.dowser.benchmarks;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Starts a fresh JVM like this one. */
final class ChildJvm {

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
    var line = new ArrayList<String>();
    line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    line.addAll(options);
    line.addAll(List.of("-cp", System.getProperty("java.class.path")));
    line.add(Benchmarks.class.getName());
    line.add(command);
    line.addAll(arguments);
    return new ProcessBuilder(line).redirectError(Redirect.INHERIT).start();
  }
}
