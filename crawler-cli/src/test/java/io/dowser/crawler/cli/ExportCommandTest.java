package io.dowser.crawler.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code dowser export}. */
class ExportCommandTest {

  @TempDir Path directory;

  @Test
  void pagesAreWrittenInEachFormat() throws Exception {
    Path tides = directory.resolve("tides");
    try (TideSite site = new TideSite()) {
      CommandRun crawl =
          CommandRun.of(
              "crawl",
              "--seed=" + site.url(0),
              "--topic=tide,ebb,flood",
              "--delay=0s",
              "--out=" + tides,
              "--quiet");
      assertThat(crawl.exitCode()).as(crawl.err()).isZero();
    }
    for (String format : new String[] {"csv", "json-lines", "markdown", "lucene", "warc"}) {
      Path out = directory.resolve(format);
      CommandRun run = export(tides, format, out, "--best=5");
      assertThat(run.exitCode()).as(run.err()).isZero();
      assertThat(run.out()).isEqualTo("5 relevant pages: " + out + System.lineSeparator());
    }
    try (var texts = Files.list(directory.resolve("markdown"))) {
      assertThat(texts).hasSize(5);
    }
    assertThat(export(tides, "csv", directory.resolve("few"), "--containing=no such").out())
        .startsWith("0 relevant pages");
    assertThat(export(tides, "csv", directory.resolve("few"), "--min-relevance=1").out())
        .startsWith("0 relevant pages");

    CommandRun again = export(tides, "markdown", directory.resolve("markdown"));
    assertThat(again.exitCode()).isEqualTo(Dowser.FAILED);
    assertThat(again.err()).contains("must be missing or empty");
  }

  @Test
  void badOptionsAreNamed() {
    CommandRun format = export(directory, "xls", directory.resolve("out"));
    assertThat(format.exitCode()).isEqualTo(Dowser.WRONG_USE);
    assertThat(format.err()).contains("'xls' is none of [csv, json-lines, markdown");
    CommandRun best = export(directory, "csv", directory.resolve("out"), "--best=0");
    assertThat(best.exitCode()).isEqualTo(Dowser.WRONG_USE);
    assertThat(best.err()).contains("most");
    CommandRun none = export(directory, "csv", directory.resolve("out"));
    assertThat(none.exitCode()).isEqualTo(Dowser.FAILED);
    assertThat(none.err()).contains(directory.toString());
  }

  private static CommandRun export(Path crawl, String format, Path out, String... more) {
    String[] arguments = new String[4 + more.length];
    arguments[0] = "export";
    arguments[1] = crawl.toString();
    arguments[2] = "--format=" + format;
    arguments[3] = "--out=" + out;
    System.arraycopy(more, 0, arguments, 4, more.length);
    return CommandRun.of(arguments);
  }
}
