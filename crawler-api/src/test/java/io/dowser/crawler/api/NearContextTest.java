package io.dowser.crawler.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/** The context rule of Han et al. 2010 on the worked example, and at the borders. */
class NearContextTest {

  private static final CrawlUrl URL = CrawlUrl.of("http://a.example/");
  private static final String FINAL_TEXT = "(来源财经网)";

  private final AnalyzedPage page =
      AnalyzedPage.builder(Candidate.seed(URL, 0))
          .text("今日要闻")
          .link(CrawlUrl.of("http://a.example/u1"), "央行下调利率")
          .text("|")
          .link(CrawlUrl.of("http://a.example/u2"), "股市大涨")
          .text("记者获悉多家银行跟进下调存款利率详情请看")
          .link(CrawlUrl.of("http://a.example/u3"), "详细报道")
          .text(FINAL_TEXT)
          .build();

  @Test
  void wideWindowMeetsLinksFirst() {
    assertThat(near(0, 30)).isEqualTo(new LinkContext("今日要闻", "股市大涨"));
    assertThat(near(1, 30)).isEqualTo(new LinkContext("央行下调利率", "详细报道"));
    assertThat(near(2, 30)).isEqualTo(new LinkContext("股市大涨", FINAL_TEXT));
  }

  @Test
  void narrowWindowFillsWithText() {
    assertThat(near(1, 6).after()).isEqualTo("记者获悉多家");
    assertThat(near(2, 6)).isEqualTo(new LinkContext("利率详情请看", "(来源财经网"));
  }

  @Test
  void windowThatTheTextFillsExactlyMeetsNoLink() {
    assertThat(near(1, 20).after()).isEqualTo("记者获悉多家银行跟进下调存款利率详情请看");
    assertThat(near(1, 21).after()).isEqualTo("详细报道");
  }

  @Test
  void blanksNextToLinksDoNotCount() {
    AnalyzedPage spaced =
        AnalyzedPage.builder(Candidate.seed(URL, 0))
            .link(URL, "one")
            .text(" abc ")
            .link(URL, "two")
            .build();
    assertThat(spaced.nearContext(spaced.links().get(1), 4).before()).isEqualTo("one");
    assertThat(spaced.nearContext(spaced.links().get(1), 3).before()).isEqualTo("abc");
  }

  @Test
  void linkWithoutTextGivesEmptyContextToItsNeighbour() {
    AnalyzedPage bare =
        AnalyzedPage.builder(Candidate.seed(URL, 0)).link(URL, "").link(URL, "two").build();
    assertThat(bare.nearContext(bare.links().get(1), 5)).isEqualTo(new LinkContext("", ""));
  }

  @Test
  void noCharactersMeanNoContext() {
    assertThat(near(1, 0)).isEqualTo(new LinkContext("", ""));
  }

  @Test
  void hugeWindowTakesAllThereIs() {
    assertThat(near(0, Integer.MAX_VALUE)).isEqualTo(new LinkContext("今日要闻", "股市大涨"));
    assertThat(near(2, Integer.MAX_VALUE).after()).isEqualTo(FINAL_TEXT);
  }

  @Test
  void windowNeverCutsACharacterInHalf() {
    AnalyzedPage emoji =
        AnalyzedPage.builder(Candidate.seed(URL, 0))
            .text("ab\uD83C\uDF00")
            .link(URL, "storm")
            .text("\uD83C\uDF00cd")
            .build();
    assertThat(emoji.nearContext(emoji.links().get(0), 1)).isEqualTo(new LinkContext("", ""));
    assertThat(emoji.nearContext(emoji.links().get(0), 2))
        .isEqualTo(new LinkContext("\uD83C\uDF00", "\uD83C\uDF00"));
  }

  @Test
  void negativeWindowIsRefused() {
    assertThatThrownBy(() -> near(0, -1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("charactersPerSide must be 0 or more, but was -1");
  }

  private LinkContext near(int link, int characters) {
    return page.nearContext(page.links().get(link), characters);
  }
}
