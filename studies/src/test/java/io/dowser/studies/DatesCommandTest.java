package io.dowser.studies;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class DatesCommandTest {

  @TempDir Path directory;

  @Test
  void folderWithoutTheCorporaIsRefused() {
    CommandRun run = CommandRun.of("dates", directory.toString());

    assertThat(run.exitCode()).isOne();
    assertThat(run.err())
        .isEqualToIgnoringNewLines(
            "studies: the folder of the corpora has no file "
                + directory.resolve("main-text/dates.zip"));
  }

  @Test
  void fewerSplitsThanOneAreRefused() {
    CommandRun run = CommandRun.of("dates", directory.toString(), "--splits", "0");

    assertThat(run.exitCode()).isNotZero();
    assertThat(run.err()).contains("--splits must be at least 1, but is 0");
  }

  @Test
  void pageIsReadFromThePlacesThatOtherSitesRecommend() throws IOException {
    Map<String, String> pages = new LinkedHashMap<>();
    for (int site = 0; site < 9; site++) {
      pages.put(
          "site" + site,
          "<meta name=dc.date content=1999-01-01><time datetime=2020-05-04>today</time>");
    }
    pages.put("alone", "<meta name=pubdate content=2020-05-04><time datetime=2001-01-01>x</time>");
    pages.put("other", "<time datetime=2020-05-03>yesterday</time>");
    pages.put("none", "<p>Nothing here.");
    write(pages);

    CommandRun run = CommandRun.of("dates", directory.toString(), "--splits", "2");

    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.out().lines())
        .containsExactly(
            "places\tright\twrong\tabsent\tF1",
            "all\t1.0\t10.0\t1.0\t0.1538",
            "those that do not harm elsewhere\t10.0\t1.0\t1.0\t0.9091",
            "those that help elsewhere\t9.0\t2.0\t1.0\t0.8571");
  }

  @Test
  @Timeout(60)
  void placeThatCannotBeRemovedIsTheLast() throws IOException {
    write(Map.of("capitals", "<b class=Published>2020-05-04</b>"));

    CommandRun run = CommandRun.of("dates", directory.toString(), "--splits", "1");

    assertThat(run.out()).contains("all\t1.0\t0.0\t0.0\t1.0000");
  }

  @Test
  @Tag("slow")
  void crossValidatedDaysAreAsGoodAsDocumented() {
    Path data = Path.of(System.getProperty("dowser.data", "no-data"));
    assumeTrue(Files.isDirectory(data), "the corpora are absent (dowser.data)");

    CommandRun run = CommandRun.of("dates", data.toString(), "--splits", "2");

    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.out().lines().skip(1))
        .hasSize(3)
        .allSatisfy(
            row ->
                assertThat(Double.parseDouble(row.substring(row.lastIndexOf('\t') + 1)))
                    .isGreaterThan(0.92));
  }

  /** Writes a page of each site, published on the fourth of May 2020. */
  private void write(Map<String, String> pages) throws IOException {
    Path folder = Files.createDirectory(directory.resolve("main-text"));
    List<String> rows = pages.keySet().stream().map(DatesCommandTest::row).toList();
    Files.writeString(
        folder.resolve("dates.tsv"), "file\turl\tdate\n" + String.join("\n", rows) + "\n");
    try (var zip = new ZipOutputStream(Files.newOutputStream(folder.resolve("dates.zip")))) {
      for (Map.Entry<String, String> page : pages.entrySet()) {
        zip.putNextEntry(new ZipEntry(page.getKey() + ".html"));
        zip.write(page.getValue().getBytes(UTF_8));
      }
    }
  }

  private static String row(String site) {
    return site + ".html\thttps://" + site + ".example/page\t2020-05-04";
  }
}
