package io.dowser.studies;

import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.dowser.crawler.internal.content.MainTextFeatures;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MainTextCommandTest {

  @TempDir Path directory;

  @Test
  void folderWithoutTheCorporaIsRefused() {
    CommandRun run = CommandRun.of("main-text", directory.toString());

    assertThat(run.exitCode()).isOne();
    assertThat(run.err())
        .isEqualToIgnoringNewLines(
            "studies: the folder of the corpora has no file "
                + directory.resolve("main-text/articles.zip"));
  }

  @Test
  void fewerSplitsThanOneAreRefused() {
    CommandRun run = CommandRun.of("main-text", directory.toString(), "--splits", "0");

    assertThat(run.exitCode()).isNotZero();
    assertThat(run.err()).contains("--splits must be at least 1, but is 0");
  }

  @Test
  @Tag("slow")
  void commandPrintsTheWeightsOfTheLibrary() throws IOException {
    CommandRun run = CommandRun.of("main-text", data().toString());

    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.out().lines())
        .containsExactlyElementsOf(MainTextFeatures.lines(MainTextFeatures.weights()).toList());
  }

  @Test
  @Tag("slow")
  void crossValidatedMainTextIsAsGoodAsDocumented() throws IOException {
    CommandRun run = CommandRun.of("main-text", data().toString(), "--splits", "2");

    assertThat(run.exitCode()).as(run.err()).isZero();
    Map<String, Double> f1 =
        run.out()
            .lines()
            .skip(1)
            .map(line -> List.of(line.split("\t", -1)))
            .collect(toMap(fields -> fields.get(1), fields -> Double.valueOf(fields.get(4))));
    assertThat(f1).hasSize(LabelledPages.Kind.values().length);
    assertThat(f1.get("articles")).isGreaterThan(0.95);
    assertThat(f1.get("pages with segments")).isGreaterThan(0.92);
    assertThat(f1.get("Chinese news, labelled by hand")).isGreaterThan(0.97);
    assertThat(f1.get("Chinese manual pages, labelled by hand")).isGreaterThan(0.97);
    assertThat(f1.get("Chinese front pages and lists, labelled by hand")).isGreaterThan(0.65);
  }

  private static Path data() {
    Path data = Path.of(System.getProperty("dowser.data", "no-data"));
    assumeTrue(Files.isDirectory(data), "the corpora are absent (dowser.data)");
    for (String manual : List.of("python3.11", "postgresql-doc-15")) {
      Path folder = Path.of("/usr/share/doc", manual, "html");
      assumeTrue(Files.isDirectory(folder), () -> "the manual " + folder + " is absent");
    }
    return data;
  }
}
