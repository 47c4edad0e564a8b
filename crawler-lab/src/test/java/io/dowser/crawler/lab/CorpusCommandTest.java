package io.dowser.crawler.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@Tag("slow")
class CorpusCommandTest {

  @TempDir Path directory;

  /** One corpus represents all of them, except in the long proofs. */
  static List<String> corpora() {
    return Boolean.getBoolean("dowser.exhaustive")
        ? List.of("webkb", "wikispeedia", "zh-docs", "zh-news")
        : List.of("webkb");
  }

  @ParameterizedTest
  @MethodSource("corpora")
  void corpusBecomesAnArchiveThatCanBeCompared(String name) {
    String data = System.getProperty("dowser.data", "");
    Path corpus = Path.of(data, name);
    assumeTrue(!data.isEmpty() && Files.isDirectory(corpus), "no corpus in " + corpus);

    CommandRun made = CommandRun.of("corpus", name, "--data=" + data, "--out=" + directory);
    assertThat(made.exitCode()).as(made.err()).isZero();
    compares("compare", "oracle");
    compares("questions-develop", "oracle");
    if (Files.exists(directory.resolve("developing.args"))) {
      compares("developing", "hmm"); // which is trained on a part and tested on another one
    }
  }

  private void compares(String comparison, String strategy) {
    CommandRun compared =
        CommandRun.of(
            "compare",
            "@" + directory.resolve(comparison + ".args"),
            "--strategies=" + strategy,
            "--runs=1",
            "--budget=30",
            "--out=" + directory.resolve(comparison));

    assertThat(compared.exitCode()).as(compared.err()).isZero();
    assertThat(compared.out()).contains(strategy);
  }

  @Test
  void helpNamesTheCorpora() {
    assertThat(CommandRun.of("corpus", "--help").out())
        .contains("One of webkb, wikispeedia, manuals, zh-docs, zh-news.");
  }

  @Test
  void manualsAreBundled() {
    CommandRun made = CommandRun.of("corpus", "manuals", "--out=" + directory);
    assertThat(made.exitCode()).as(made.err()).isZero();

    compares("questions-develop", "oracle");
  }

  @Test
  void otherCorporaNeedADirectory() {
    CommandRun run = CommandRun.of("corpus", "webkb", "--out=" + directory);

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err()).contains("webkb needs --data DIRECTORY");
  }

  @Test
  void eachHalfHasTwelveQuestionsOverAllCorpora() throws IOException {
    assumeTrue(Boolean.getBoolean("dowser.exhaustive"), "only in the long proofs");
    String data = System.getProperty("dowser.data", "");
    for (String half : List.of("develop", "report")) {
      int questions = 0;
      for (String name : List.of("webkb", "wikispeedia", "manuals", "zh-docs", "zh-news")) {
        assumeTrue(name.equals("manuals") || Files.isDirectory(Path.of(data, name)), name);
        Path out = directory.resolve(name);
        CommandRun made = CommandRun.of("corpus", name, "--data=" + data, "--out=" + out);
        assertThat(made.exitCode()).as(made.err()).isZero();
        List<String> arguments = Files.readAllLines(out.resolve("questions-" + half + ".args"));
        for (String argument : arguments) {
          if (argument.startsWith("\"--labels=")) {
            questions++;
            Path labels =
                Path.of(argument.substring("\"--labels=".length(), argument.length() - 1));
            assertThat(Files.readAllLines(labels)).as(argument).hasSizeGreaterThan(10);
          }
        }
      }
      assertThat(questions).as(half).isEqualTo(12);
    }
  }

  @Test
  void unknownCorpusIsAnsweredWithThoseThereAre() {
    CommandRun run = CommandRun.of("corpus", "web", "--data=" + directory, "--out=" + directory);

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("webkb", "zh-news").contains("but was 'web'");
  }
}
