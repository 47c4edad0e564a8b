package io.dowser.crawler.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

class DowserTest {

  static Set<String> commands() {
    return new TreeSet<>(Dowser.commandLine().getSubcommands().keySet());
  }

  @Test
  void programHasTheCommandsOfTheLabBesideItsOwn() {
    assertThat(commands())
        .containsExactlyInAnyOrder(
            "crawl",
            "resume",
            "recrawl",
            "report",
            "check",
            "completion",
            "quickstart",
            "compare",
            "demo",
            "train",
            "corpus");
    assertThat(CommandRun.of("--help").out()).contains(commands()).contains("Exit codes:", "130");
    assertThat(CommandRun.of("--version").out()).startsWith("dowser ");
  }

  @ParameterizedTest
  @MethodSource("commands")
  void eachCommandExplainsItself(String command) {
    CommandRun run = CommandRun.of(command, "--help");

    assertThat(run.exitCode()).isZero();
    assertThat(run.out()).startsWith("Usage: dowser " + command);
    assertThat(run.out().lines()).allMatch(line -> line.length() <= 100);
  }

  @Test
  void withoutCommandItSaysHowToBegin() {
    CommandRun run = CommandRun.of();

    assertThat(run.exitCode()).isEqualTo(Dowser.WRONG_USE);
    assertThat(run.err()).contains("name a command", "Try: dowser --help");
  }

  @Test
  void mistypedCommandIsCorrected() {
    CommandRun run = CommandRun.of("crowl");

    assertThat(run.exitCode()).isEqualTo(Dowser.WRONG_USE);
    assertThat(run.err()).contains("crowl", "Did you mean: dowser crawl");
  }

  @Test
  void commandOfTheLabFailsInOneLine(@TempDir Path directory) {
    CommandRun run =
        CommandRun.of(
            "compare", "--archive=none", "--seeds=http://a.example/", "--out=" + directory);

    assertThat(run.exitCode()).isEqualTo(Dowser.FAILED);
    assertThat(run.err())
        .isEqualTo("dowser: say what to look for: --topic FILE, --labels FILE or both\n");
  }

  @Test
  @EnabledIf("hasBash")
  void completionCompletesCommandsAndOptions(@TempDir Path directory) throws Exception {
    Path script = Files.writeString(directory.resolve("c"), CommandRun.of("completion").out());
    Path output = directory.resolve("completed");
    String complete =
        "source '"
            + script
            + "'; COMP_WORDS=(dowser crawl --sta); COMP_CWORD=2;"
            + " COMP_LINE='dowser crawl --sta'; COMP_POINT=18;"
            + " _complete_dowser; echo \"${COMPREPLY[*]}\"";

    Process bash =
        new ProcessBuilder("bash", "-c", complete)
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();

    assertThat(bash.waitFor()).isZero();
    assertThat(output).content().contains("--stay-on");
  }

  static boolean hasBash() {
    return Files.exists(Path.of("/bin/bash"));
  }

  @ParameterizedTest
  @CsvSource({
    "0s, PT0S",
    "0.5s, PT0.5S",
    "90s, PT1M30S",
    "10m, PT10M",
    "1h30m, PT1H30M",
    "2d, PT48H",
    "1d2h, PT26H"
  })
  void timesAreReadAsPeopleWriteThem(String text, Duration time) {
    assertThat(TimeSpan.parse(text)).isEqualTo(time);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "5", "s", "-1s", "1.5h", "1m1h", "1 s", "99999999999d"})
  void otherTimesAreRefused(String text) {
    assertThatExceptionOfType(TypeConversionException.class)
        .isThrownBy(() -> TimeSpan.parse(text))
        .withMessageContaining("'" + text + "' must be a time such as");
  }
}
