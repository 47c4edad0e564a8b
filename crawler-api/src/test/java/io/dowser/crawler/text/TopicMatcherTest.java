package io.dowser.crawler.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TopicMatcherTest {

  @ParameterizedTest(name = "''{0}'' in ''{1}'': {2}")
  @CsvSource(
      delimiter = '|',
      value = {
        "rain | train raining rain2 2rain | ",
        "rain | Rain, RAIN; rain-fall (rain) | 0-4 6-10 12-16 23-27",
        "rain | 下rain雨 | 1-5",
        "台风 | 超强台风来了 | 2-4",
        "台风 | 台 风 | ",
        "c++ | C++, c++11 and xc++ | 0-3 5-8",
        ".net | ASP.NET or .net | 3-7 11-15",
        "storm surge | storm surge stormsurge storm  surge | 0-11 23-35",
        "ai技术 | AI技术 和 xai技术 | 0-4",
        "cafe | cafe café | 0-4",
      })
  void findsTermsAtWordBounds(String term, String text, String places) {
    assertThat(places(text, term))
        .isEqualTo(places == null ? List.of() : List.of(places.split(" ")));
  }

  @Test
  void takesTheLongestOfTheLeftmost() {
    var matcher = TopicMatcher.of(List.of("storm", "storm surge", "surge"), TextNormalizer.PLAIN);

    TopicMatches matches = matcher.match("Storm surge, surges and a storm");

    assertThat(matches.size()).isEqualTo(2);
    assertThat(matches.count(1)).isEqualTo(1);
    assertThat(matches.count(0)).isEqualTo(1);
    assertThat(matches.count(2)).isZero();
    assertThat(matches.start(1)).isEqualTo(26);
  }

  @Test
  void refusesTermsThatAreTheSame() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> TopicMatcher.of(List.of("Rain", "ｒａｉｎ"), TextNormalizer.PLAIN))
        .withMessage("terms must differ when normalised, but 'Rain' and 'ｒａｉｎ' are both 'rain'");
  }

  private static List<String> places(String text, String... terms) {
    TopicMatches matches = TopicMatcher.of(List.of(terms), TextNormalizer.PLAIN).match(text);
    var places = new ArrayList<String>();
    for (int i = 0; i < matches.size(); i++) {
      places.add(matches.start(i) + "-" + matches.end(i));
    }
    return places;
  }
}
