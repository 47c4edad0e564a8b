package io.dowser.crawler.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class DemoCommandTest {

  @Test
  void demoNeedsNoArchive(@TempDir Path directory) {
    CommandRun run =
        CommandRun.of(
            "demo",
            "--strategies=random,best-first,bayes-link",
            "--runs=1",
            "--budget=60",
            "--out=" + directory);

    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.out()).contains("best-first", "bayes-link", "report.html");
    assertThat(run.out()).doesNotContain("Left out");
    assertThat(directory.resolve("report.html")).exists();
  }
}
