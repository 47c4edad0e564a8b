package io.dowser.crawler.html;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.api.AnalyzedPage;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Main text and dates of real pages. */
@Tag("slow")
class MainTextCorpusTest {

  @Test
  void dates() throws IOException {
    Map<String, byte[]> files = HtmlPages.zip("main-text/dates.zip");
    int right = 0;
    int wrong = 0;
    for (String line : Files.readAllLines(HtmlPages.corpus("main-text/dates.tsv"), UTF_8)) {
      List<String> fields = List.of(line.split("\t", -1));
      byte[] html = files.get(fields.get(0));
      if (html != null) {
        String day =
            HtmlPages.analyze(html, "text/html")
                .attributes()
                .published()
                .map(time -> time.toLocalDate().toString())
                .orElse("");
        right += day.equals(fields.get(2)) ? 1 : 0;
        wrong += day.equals(fields.get(2)) ? 0 : 1; // another one, or none
      }
    }

    assertThat(2.0 * right / (2 * right + wrong)).as("F1").isGreaterThan(0.93);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"main-text/articles", "main-text/segments", "main-text/dates", "zh-pages/pages"})
  void noPageWithMuchTextHasNoMainText(String archive) {
    HtmlPages.zip(archive + ".zip").forEach(MainTextCorpusTest::assertMainText);
  }

  @ParameterizedTest
  @CsvSource({"webkb/misc.jsonl.gz, body", "zh-docs/pages.jsonl.gz, html"})
  void noManualAndNoHomePageWithMuchTextHasNoMainText(String file, String field)
      throws IOException {
    HtmlPages.real(file, field, Integer.MAX_VALUE)
        .forEach(html -> assertMainText(new String(html, UTF_8), html));
  }

  private static void assertMainText(String name, byte[] html) {
    AnalyzedPage page = HtmlPages.analyze(html, "text/html");
    if (page.text().length() > 500) {
      assertThat(page.mainBlocks()).as(name).isNotEmpty();
    }
  }
}
