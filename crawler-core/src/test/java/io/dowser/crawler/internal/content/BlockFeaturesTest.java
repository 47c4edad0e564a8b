package io.dowser.crawler.internal.content;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.jsoup.Jsoup;
import org.junit.jupiter.api.Test;

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

  private static double nearer(MainTextFeatures.Block block) {
    return block.values().get(BlockFeatures.NAMES.indexOf("nearer"));
  }
}
