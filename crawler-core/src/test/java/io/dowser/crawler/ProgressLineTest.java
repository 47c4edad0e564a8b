package io.dowser.crawler;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class ProgressLineTest {

  @Test
  void lastLineTellsHowTheCrawlEnded() {
    var bytes = new ByteArrayOutputStream();

    Crawls.of(Crawls.chain(20), "http://chain.test/0")
        .progress(new PrintStream(bytes, true, StandardCharsets.UTF_8))
        .build()
        .run();

    assertThat(bytes.toString(StandardCharsets.UTF_8))
        .contains("20 pages, 10 relevant, harvest rate 0.500, 0 waiting, ")
        .endsWith("\n");
  }

  @Test
  void nothingIsPrintedUnlessAskedFor() {
    var bytes = new ByteArrayOutputStream();
    PrintStream out = System.out;
    PrintStream err = System.err;
    try (var captured = new PrintStream(bytes, true, StandardCharsets.UTF_8)) {
      System.setOut(captured);
      System.setErr(captured);
      Crawls.of(Crawls.chain(20), "http://chain.test/0").build().run();
    } finally {
      System.setOut(out);
      System.setErr(err);
    }

    assertThat(bytes.toString(StandardCharsets.UTF_8)).isEmpty();
  }
}
