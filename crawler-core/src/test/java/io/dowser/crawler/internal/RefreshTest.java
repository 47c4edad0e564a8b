package io.dowser.crawler.internal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RefreshTest {

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
    assertThat(Refresh.of(content)).extracting(Refresh::target).isEqualTo(target);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "5", "5;", "5; ", "url=x", "5;url=", "-1;url=x", "5url=x"})
  void nothingElseHasATarget(String content) {
    assertThat(Refresh.of(content)).isNull();
  }

  @ParameterizedTest
  @CsvSource({"0;x, 0", "12.5;x, 12", ".9;x, 0", "99999999999;x, 2147483647"})
  void delayIsInWholeSeconds(String content, int seconds) {
    assertThat(Refresh.of(content)).extracting(Refresh::seconds).isEqualTo(seconds);
  }
}
