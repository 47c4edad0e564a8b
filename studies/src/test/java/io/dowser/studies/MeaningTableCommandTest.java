package io.dowser.studies;

import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.meaning.MeaningTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MeaningTableCommandTest {

  private static final String VECTORS =
      """
      6 3
      the 0.1 0.1 0.1
      Flood 1 0.1 0
      tide 0.9 0 0.1
      violin 0 1 0.1
      opera 0.1 0.9 0
      tax 0 0.1 1
      """;

  @TempDir Path directory;

  private CommandRun run(String text) throws IOException {
    Path vectors = Files.writeString(directory.resolve("vectors.txt"), text);
    return CommandRun.of("meaning-table", vectors.toString(), "--out", table().toString());
  }

  private Path table() {
    return directory.resolve("my.table");
  }

  @Test
  void vectorsOfWord2vecBecomeATable() throws IOException {
    assertThat(run(VECTORS).exitCode()).isZero();

    MeaningTable table = MeaningTable.load(table());
    double close = MeaningTable.cosine(table.vector("a FLOOD"), table.vector("tide"));
    double far = MeaningTable.cosine(table.vector("flood"), table.vector("opera"));
    assertThat(close).isGreaterThan(far + 0.5);
    assertThat(table.split("the flood of tides")).containsExactly(0, 1, 6, 6); // [UNK] is last
  }

  @Test
  void aSecondRunWritesTheSameBytes() throws IOException {
    run(VECTORS);
    byte[] first = Files.readAllBytes(table());
    run(VECTORS);

    assertThat(Files.readAllBytes(table())).isEqualTo(first);
  }

  @Test
  void linesThatAreNoVectorsAreNamed() throws IOException {
    assertThat(run("the 1 2\nflood 1 x\n").err()).contains("vectors.txt, line 2").contains("flood");
    assertThat(run("the 1 2\nflood 1\n").err()).contains("'flood' has 1");
  }
}
