package io.dowser.crawler.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.text.TextNormalizer;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HanNormalizerTest {

  private final HanNormalizer normalizer = HanNormalizer.create();

  @ParameterizedTest
  @CsvSource({
    "颱風, 台风",
    "暴雨, 暴雨",
    "氣壓, 气压",
    "臺灣, 台湾",
    "豪雨特報, 豪雨特报",
    "乾旱, 干旱",
    "瞭解, 了解",
    "憑藉, 凭借",
    "後面裡頭, 后面里头",
    "週末, 周末",
    "繁體中文網頁, 繁体中文网页",
    "著名, 着名",
    "衞生, 卫生",
    "幺爹, 么爹",
    "屋簷, 屋檐",
    "敍事, 叙事",
    "化粧, 化妆",
    "鑪火, 炉火",
    "門窻, 门窗",
    "荳蔴, 豆麻",
  })
  void bothScriptsOfAWordBecomeOne(String traditional, String simplified) {
    assertThat(normalizer.normalize(traditional)).isEqualTo(simplified);
    assertThat(normalizer.normalize(simplified)).isEqualTo(simplified);
  }

  @ParameterizedTest
  @CsvSource({
    "ＡＢＣ１２, abc12",
    "Straße, straße",
    "Ünïcödé, ünïcödé",
    "e\u0301, \u00e9",
    "ﬁle, file",
    "①, 1",
    "ｶﾞ, ガ",
    "ΟΔΟΣ, οδος",
    "\uD835\uDD38, a",
    "\uF9DC, 隆",
    "\uD83C\uDF00X, \uD83C\uDF00x",
    "\uD83C\uDD30, a",
  })
  void otherTextIsComposedAndLowered(String text, String normal) {
    assertThat(normalizer.normalize(text)).isEqualTo(normal);
  }

  @Test
  void whatIsNormalComesBackAsTheSameObject() {
    for (String text : new String[] {"", "plain ascii, 1 < 2", "台风 café \uD83D\uDE00"}) {
      assertThat(normalizer.normalize(text)).isSameAs(text);
    }
  }

  @Test
  void brokenSurrogatesAndNulStay() {
    assertThat(normalizer.normalize("A\uD83D")).isEqualTo("a\uD83D");
    assertThat(normalizer.normalize("\uDE00B")).isEqualTo("\uDE00b");
    assertThat(normalizer.normalize("\u0000A風")).isEqualTo("\u0000a风");
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3})
  void agreesWithTheLibraryOnAnyText(long seed) {
    var random = new SplittableRandom(seed);
    for (int round = 0; round < 5_000; round++) {
      String text = randomText(random);
      String normal = normalizer.normalize(text);
      assertThat(normal).as("seed %d, text %s", seed, escape(text)).isEqualTo(reference(text));
      assertThat(normalizer.normalize(normal)).as("seed %d, twice", seed).isEqualTo(normal);
    }
  }

  @Test
  void everyCharacterAloneAgreesWithTheLibrary() {
    for (int c = 0; c <= Character.MAX_CODE_POINT; c++) {
      if (c < 0xd800 || c > 0xdfff) {
        String text = new String(Character.toChars(c));
        if (!normalizer.normalize(text).equals(reference(text))) {
          assertThat(normalizer.normalize(text)).as("U+%X", c).isEqualTo(reference(text));
        }
      }
    }
  }

  /** The same step by step, over the same table of Han characters. */
  private String reference(String text) {
    String plain = TextNormalizer.PLAIN.normalize(text);
    var simple = new StringBuilder();
    plain.chars().forEach(c -> simple.append(c >= 0x3400 && c <= 0x9fff ? han(c) : (char) c));
    return simple.toString();
  }

  private char han(int c) {
    return HanNormalizer.simplified(String.valueOf((char) c)).charAt(0);
  }

  private static String randomText(SplittableRandom random) {
    var text = new StringBuilder();
    for (int i = random.nextInt(8); i >= 0; i--) {
      int c =
          switch (random.nextInt(5)) {
            case 0 -> random.nextInt(0x80);
            case 1 -> 0x4e00 + random.nextInt(0x5200);
            case 2 -> 0x300 + random.nextInt(0x70);
            case 3 -> 0x1f000 + random.nextInt(0xc00);
            default -> random.nextInt(0xd800);
          };
      text.appendCodePoint(c);
    }
    return text.toString();
  }

  private static String escape(String text) {
    return text.codePoints().mapToObj(c -> Integer.toHexString(c)).toList().toString();
  }

  @Test
  void latinTextIsAsThePlainNormalizerHasIt() {
    String text = "The CAFÉ of Ｎaïve Ⅳ";
    assertThat(normalizer.normalize(text)).isEqualTo(TextNormalizer.PLAIN.normalize(text));
  }

  @Test
  void allCharactersComeOutTheSameWhicheverThreadMeetsThemFirst() throws Exception {
    List<String> blocks = IntStream.range(0, 256).mapToObj(HanNormalizerTest::block).toList();
    HanNormalizer alone = HanNormalizer.create();
    List<String> expected = blocks.stream().map(alone::normalize).toList();
    HanNormalizer shared = HanNormalizer.create();
    ExecutorService threads = Executors.newFixedThreadPool(8);
    try {
      List<Callable<List<String>>> readers =
          Collections.nCopies(8, () -> blocks.stream().map(shared::normalize).toList());
      for (Future<List<String>> reader : threads.invokeAll(readers)) {
        assertThat(reader.get()).isEqualTo(expected);
      }
    } finally {
      threads.shutdownNow();
    }
  }

  private static String block(int high) {
    var text = new StringBuilder();
    for (int low = 0; low < 256; low++) {
      text.append((char) (high << 8 | low)).append(' ');
    }
    return text.toString();
  }
}
