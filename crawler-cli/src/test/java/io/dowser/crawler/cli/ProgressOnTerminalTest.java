package io.dowser.crawler.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledForJreRange;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** A crawl on a pseudo-terminal, which {@code script} of util-linux provides. */
@Tag("slow")
class ProgressOnTerminalTest {

  private static final Path SCRIPT = Path.of("/usr/bin/script");

  @TempDir private Path directory;

  @Test
  @EnabledOnOs(value = OS.LINUX, disabledReason = "script has other options there")
  @DisabledForJreRange(
      min = JRE.JAVA_22,
      max = JRE.JAVA_24,
      disabledReason = "has a console without a terminal, so progress is not overwritten")
  void progressOverwritesOneLineThatDoesNotWrap() throws Exception {
    assumeThat(Files.exists(SCRIPT)).as("there is " + SCRIPT).isTrue();
    try (var site = new TideSite()) {
      String shown = onTerminal(site.url(0));

      assertThat(shown).contains("The crawl ended because its budget of pages is spent.\r\n");
      String[] lines = shown.substring(0, shown.indexOf("\nThe crawl")).split("\r");
      assertThat(lines).hasSizeGreaterThan(2);
      assertThat(List.of(lines).subList(1, lines.length - 1))
          .allSatisfy(
              line ->
                  assertThat(line)
                      .startsWith("\u001b[?7l")
                      .containsPattern("[0-9] pages?, ")
                      .contains(" left, ")
                      .endsWith("\u001b[K\u001b[?7h"));
      assertThat(lines[lines.length - 1]).startsWith("\u001b[K10 pages, ").endsWith(" pages/s");
    }
  }

  private String onTerminal(String seed) throws Exception {
    String crawl =
        String.join(
            " ",
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            Dowser.class.getName(),
            "crawl --topic tide --delay 0.1s --max-pages 10 --seed",
            seed,
            "--out",
            directory.resolve("tides").toString());
    var script =
        new ProcessBuilder(SCRIPT.toString(), "-q", "-e", "-c", crawl, "/dev/null")
            .redirectInput(Path.of("/dev/null").toFile())
            .redirectErrorStream(true);
    script.environment().put("CLASSPATH", System.getProperty("java.class.path"));
    Process terminal = script.start();
    String shown = new String(terminal.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(terminal.waitFor()).as(shown).isZero();
    return shown;
  }
}
