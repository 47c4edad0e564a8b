package io.dowser.studies;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.dowser.crawler.archive.ReplayFetcher;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GenerateCommandTest {

  @TempDir Path directory;

  private CommandRun generate(String out, String... more) {
    String data = System.getProperty("dowser.data", "");
    assumeTrue(
        !data.isEmpty() && Files.isDirectory(Path.of(data, "zh-news")),
        "no corpus zh-news in " + data);
    var arguments =
        new ArrayList<>(List.of("generate", "--data=" + data, "--out=" + directory.resolve(out)));
    arguments.addAll(List.of(more));
    return CommandRun.of(arguments.toArray(String[]::new));
  }

  @Test
  void websOfOneSeedHaveTheSameBytes() {
    String[] small = {"--web=deceptive", "--pages=1000", "--hosts=20"};

    assertThat(generate("one", small).exitCode()).isZero();
    assertThat(generate("same", small).exitCode()).isZero();

    for (String file : List.of("pages.warc.gz", "deceptive-1.labels", "deceptive-1-seeds.txt")) {
      assertThat(directory.resolve("one").resolve(file))
          .hasSameBinaryContentAs(directory.resolve("same").resolve(file));
    }
  }

  @Test
  void severalWebsAreQuestionsWithSeedsOfTheirOwn() throws IOException {
    CommandRun made =
        generate("webs", "--web=local", "--pages=1000", "--hosts=20", "--webs=2", "--seed=7");

    assertThat(made.exitCode()).as(made.err()).isZero();
    assertThat(made.out()).contains("dowser compare @" + directory.resolve("webs/compare.args"));
    assertThat(Files.readAllLines(directory.resolve("webs/compare.args")))
        .hasSize(7)
        .anyMatch(line -> line.contains("local-8-seeds.txt"));
    assertThat(Files.readAllLines(directory.resolve("webs/local-7.labels"))).hasSize(50);
    try (var pages = ReplayFetcher.builder(directory.resolve("webs/pages.warc.gz")).open()) {
      assertThat(pages.pages()).isEqualTo(2_000);
    }
  }

  @Test
  void wrongUseIsRefused() {
    assertThat(CommandRun.of("generate", "--data=" + directory, "--out=" + directory).err())
        .contains("--web");
    assertThat(
            CommandRun.of("generate", "--web=local", "--data=" + directory, "--out=" + directory)
                .err())
        .contains("no such directory");
  }
}
