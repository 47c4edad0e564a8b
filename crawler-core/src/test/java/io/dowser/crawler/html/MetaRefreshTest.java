package io.dowser.crawler.html;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MetaRefreshTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "0;url=x | x",
        "5; URL=x y | x y",
        "0.5, url = 'a b' c | a b",
        "0;url=\"open | open",
        "1;x | x",
        "1 x | x",
        "1;urlx | urlx",
        "1;url x | url x",
        ".; url=x | x",
      })
  void targetIsFound(String content, String target) {
    assertThat(MetaRefresh.target(content)).isEqualTo(target);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "5", "5;", "5; ", "url=x", "5;url=", "-1;url=x", "5url=x"})
  void nothingElseHasATarget(String content) {
    assertThat(MetaRefresh.target(content)).isNull();
  }
}
