package io.dowser.crawler.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@Tag("slow")
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
            "export",
            "serve",
            "mcp",
            "monitor",
            "explain",
            "completion",
            "quickstart",
            "settings",
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
  void optionsOfTheLabAreNotDescribedAsSettingsOfTheSameName() {
    assertThat(CommandRun.of("compare", "--help").out().replaceAll("\\s+", " "))
        .contains("Pages in flight in each run; runs can be repeated exactly only with one");
  }

  @Test
  void optionsKeepTheirOwnDescriptionsIfASettingHasTheirName() {
    assertThat(CommandRun.of("crawl", "--help").out().replaceAll("\\s+", " "))
        .contains("weighted-sum", "simulated-annealing", "expanded-topic", "Eight to twelve");
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

  @Test
  void settingsAreListed() {
    CommandRun run = CommandRun.of("settings", "retr");
    assertThat(run.out()).contains("politeness.maxRetries=2\n", "Allowed: a whole number 0 to");
    assertThat(run.out()).doesNotContain("maxDepth");
    assertThat(CommandRun.of("settings").out()).contains("maxDepth=unlimited\n", "traps.");
  }

  @Test
  void optionsAreDescribedByTheTableOfSettings() {
    assertThat(CommandRun.of("crawl", "--help").out().replaceAll("\\s+", " "))
        .contains("Pages worked on at once, from the request to the scores of the links.")
        .contains("(default: 20)")
        .doesNotContain("${");
  }
}
