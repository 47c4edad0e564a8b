package io.dowser.studies;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import ai.djl.huggingface.tokenizers.HuggingFaceTokenizer;
import io.dowser.crawler.meaning.MeaningTable;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Compares the subwords of {@link MeaningTable} with the tokenizer that is part of the model. */
@Tag("slow")
class SubwordsTest {

  private static final String FILE = "/all-minilm-l6-v2-q-tokenizer.json";
  private static final int MOST_SUBWORDS = 400;
  private static final int LONGEST = 1_500; // characters, so that neither side truncates

  @Test
  void randomTextsHaveTheSubwordsOfTheModel() throws IOException {
    var random = new SplittableRandom(7);
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < 10_000; i++) {
      texts.add(text(random));
    }

    compare(texts);
  }

  /** Returns words, and characters of all kinds. */
  private static String text(RandomGenerator random) {
    var text = new StringBuilder();
    for (int left = random.nextInt(40); left > 0; left--) {
      switch (random.nextInt(8)) {
        case 0 -> text.appendCodePoint(random.nextInt(0x80));
        case 1 -> text.appendCodePoint(random.nextInt(0x250));
        case 2 -> text.append("the unbelievable Straße naïve ").append(random.nextInt(10_000));
        case 3 -> text.appendCodePoint(0x2E80 + random.nextInt(0x7200));
        case 4 -> text.append("e\u0301".repeat(random.nextInt(60)));
        case 5 -> text.appendCodePoint(0x20000 + random.nextInt(0x10000));
        case 6 -> text.appendCodePoint(0x2000 + random.nextInt(0x60));
        default -> text.appendCodePoint(random.nextInt(0x524)); // not newer than the model
      }
    }
    return text.toString();
  }

  @Test
  void textsOfCorporaHaveTheSubwordsOfTheModel() throws IOException {
    List<String> texts = new ArrayList<>();
    for (String file :
        List.of(
            "wikispeedia/wordnet_glosses.tsv.gz",
            "webkb/cornell-texas.jsonl.gz",
            "webkb/misc.jsonl.gz",
            "zh-headlines/headlines.tsv.gz")) {
      texts.addAll(lines(file));
    }

    assertThat(texts).hasSizeGreaterThan(10_000);
    compare(texts);
  }

  private static List<String> lines(String name) throws IOException {
    Path file = Path.of(System.getProperty("dowser.data", "no-data"), name);
    Assumptions.assumeTrue(Files.exists(file), "the corpus " + file + " is absent (dowser.data)");
    try (var reader =
        new BufferedReader(
            new InputStreamReader(new GZIPInputStream(Files.newInputStream(file)), UTF_8))) {
      return reader.lines().limit(5_000).toList();
    }
  }

  private static void compare(List<String> texts) throws IOException {
    try (InputStream json = SubwordsTest.class.getResourceAsStream(FILE);
        HuggingFaceTokenizer model =
            HuggingFaceTokenizer.newInstance(json, Map.of("truncation", "false"))) {
      List<String> vocabulary = SentenceModel.vocabulary(json());
      List<float[]> vectors = Collections.nCopies(vocabulary.size(), new float[1]);
      MeaningTable table = MeaningTable.of("en", vocabulary, vectors, new float[1], new float[1]);
      for (String text : texts) {
        String start = text.substring(0, Math.min(LONGEST, text.length()));
        long[] expected = model.encode(start, false, false).getIds();
        long[] found = Arrays.stream(table.split(start)).asLongStream().toArray();
        int size = Math.min(MOST_SUBWORDS, expected.length);
        assertThat(found).as(escaped(start)).isEqualTo(Arrays.copyOf(expected, size));
      }
    }
  }

  private static String escaped(String text) {
    return text.chars()
        .mapToObj(c -> c > ' ' && c < 0x7F ? "" + (char) c : "\\u" + Integer.toHexString(c))
        .collect(Collectors.joining());
  }

  private static byte[] json() throws IOException {
    try (InputStream json = SubwordsTest.class.getResourceAsStream(FILE)) {
      return json.readAllBytes();
    }
  }
}
