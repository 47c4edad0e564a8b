package io.dowser.crawler.hostile;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class EverythingAtOnceTest {

  @Test
  void allGoodPagesAreFoundAmongAllMischiefWithLittleMemory(@TempDir Path dir) throws Exception {
    assertThat(Mischief.values()).as("kinds of mischief").hasSizeGreaterThanOrEqualTo(40);
    Map<String, String> reported = tellingOf(dir);

    assertThat(reported)
        .containsEntry("reason", "FRONTIER_EMPTY")
        .containsEntry("cause", "none")
        .containsEntry("good", Integer.toString(EverythingAtOnce.GOOD_PAGES))
        .containsEntry("stray", "[]")
        .containsEntry("secret", "0")
        .containsEntry("connected", "1")
        .containsEntry("threads", "[]");
  }

  private static Map<String, String> tellingOf(Path dir) throws IOException, InterruptedException {
    Path out = dir.resolve("out.txt");
    List<String> command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx256m",
            "-XX:+ExitOnOutOfMemoryError",
            "-cp",
            System.getProperty("java.class.path"),
            EverythingAtOnce.class.getName());
    Process process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(out.toFile()).start();
    try {
      assertThat(process.waitFor(3, TimeUnit.MINUTES)).as("the crawl ends by itself").isTrue();
    } finally {
      process.destroyForcibly();
    }
    String text = Files.readString(out, UTF_8);
    assertThat(process.exitValue()).as(text).isZero();
    return text.lines()
        .filter(line -> line.contains("="))
        .collect(
            Collectors.toMap(
                line -> line.substring(0, line.indexOf('=')),
                line -> line.substring(line.indexOf('=') + 1),
                (first, second) -> second));
  }
}
