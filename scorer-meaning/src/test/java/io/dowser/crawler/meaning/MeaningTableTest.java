package io.dowser.crawler.meaning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.dowser.crawler.api.CrawlException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MeaningTableTest {

  private static final List<float[]> VECTORS =
      List.of(new float[] {1, 0, 0}, new float[] {0, 2, 0}, new float[] {0, 0, 127}, new float[3]);

  @TempDir Path directory;

  private static MeaningTable small() {
    List<String> subwords = List.of("tide", "wind", "##y", "[UNK]");
    return MeaningTable.of("en", subwords, VECTORS, new float[3], new float[3]);
  }

  @Test
  void similarWordsAreCloserThanOthers() {
    MeaningTable table = MeaningTable.english();
    float[] storm = table.vector("storm");

    assertThat(MeaningTable.cosine(storm, table.vector("hurricane and heavy rain")))
        .isGreaterThan(0.3)
        .isGreaterThan(0.2 + MeaningTable.cosine(storm, table.vector("a violin concerto")));
    assertThat(MeaningTable.cosine(storm, storm)).isCloseTo(1, within(1e-5));
  }

  @Test
  void theVectorIsTheMeanOfTheSubwordsWithLengthOne() {
    float length = (float) Math.sqrt(1 + 4);

    assertThat(small().vector("Tide, unknownword wind!"))
        .containsExactly(new float[] {1 / length, 2 / length, 0}, within(1e-6f));
    assertThat(small().vector("windy")[2]).isGreaterThan(0.99f);
  }

  @Test
  void theBackgroundIsSubtracted() {
    List<String> subwords = List.of("a", "b");
    List<float[]> vectors = List.of(new float[] {1, 5, 3}, new float[] {3, 5, 1});
    MeaningTable table =
        MeaningTable.of("en", subwords, vectors, new float[] {2, 0, 2}, new float[] {0, 1, 0});

    float half = (float) Math.sqrt(0.5);
    assertThat(table.vector("a")).containsExactly(new float[] {-half, 0, half}, within(0.02f));
    assertThat(table.vector("a b")).satisfies(MeaningTableTest::isFinite);
  }

  private static void isFinite(float[] vector) {
    for (float number : vector) {
      assertThat(number).isFinite();
    }
  }

  @Test
  void textsWithoutKnownWordsAreZeros() {
    assertThat(small().vector("")).containsOnly(0);
    assertThat(small().vector("unknownword \uD800 \u0000")).containsOnly(0);
  }

  @Test
  void aLongTextCostsNoMoreThanItsBeginning() {
    MeaningTable table = MeaningTable.english();
    String text = "storm tide ".repeat(100_000);
    String dense = "x".repeat(1_000_000);

    assertThat(table.vector(text)).isEqualTo(table.vector(text.substring(0, 10_000)));
    assertThat(table.vector(dense)).containsOnly(0);
  }

  @Test
  void aSavedTableHasTheSameVectors() throws IOException {
    Path file = directory.resolve("small.table");
    small().save(file, Map.of("vectors", "test"));

    MeaningTable loaded = MeaningTable.load(file);

    assertThat(loaded.vector("tide windy")).isEqualTo(small().vector("tide windy"));
    assertThat(loaded.language()).isEqualTo("en");
  }

  @Test
  void damagedTablesAreRefusedByName() throws IOException {
    Path file = directory.resolve("damaged.table");
    small().save(file, Map.of());
    byte[] whole = Files.readAllBytes(file);
    var random = new SplittableRandom(7);
    for (int i = 0; i < 200; i++) {
      byte[] damaged = whole.clone();
      int at = random.nextInt(whole.length);
      damaged[at] ^= (byte) (1 + random.nextInt(255));
      refuses(file, i % 2 == 0 ? damaged : Arrays.copyOf(whole, at));
    }
  }

  private static void refuses(Path file, byte[] bytes) throws IOException {
    Files.write(file, bytes);
    assertThatThrownBy(() -> MeaningTable.load(file))
        .isInstanceOfAny(CrawlException.class, IOException.class)
        .hasMessageContaining("damaged.table");
  }

  @Test
  void vectorsThatDoNotFitAreRefused() {
    List<String> subwords = List.of("a", "b");
    float[] zeros = new float[2];
    List<float[]> different = List.of(new float[2], new float[3]);
    List<float[]> infinite = List.of(new float[2], new float[] {1, Float.NaN});

    assertThatThrownBy(() -> MeaningTable.of("en", subwords, List.of(zeros), zeros, zeros))
        .hasMessageContaining("2 subwords");
    assertThatThrownBy(() -> MeaningTable.of("en", subwords, different, zeros, zeros))
        .hasMessageContaining("2 numbers, but one has 3");
    assertThatThrownBy(() -> MeaningTable.of("en", subwords, infinite, zeros, zeros))
        .hasMessageContaining("finite");
    assertThatThrownBy(() -> new Subwords(List.of("a", "a"))).hasMessageContaining("'a'");
  }

  @Test
  void halfOfTheLettersDecideWhetherTheTableReadsAText() {
    MeaningTable table = MeaningTable.english();

    assertThat(table.reads("The tide 潮汐")).isTrue();
    assertThat(table.reads("潮汐是海水的周期性涨落 tide")).isFalse();
    assertThat(table.reads("Прилив и отлив")).isFalse();
    assertThat(table.reads("123 ...")).isFalse();
  }
}
