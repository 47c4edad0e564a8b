package io.dowser.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.LocalDate;
import java.util.stream.Stream;

/** The machine on which metrics were measured. */
final class Machine {

  private Machine() {}

  /** Writes date, JDK and processor. */
  static void describe(Report report) throws IOException {
    report.say(
        "%s, %s %s, %s (%d processors), %s",
        LocalDate.now(Clock.systemUTC()),
        System.getProperty("java.vm.name"),
        System.getProperty("java.vm.version"),
        processor(),
        Runtime.getRuntime().availableProcessors(),
        System.getProperty("os.name"));
  }

  private static String processor() throws IOException {
    Path information = Path.of("/proc/cpuinfo");
    if (!Files.isReadable(information)) {
      return System.getProperty("os.arch");
    }
    try (Stream<String> lines = Files.lines(information)) {
      return lines
          .filter(line -> line.startsWith("model name"))
          .map(line -> line.substring(line.indexOf(':') + 1).strip())
          .findFirst()
          .orElse(System.getProperty("os.arch"));
    }
  }
}
