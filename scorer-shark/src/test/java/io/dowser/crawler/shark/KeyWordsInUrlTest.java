package io.dowser.crawler.shark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.Topic;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KeyWordsInUrlTest {

  private final KeyWords keyWords =
      KeyWords.builder(Topic.of("台风", "storm surge", "http"))
          .alias("台风", "TaiFeng")
          .alias("台风", "typhoon")
          .build();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://a.example/%E5%8F%B0%E9%A3%8E/1.html", // UTF-8
        "http://a.example/s?q=%e5%8f%b0%e9%a3%8e",
        "http://a.example/s?wd=%CC%A8%B7%E7", // GB18030
        "http://www.taifengwang.example/",
        "http://a.example/Typhoon-2023",
        "http://a.example/storm-surge",
        "http://a.example/STORM_Surge.html",
        "http://a.example/s?q=storm+surge",
        "http://a.example/storm%20surges",
        "http://a.example/http/"
      })
  void keyWordsAndAliasesAreFound(String url) {
    assertThat(keyWords.inUrl(CrawlUrl.of(url))).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://a.example/",
        "http://a.example/stormsurge",
        "http://a.example/%E5%8F%B0%E7%81%A3", // Taiwan: the first character alone
        "http://a.example/%CC%A8%CD%E5",
        "http://a.example/%", // no escape at all
        "http://a.example/%zz%4"
      })
  void otherUrlsHaveNone(String url) {
    assertThat(keyWords.inUrl(CrawlUrl.of(url))).isFalse();
  }

  @Test
  void aKeyWordOfHyphensAloneIsInNoUrl() {
    KeyWords hyphen = KeyWords.builder(Topic.of("-", "laser")).build();

    assertThat(hyphen.inUrl(CrawlUrl.of("http://a.example/x-y"))).isFalse();
  }

  @Test
  void anAliasBelongsToAKeyWord() {
    KeyWords.Builder builder = KeyWords.builder(Topic.of("laser"));

    assertThatThrownBy(() -> builder.alias("maser", "x"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("keyWord must be one of [laser], but was 'maser'");
    assertThatThrownBy(() -> builder.alias("laser", " "))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("must not be blank");
  }
}
