package io.dowser.crawler.meaning;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** The module studies compares these subwords with those of the model's own tokenizer. */
class SubwordsTest {

  private static final List<String> VOCABULARY =
      List.of("[UNK]", "un", "##believ", "##able", "strasse", "naive", "潮", "汐", ",", "a", "##b");
  private final Subwords subwords = new Subwords(VOCABULARY);

  private List<String> split(String text) {
    return Arrays.stream(subwords.split(text)).mapToObj(VOCABULARY::get).toList();
  }

  @Test
  void wordsAreSplitIntoTheLongestSubwords() {
    assertThat(split("Unbelievable, naïve"))
        .containsExactly("un", "##believ", "##able", ",", "naive");
    assertThat(split("潮汐a")).containsExactly("潮", "汐", "a");
    assertThat(split("ab\u0000b unable unfit"))
        .containsExactly("a", "##b", "##b", "un", "##able", "[UNK]");
  }

  @Test
  void longWordsAreUnknown() {
    assertThat(split("a" + "b".repeat(99))).hasSize(100);
    assertThat(split("a" + "b".repeat(100))).containsExactly("[UNK]");
  }

  @Test
  void onlyTheBeginningOfATextIsRead() {
    assertThat(split("a ".repeat(500_000))).hasSize(Subwords.MOST_SUBWORDS);
    assertThat(split(" ".repeat(Subwords.MOST_CHARACTERS) + "a")).isEmpty();
  }

  @Test
  void anyTextHasSubwords() {
    long seed = 7;
    var random = new SplittableRandom(seed);
    for (int i = 0; i < 5_000; i++) {
      var text = new StringBuilder();
      for (int left = random.nextInt(200); left > 0; left--) {
        text.append((char) random.nextInt(0x10000)); // single surrogates too
      }
      assertThat(Arrays.stream(subwords.split(text.toString())))
          .as("seed %s, text %s", seed, i)
          .allMatch(subword -> subword >= 0 && subword < VOCABULARY.size());
    }
  }
}
