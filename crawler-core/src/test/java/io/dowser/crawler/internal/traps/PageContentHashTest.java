package io.dowser.crawler.internal.traps;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PageContentHashTest {

  @ParameterizedTest(name = "{0} characters")
  @ValueSource(ints = {1, 3, 4, 5, 63, 64, 65, 200})
  void textsThatDifferInOneCharacterHaveOtherHashes(int length) {
    String text = "\u6570\u636e a".repeat(length).substring(0, length);
    Set<Long> highs = new HashSet<>(Set.of(PageContentHash.of(text).high()));
    Set<Long> lows = new HashSet<>(Set.of(PageContentHash.of(text).low()));
    for (int i = 0; i < length; i++) {
      PageContentHash other =
          PageContentHash.of(text.substring(0, i) + '\u00e9' + text.substring(i + 1));

      assertThat(highs.add(other.high())).as("place %d", i).isTrue();
      assertThat(lows.add(other.low())).as("place %d", i).isTrue();
    }
  }

  /** The highest bit of a block goes through a multiplication unchanged. */
  @Test
  void changesOfHighestBitsDoNotCancelOut() {
    char[] text = "Some ordinary text of a page, long enough for several blocks".toCharArray();
    Set<PageContentHash> contentHashes =
        new HashSet<>(Set.of(PageContentHash.of(new String(text))));
    for (int i = 0; i < 1 << 12; i++) {
      char[] other = text.clone();
      for (int bit = 0; bit < 12; bit++) {
        other[bit] ^= (char) ((i >> bit & 1) << 15);
      }
      PageContentHash contentHash = PageContentHash.of(new String(other));
      contentHashes.add(new PageContentHash(contentHash.high(), contentHash.low(), 0, 0, 0));
    }
    assertThat(contentHashes).hasSize((1 << 12) + 1);
  }

  @Test
  void zerosAtTheEndOfATextCount() {
    PageContentHash contentHash = PageContentHash.of("text");

    assertThat(PageContentHash.of("text\0").high()).isNotEqualTo(contentHash.high());
    assertThat(PageContentHash.of("text\0\0").low()).isNotEqualTo(contentHash.low());
  }

  @Test
  void endOfAVeryLongTextCountsForTheHashButNotForTheSimilarity() {
    String text = "one two three ".repeat(10_000);
    PageContentHash contentHash = PageContentHash.of(text);
    PageContentHash other = PageContentHash.of(text.substring(0, text.length() - 1) + "x y z ");

    assertThat(other.similarity()).isEqualTo(contentHash.similarity());
    assertThat(other.shingles()).isEqualTo(contentHash.shingles());
    assertThat(other.high()).isNotEqualTo(contentHash.high());
  }

  @Test
  void aTextHasOneContentHash() {
    String text = "\u6570\u636e\u5e93 and words ".repeat(100);

    assertThat(PageContentHash.of(new String(text.toCharArray())))
        .isEqualTo(PageContentHash.of(text));
  }
}
