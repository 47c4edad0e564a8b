package io.dowser.crawler.bayes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dowser.crawler.api.StateWriter;
import io.dowser.crawler.text.TermCounts;
import io.dowser.crawler.toolkit.model.ModelFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ModelFilesTest {

  @TempDir private Path directory;

  @Test
  void pageModelsScoreTheSameAfterARestart() throws IOException {
    for (long seed = 0; seed < 30; seed++) {
      var random = new SplittableRandom(seed);
      PageModel model = RandomModels.page(random);
      Path file = directory.resolve("page" + seed);
      model.save(file);
      PageModel loaded = PageModel.load(file);

      assertThat(loaded.settings()).isEqualTo(model.settings());
      assertThat(loaded.facts()).isEqualTo(model.facts());
      for (int i = 0; i < 10; i++) {
        TermCounts text = SparseIsDenseTest.counts(RandomModels.text(random));
        assertThat(loaded.logOdds(text)).as("seed %d", seed).isEqualTo(model.logOdds(text));
      }
    }
  }

  @Test
  void linkModelsScoreTheSameAfterARestart() throws IOException {
    for (long seed = 0; seed < 30; seed++) {
      var random = new SplittableRandom(seed);
      LinkModel model = RandomModels.link(random);
      Path file = directory.resolve("link" + seed);
      model.save(file);
      LinkModel loaded = LinkModel.load(file);

      assertThat(loaded.settings()).isEqualTo(model.settings());
      assertThat(loaded.dictionary()).containsExactlyElementsOf(model.dictionary());
      for (int i = 0; i < 10; i++) {
        var link =
            new LinkModel.Evidence(
                SparseIsDenseTest.counts(RandomModels.text(random)),
                SparseIsDenseTest.counts(RandomModels.text(random)),
                random.nextBoolean(),
                random.nextBoolean());
        assertThat(loaded.logOdds(link)).as("seed %d", seed).isEqualTo(model.logOdds(link));
      }
    }
  }

  @Test
  void sameDataAndSettingsGiveTheSameBytesWhateverTheTime() throws IOException {
    List<byte[]> pages = new ArrayList<>();
    List<byte[]> links = new ArrayList<>();
    for (int time = 0; time < 2; time++) {
      Path file = directory.resolve("model" + time);
      PageTrainer.builder("+")
          .negative("-", "other")
          .build()
          .train(ZouExamples.documents())
          .save(file);
      pages.add(Files.readAllBytes(file));
      LinkTrainer.builder().build().train(HanExamples.links()).save(file);
      links.add(Files.readAllBytes(file));
    }

    assertThat(pages.get(0)).isEqualTo(pages.get(1));
    assertThat(links.get(0)).isEqualTo(links.get(1));
  }

  @Test
  void pageModelRemembersWhatItWasMadeFrom() throws IOException {
    Path file = directory.resolve("page.model");
    PageTrainer.builder("+")
        .settings(PageSettings.PAPER)
        .seed(42)
        .fact("analyzer", "plain")
        .build()
        .train(ZouExamples.documents())
        .save(file);

    assertThat(PageModel.load(file).facts())
        .containsEntry("density", "KERNEL")
        .containsEntry("e", "0.0")
        .containsEntry("minDf", "1")
        .containsEntry("positive", "+")
        .containsEntry("negative", "all others")
        .containsEntry("seed", "42")
        .containsEntry("documentsRead", "4")
        .containsEntry("positiveDocuments", "2")
        .containsEntry("negativeDocuments", "2")
        .containsEntry("terms", "5")
        .containsEntry("analyzer", "plain");
  }

  @Test
  void linkModelRemembersWhatItWasMadeFrom() throws IOException {
    Path file = directory.resolve("link.model");
    LinkTrainer.builder()
        .dictionary(List.of("fund"))
        .fact("analyzer", "plain")
        .build()
        .train(HanExamples.links())
        .save(file);

    assertThat(LinkModel.load(file).facts())
        .containsEntry("eventModel", "PRESENT_ONLY")
        .containsEntry("dictionaryTerms", "1")
        .containsEntry("positiveLinks", "3")
        .containsEntry("negativeLinks", "2")
        .containsEntry("analyzer", "plain");
  }

  @Test
  void truncatedFilesAreRefused() throws IOException {
    Path page = directory.resolve("page.model");
    Path link = directory.resolve("link.model");
    ZouExamples.train(PageSettings.PAPER).save(page);
    HanExamples.train(LinkSettings.PAPER).save(link);

    for (Path file : List.of(page, link)) {
      byte[] whole = Files.readAllBytes(file);
      for (int length = 0; length < whole.length; length++) {
        Files.write(file, Arrays.copyOf(whole, length));
        assertThatThrownBy(() -> load(file))
            .as("%s cut to %d bytes", file, length)
            .isInstanceOf(ModelFile.FormatException.class)
            .hasMessageContaining(file.toString());
      }
    }
  }

  private static Object load(Path file) throws IOException {
    return file.endsWith("page.model") ? PageModel.load(file) : LinkModel.load(file);
  }

  @Test
  void foreignFilesAreRefusedWithTheirKind() throws IOException {
    Path link = directory.resolve("page.model");
    HanExamples.train(LinkSettings.PAPER).save(link);
    Path page = directory.resolve("link.model");
    ZouExamples.train(PageSettings.PAPER).save(page);

    assertThatThrownBy(() -> PageModel.load(link))
        .isInstanceOf(ModelFile.FormatException.class)
        .hasMessageContaining("bayes-link")
        .hasMessageContaining("'bayes-page' was expected");
    assertThatThrownBy(() -> LinkModel.load(page))
        .isInstanceOf(ModelFile.FormatException.class)
        .hasMessageContaining("bayes-page")
        .hasMessageContaining("'bayes-link' was expected");
  }

  @ParameterizedTest
  @ValueSource(strings = {"page.model", "link.model"})
  void filesThatAreNoModelsAreRefused(String name) throws IOException {
    Path file = Files.writeString(directory.resolve(name), "label\ttext\non\tfund\n".repeat(100));

    assertThatThrownBy(() -> load(file))
        .isInstanceOf(ModelFile.FormatException.class)
        .hasMessageContaining(file.toString());
  }

  @ParameterizedTest
  @CsvSource({"page, 1, 2", "link, 1, 2"})
  void otherVersionsAreRefused(String name, int other, int read) throws IOException {
    Path file = directory.resolve(name + ".model");
    new ModelFile("bayes-" + name, other, 1_000_000).save(file, Map.of(), out -> out.writeInt(0));

    assertThatThrownBy(() -> load(file))
        .isInstanceOf(ModelFile.FormatException.class)
        .hasMessageContaining(
            "has version " + other + " of bayes-" + name + ", but " + read + " is read");
  }

  @Test
  void contentsThatMakeNoSenseAreRefused() throws IOException {
    Path file = directory.resolve("page.model");
    var frame = new ModelFile("bayes-page", 2, 1_000_000);
    frame.save(
        file,
        Map.of(),
        out -> {
          out.writeText("KERNEL");
          out.writeBoolean(true);
          out.writeDouble(0);
          out.writeInt(1);
          out.writeBoolean(false);
          out.writeBoolean(false);
          out.writeDouble(0);
          out.writeInt(2);
          out.writeInt(2);
          out.writeInt(1);
          out.writeText("t");
          for (int number : new int[] {1, 1, 1, 3, 0}) { // three of two documents have the term
            Varint.write(out, number);
          }
        });

    assertThatThrownBy(() -> PageModel.load(file))
        .isInstanceOf(ModelFile.FormatException.class)
        .hasMessageContaining("value 1/1 of 3 documents is out of place");
  }

  @Test
  void damageInAPartThatAllModelsShareNamesTheFile() throws IOException {
    Path page = directory.resolve("page.model");
    new ModelFile("bayes-page", 2, 1_000_000).save(page, Map.of(), ModelFilesTest::twiceATerm);
    Path link = directory.resolve("link.model");
    new ModelFile("bayes-link", 2, 1_000_000)
        .save(
            link,
            Map.of(),
            out -> {
              out.writeText("ALL");
              out.writeText("PRESENT_ONLY");
              out.writeText("ADD_ONE");
              out.writeBoolean(false);
              out.writeInt(1);
              out.writeInt(50);
              out.writeText("PAPER");
              for (int number : new int[] {2, 2, 0, 0, 0, 0, 0}) {
                Varint.write(out, number);
              }
              out.writeInt(-1);
            });

    assertThatThrownBy(() -> PageModel.load(page))
        .isInstanceOf(ModelFile.FormatException.class)
        .hasMessageContaining(page.toString())
        .hasMessageContaining("must not have the term 't' twice");
    assertThatThrownBy(() -> LinkModel.load(link))
        .isInstanceOf(ModelFile.FormatException.class)
        .hasMessageContaining(link.toString())
        .hasMessageContaining("number of terms must be 0 to 2147483647, but was -1");
  }

  private static void twiceATerm(StateWriter out) throws IOException {
    out.writeText("KERNEL");
    out.writeBoolean(true);
    out.writeDouble(0);
    out.writeInt(1);
    out.writeBoolean(false);
    out.writeBoolean(false);
    out.writeDouble(0);
    out.writeInt(2);
    out.writeInt(2);
    out.writeInt(2);
    for (int term = 0; term < 2; term++) {
      out.writeText("t");
    }
  }

  @Test
  void everyChangedByteIsNoticed() throws IOException {
    Path page = directory.resolve("page.model");
    Path link = directory.resolve("link.model");
    RandomModels.page(new SplittableRandom(5)).save(page);
    RandomModels.link(new SplittableRandom(5)).save(link);

    for (Path file : List.of(page, link)) {
      byte[] whole = Files.readAllBytes(file);
      for (int i = 0; i < whole.length; i++) {
        byte[] damaged = whole.clone();
        damaged[i] ^= 0x41;
        Files.write(file, damaged);
        assertThatThrownBy(() -> load(file))
            .as("%s, byte %d", file, i)
            .isInstanceOf(ModelFile.FormatException.class);
      }
    }
  }

  @Test
  void pageModelTakesAtMostSixtyBytesForATermOfAClass() throws IOException {
    var random = new SplittableRandom(1);
    Stream<LabelledText> documents =
        Stream.iterate(0, i -> i + 1)
            .limit(1_000)
            .map(i -> new LabelledText(i % 2 == 0 ? "on" : "off", zipfText(random)));
    PageModel model = PageTrainer.builder("on").build().train(documents);
    Path file = directory.resolve("page.model");
    model.save(file);

    assertThat(model.terms()).isGreaterThan(5_000);
    assertThat(Files.size(file) / (2.0 * model.terms())).isLessThan(60);
  }

  /** 300 words out of 50,000, the frequent ones often, as in a text. */
  static String zipfText(SplittableRandom random) {
    List<String> words = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      words.add("w" + (char) ('a' + random.nextInt(2)) + word(random));
    }
    return String.join(" ", words);
  }

  private static String word(SplittableRandom random) {
    return Integer.toString((int) Math.exp(random.nextDouble() * Math.log(25_000)), 36);
  }
}
