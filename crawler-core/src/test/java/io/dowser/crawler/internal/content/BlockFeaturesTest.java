package io.dowser.crawler.internal.content;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Locale;
import org.jsoup.Jsoup;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BlockFeaturesTest {

  private static final String SENTENCE = "<p>The tide rises and falls twice a day, on most coasts.";

  /** Of two features with one name, one would have the weight of both. */
  @Test
  void noTwoFeaturesShareAName() {
    assertThat(BlockFeatures.NAMES).doesNotHaveDuplicates();
  }

  @Test
  void textBesideTheArticleIsFartherFromTheTitleThanTheArticle() {
    String html =
        "<title>Tides of Brest</title><div>%s</div><div><h2>Tides of Brest</h2>%s%s</div><div>%s</div>"
            .replace("%s", SENTENCE);

    assertThat(MainTextFeatures.read(Jsoup.parse(html)).stream().map(BlockFeaturesTest::nearer))
        .containsExactly(Math.log1p(22), 0.0, 0.0, 0.0, Math.log1p(22));
  }

  @Test
  void pageWithoutTitleHasNoTextNearToIt() {
    List<MainTextFeatures.Block> blocks = MainTextFeatures.read(Jsoup.parse(SENTENCE + SENTENCE));

    assertThat(blocks.stream().map(BlockFeaturesTest::nearer)).containsExactly(0.0, 0.0);
  }

  /** Else what is main text would change with the time of the request. */
  @ParameterizedTest
  @ValueSource(ints = {1, 10, 100})
  void datesAndCountersOfTextsOfAnyLengthAreNoWords(int sentences) {
    String text = "Posted %s by Anna · %s. " + "The tide rises twice a day. ".repeat(sentences);

    assertThat(read(String.format(Locale.ROOT, text, "Nov 27, 2026, 1:39 AM", "8,192 views")))
        .isEqualTo(read(String.format(Locale.ROOT, text, "just now", "1 view")))
        .isEqualTo(read(String.format(Locale.ROOT, text, "a few moments ago", "no views")));
  }

  private static List<Double> read(String text) {
    return MainTextFeatures.read(Jsoup.parse("<p>" + text)).get(0).values();
  }

  private static double nearer(MainTextFeatures.Block block) {
    return block.values().get(BlockFeatures.NAMES.indexOf("nearer"));
  }
}
