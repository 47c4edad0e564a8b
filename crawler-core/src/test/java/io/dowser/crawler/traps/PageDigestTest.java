package io.dowser.crawler.traps;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PageDigestTest {

  @ParameterizedTest(name = "{0} characters")
  @ValueSource(ints = {1, 3, 4, 5, 63, 64, 65, 200})
  void textsThatDifferInOneCharacterHaveOtherHashes(int length) {
    String text = "\u6570\u636e a".repeat(length).substring(0, length);
    Set<Long> highs = new HashSet<>(Set.of(PageDigest.of(text).high()));
    Set<Long> lows = new HashSet<>(Set.of(PageDigest.of(text).low()));
    for (int i = 0; i < length; i++) {
      PageDigest other = PageDigest.of(text.substring(0, i) + '\u00e9' + text.substring(i + 1));

      assertThat(highs.add(other.high())).as("place %d", i).isTrue();
      assertThat(lows.add(other.low())).as("place %d", i).isTrue();
    }
  }

  /** The highest bit of a block goes through a multiplication unchanged. */
  @Test
  void changesOfHighestBitsDoNotCancelOut() {
    char[] text = "Some ordinary text of a page, long enough for several blocks".toCharArray();
    Set<PageDigest> digests = new HashSet<>(Set.of(PageDigest.of(new String(text))));
    for (int i = 0; i < 1 << 12; i++) {
      char[] other = text.clone();
      for (int bit = 0; bit < 12; bit++) {
        other[bit] ^= (char) ((i >> bit & 1) << 15);
      }
      PageDigest digest = PageDigest.of(new String(other));
      digests.add(new PageDigest(digest.high(), digest.low(), 0, 0));
    }
    assertThat(digests).hasSize((1 << 12) + 1);
  }

  @Test
  void zerosAtTheEndOfATextCount() {
    PageDigest digest = PageDigest.of("text");

    assertThat(PageDigest.of("text\0").high()).isNotEqualTo(digest.high());
    assertThat(PageDigest.of("text\0\0").low()).isNotEqualTo(digest.low());
  }

  @Test
  void endOfAVeryLongTextCountsForTheHashButNotForTheSimilarity() {
    String text = "one two three ".repeat(10_000);
    PageDigest digest = PageDigest.of(text);
    PageDigest other = PageDigest.of(text.substring(0, text.length() - 1) + "x y z ");

    assertThat(other.similarity()).isEqualTo(digest.similarity());
    assertThat(other.shingles()).isEqualTo(digest.shingles());
    assertThat(other.high()).isNotEqualTo(digest.high());
  }

  @Test
  void aTextHasOneDigest() {
    String text = "\u6570\u636e\u5e93 and words ".repeat(100);

    assertThat(PageDigest.of(new String(text.toCharArray()))).isEqualTo(PageDigest.of(text));
  }
}
