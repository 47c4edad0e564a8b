package io.dowser.studies;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.Maps;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MainTextCommandTest {

  private static final String SENTENCE = "The tide rises and falls twice a day on most coasts.";

  @TempDir Path directory;

  @Test
  void weightsSeparateTheTextOfPagesFromTheirLists() throws IOException {
    String text = "<p>" + SENTENCE.repeat(3) + "</p>";
    String links = "<ul><li><a href=/a>Another page</a><li><a href=/b>And a third</a></ul>";
    String html = (text + links).repeat(8).replace("\"", "");

    CommandRun run =
        run(
            "{\"html\": \"" + html + "\", \"weight\": \"1\", \"text\": \"" + SENTENCE + "\"}",
            "{\"html\": \""
                + html
                + "\", \"weight\": \"1\", \"with\": [\""
                + SENTENCE
                + "\"], \"without\": [\"Another page\", \"And a third\"]}");

    assertThat(run.exitCode()).as(run.err()).isZero();
    Map<String, String> weights =
        Maps.transformValues(
            Maps.uniqueIndex(run.out().lines().toList(), line -> line.split("\t", -1)[0]),
            line -> line.split("\t", -1)[1]);
    assertThat(weights).hasSizeGreaterThan(60);
    assertThat(Double.parseDouble(weights.get("p"))).isPositive();
    assertThat(Double.parseDouble(weights.get("linkDensity"))).isNegative();
  }

  @Test
  void pageWithoutItsWeightIsRefused() throws IOException {
    CommandRun run = run("{\"html\": \"<p>Tides\", \"text\": \"Tides\"}");

    assertThat(run.exitCode()).isNotZero();
    assertThat(run.err()).contains("a page must have the field 'weight', but has [", "html");
  }

  private CommandRun run(String... lines) throws IOException {
    Path pages = Files.write(directory.resolve("pages.jsonl"), List.of(lines));
    return CommandRun.of("main-text", pages.toString());
  }
}
