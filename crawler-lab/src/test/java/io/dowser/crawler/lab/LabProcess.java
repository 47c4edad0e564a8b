package io.dowser.crawler.lab;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** The lab in a process of its own. */
final class LabProcess {

  private LabProcess() {}

  /** Not yet started, with the class path of the test but for some entries, in little memory. */
  static ProcessBuilder of(List<Path> without, String... arguments) {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    String classPath =
        Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
            .filter(entry -> !without.contains(Path.of(entry).toAbsolutePath()))
            .collect(Collectors.joining(File.pathSeparator));
    List<String> command = new ArrayList<>(List.of(java, "-Xmx300m", "-XX:TieredStopAtLevel=1"));
    command.addAll(List.of("-cp", classPath, LabProgram.class.getName()));
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command);
  }

  /** Runs it to its end; both streams of its output go to a file. */
  static int run(ProcessBuilder lab, Path output) throws IOException, InterruptedException {
    Process process = lab.redirectErrorStream(true).redirectOutput(output.toFile()).start();
    try {
      return process.waitFor();
    } finally {
      process.destroyForcibly();
    }
  }
}
