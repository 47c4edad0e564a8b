package io.dowser.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SiteTest {

  private final Site site = new Site(SiteSpec.FULL);

  @ParameterizedTest(name = "page {0}")
  @ValueSource(ints = {0, 1, 199, 200, 12_345, 19_999})
  void aPageIsAsLongAsAskedForAndHasThirtyDistinctLinks(int page) {
    byte[] bytes = site.page(page);
    Document parsed = Jsoup.parse(new String(bytes, java.nio.charset.StandardCharsets.UTF_8));
    List<String> hrefs = parsed.select("a[href]").eachAttr("href");

    assertThat(bytes).hasSizeBetween(2_000, 32_000);
    assertThat(hrefs).hasSize(30).doesNotHaveDuplicates();
  }

  @Test
  void equalSeedsGiveEqualPages() {
    assertThat(new Site(SiteSpec.FULL).page(4_711)).isEqualTo(site.page(4_711));
  }

  @Test
  void hostsSpeakEnglishAndChineseInTurn() {
    assertThat(site.phrases(2).language()).isEqualTo("en");
    assertThat(site.phrases(3).language()).isEqualTo("zh-CN");
  }

  @Test
  void aSpecificationSurvivesTheWayToAnotherProcess() {
    assertThat(SiteSpec.parse(SiteSpec.FULL.toArguments())).isEqualTo(SiteSpec.FULL);
  }

  @Test
  void aSiteWithTooFewPagesIsRefused() {
    assertThatThrownBy(() -> SiteSpec.FULL.shrunk(59, 5))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("30, 59");
  }
}
