package io.dowser.crawler.lab;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The lab in a separate process. */
final class LabProcess {

  private LabProcess() {}

  /** Returns the process, not yet started, with the class path of the test and little memory. */
  static ProcessBuilder of(String... arguments) {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    String classPath = System.getProperty("java.class.path");
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
