package io.dowser.crawler.api;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LineBreakTest {

  @ParameterizedTest
  @CsvSource({
    "气候/变化,气候变化",
    "气候 //\t 变化,气候变化",
    "气候/\u3000变化,气候变化",
    "気候/の/ヘンカ。/次,気候のヘンカ。次",
    "大\uD840\uDC0B/雨/\uD840\uDC0B雨,大\uD840\uDC0B雨\uD840\uDC0B雨",
    "气候 变化,气候 变化",
    "气候/climate/变化,气候 climate 变化",
    "기후/변화,기후 변화",
    "storm/surge,storm surge",
    "/气候/,气候"
  })
  void lineBreakBetweenCharactersThatAreWrittenWithoutBlanksIsNone(String source, String text) {
    assertThat(CollapsedText.collapse(source.replace('/', '\n'))).isEqualTo(text);
  }

  @Test
  void lineBreakAtTheEdgeOfAnElementIsNone() {
    AnalyzedPage.Builder page =
        AnalyzedPage.builder(Candidate.seed(CrawlUrl.of("http://a.test/"), 0));

    page.text("气候\n");
    page.text("\n变化\n");
    page.text("x");
    page.text("大\n");
    page.breakText();
    page.text("雨");

    assertThat(page.build().text()).isEqualTo("气候变化 x大 雨");
  }
}
