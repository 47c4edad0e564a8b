package io.dowser.crawler.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

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
        .contains("One of webkb, wikispeedia, zh-docs, zh-news, generated.");
  }

  @Test
  void unknownCorpusIsAnsweredWithThoseThereAre() {
    CommandRun run = CommandRun.of("corpus", "web", "--data=" + directory, "--out=" + directory);

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("webkb", "zh-news").contains("but was 'web'");
  }

  private CommandRun generate(String out, String... more) {
    String data = System.getProperty("dowser.data", "");
    assumeTrue(
        !data.isEmpty() && Files.isDirectory(Path.of(data, "zh-news")),
        "no corpus zh-news in " + data);
    var arguments =
        new ArrayList<>(
            List.of("corpus", "generated", "--data=" + data, "--out=" + directory.resolve(out)));
    arguments.addAll(List.of(more));
    return CommandRun.of(arguments.toArray(String[]::new));
  }

  @Test
  void websOfOneSeedHaveTheSameBytes() throws IOException {
    String[] small = {"--web=deceptive", "--pages=1000", "--hosts=20"};

    assertThat(generate("one", small).exitCode()).isZero();
    assertThat(generate("same", small).exitCode()).isZero();

    assertThat(directory.resolve("one/pages.warc.gz"))
        .hasSameBinaryContentAs(directory.resolve("same/pages.warc.gz"));
    assertThat(directory.resolve("one/deceptive-1.labels"))
        .hasSameBinaryContentAs(directory.resolve("same/deceptive-1.labels"));
  }

  @Test
  void severalGeneratedWebsAreQuestionsWithSeedsOfTheirOwn() throws IOException {
    CommandRun made =
        generate("webs", "--web=local", "--pages=1000", "--hosts=20", "--webs=2", "--seed=7");
    assertThat(made.exitCode()).as(made.err()).isZero();

    CommandRun compared =
        CommandRun.of(
            "compare",
            "@" + directory.resolve("webs/compare.args"),
            "--strategies=breadth-first,best-first",
            "--runs=1",
            "--budget=100",
            "--out=" + directory.resolve("out"));

    assertThat(compared.exitCode()).as(compared.err()).isZero();
    assertThat(Files.readString(directory.resolve("out/results.md")))
        .contains("local-7: 50 of the 1000 pages", "local-8: 50 of the 1000 pages")
        .containsPattern("Of the links of relevant pages 0\\.[34]")
        .contains("Friedman ranks by target recall in each question; chi-square");
  }

  @Test
  void optionsOfGeneratedWebsAreRefusedForOtherCorpora() {
    CommandRun run =
        CommandRun.of("corpus", "webkb", "--data=" + directory, "--out=" + directory, "--hosts=30");

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err()).contains("--hosts is for the corpus generated alone");
  }

  @Test
  void generatedWebNeedsItsKind() {
    CommandRun run =
        CommandRun.of("corpus", "generated", "--data=" + directory, "--out=" + directory);

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err())
        .contains("needs --web, one of [local, tunnels, hubs, deceptive, islands]");
  }
}
