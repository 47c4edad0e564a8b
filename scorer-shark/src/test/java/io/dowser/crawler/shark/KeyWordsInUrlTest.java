package io.dowser.crawler.shark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dowser.crawler.api.CrawlContext;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.SettingException;
import io.dowser.crawler.api.Topic;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KeyWordsInUrlTest {

  private final KeyWords keyWords =
      KeyWords.ofLinks(
          Sharks.settings("aliases", "台风=TaiFeng, 台风=typhoon"),
          CrawlContext.about(Topic.of("台风", "storm surge", "http")));

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
    KeyWords hyphen = Sharks.keyWords(Topic.of("-", "laser"));

    assertThat(hyphen.inUrl(CrawlUrl.of("http://a.example/x-y"))).isFalse();
  }

  @Test
  void anAliasBelongsToAKeyWord() {
    for (String aliases : List.of("maser=x", "laser= ", "laser")) {
      assertThatThrownBy(() -> Sharks.frontier("aliases", aliases))
          .isInstanceOf(SettingException.class)
          .hasMessageContaining("'" + aliases + "', allowed: pairs of term=alias")
          .hasMessageContaining("of the terms [laser]");
    }
  }
}
