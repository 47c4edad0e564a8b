package io.dowser.crawler.toolkit.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ModelFileTest {

  private static final ModelFile FORMAT = new ModelFile("test-model", 2, 10_000);

  @TempDir Path directory;
  private Path file;

  @BeforeEach
  void save() throws IOException {
    file = directory.resolve("a.model");
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("seed", "42");
    facts.put("主题", "金融");
    FORMAT.save(file, facts, out -> out.writeDouble(0.125));
  }

  @Test
  void modelAndFactsComeBackInOrder() throws IOException {
    String read = FORMAT.load(file, (in, facts) -> facts + " " + String.valueOf(in.readDouble()));

    assertThat(read).isEqualTo("{seed=42, 主题=金融} 0.125");
  }

  @Test
  void savingAgainReplacesTheFileAndLeavesNothingBeside() throws IOException {
    FORMAT.save(file, Map.of(), out -> out.writeDouble(2));

    assertThat(load()).isEqualTo(2);
    assertThat(directory).isDirectoryContaining(file::equals);
    try (Stream<Path> files = Files.list(directory)) {
      assertThat(files).hasSize(1);
    }
  }

  @Test
  void directoryIsCreated() throws IOException {
    file = directory.resolve("not/yet/there/a.model");

    FORMAT.save(file, Map.of(), out -> out.writeDouble(2));

    assertThat(load()).isEqualTo(2);
  }

  @Test
  void failedSaveKeepsTheOldFile() {
    assertThatThrownBy(
            () ->
                FORMAT.save(
                    file,
                    Map.of(),
                    out -> {
                      throw new IOException("disk full");
                    }))
        .hasMessage("disk full");

    assertThatCodeLoads(0.125);
  }

  @Test
  void everyCutIsRefused() throws IOException {
    byte[] whole = Files.readAllBytes(file);
    for (int length = 0; length < whole.length; length++) {
      Files.write(file, Arrays.copyOf(whole, length));
      assertThatThrownBy(this::load)
          .as("cut to %d", length)
          .isInstanceOf(ModelFile.FormatException.class);
    }
  }

  @Test
  void everyChangedByteIsRefused() throws IOException {
    byte[] whole = Files.readAllBytes(file);
    for (int i = 0; i < whole.length; i++) {
      byte[] changed = whole.clone();
      changed[i] ^= 0x10;
      Files.write(file, changed);
      assertThatThrownBy(this::load)
          .as("byte %d", i)
          .isInstanceOf(ModelFile.FormatException.class)
          .hasMessageStartingWith("model file " + file + ": ");
    }
  }

  @Test
  void trailingBytesAreRefused() throws IOException {
    byte[] whole = Files.readAllBytes(file);
    Files.write(file, Arrays.copyOf(whole, whole.length + 1));

    assertThatThrownBy(this::load).isInstanceOf(ModelFile.FormatException.class);
  }

  @Test
  void readerThatLeavesBytesIsReportedSo() {
    assertThatThrownBy(() -> FORMAT.load(file, (in, facts) -> in.readInt()))
        .hasMessageEndingWith("has another length than its contents say");
  }

  @Test
  void readerThatWantsMoreIsReportedSo() {
    assertThatThrownBy(
            () ->
                FORMAT.load(
                    file,
                    (in, facts) -> {
                      in.readDouble();
                      return in.readDouble();
                    }))
        .isInstanceOf(ModelFile.FormatException.class);
  }

  @Test
  void otherKindVersionAndSizeAreNamed() {
    assertThatThrownBy(() -> new ModelFile("other", 2, 10_000).load(file, (in, facts) -> 1))
        .hasMessageEndingWith("holds a model of kind 'test-model', but 'other' was expected");
    assertThatThrownBy(() -> new ModelFile("test-model", 3, 10_000).load(file, (in, facts) -> 1))
        .hasMessageEndingWith("has version 2 of test-model, but 3 is read");
    assertThatThrownBy(() -> new ModelFile("test-model", 2, 64).load(file, (in, facts) -> 1))
        .hasMessageMatching("model file .*: has \\d+ bytes; at most 64 are read");
  }

  @Test
  void absentFileIsNoBadModel() {
    assertThatThrownBy(() -> FORMAT.load(directory.resolve("none"), (in, facts) -> 1))
        .isInstanceOf(NoSuchFileException.class);
  }

  @Test
  void badComponentsAreRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new ModelFile("Bayes", 1, 100))
        .withMessage("kind must be 1 to 64 lower-case letters, digits or hyphens, but was 'Bayes'");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new ModelFile("bayes", 0, 100))
        .withMessage("version must be above 0, but was 0");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new ModelFile("bayes", 1, 63))
        .withMessage("maxBytes must be at least 64, but was 63");
  }

  @Test
  void tooManyFactsAreRefused() {
    Map<String, String> many = new HashMap<>();
    for (int i = 0; i <= 1_000; i++) {
      many.put("fact" + i, "");
    }
    assertThatIllegalArgumentException()
        .isThrownBy(() -> FORMAT.save(file, many, out -> {}))
        .withMessage("facts must be at most 1000, but were 1001");
  }

  private double load() throws IOException {
    return FORMAT.load(file, (in, facts) -> in.readDouble());
  }

  private void assertThatCodeLoads(double expected) {
    try {
      assertThat(load()).isEqualTo(expected);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
