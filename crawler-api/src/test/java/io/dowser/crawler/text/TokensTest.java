package io.dowser.crawler.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import org.junit.jupiter.api.Test;

class TokensTest {

  private final Tokens tokens = Tokens.of("storm 台风 surge", TextAnalyzer.PLAIN);

  @Test
  void keepsTermsInOrderWithTheirPlaces() {
    assertThat(tokens.size()).isEqualTo(4);
    assertThat(tokens.term(1)).isEqualTo("台");
    assertThat(tokens.start(3)).isEqualTo(9);
  }

  @Test
  void findsTheFirstTermFromAPlaceOn() {
    assertThat(tokens.indexFrom(-1)).isZero();
    assertThat(tokens.indexFrom(0)).isZero();
    assertThat(tokens.indexFrom(1)).isEqualTo(1);
    assertThat(tokens.indexFrom(7)).isEqualTo(2);
    assertThat(tokens.indexFrom(10)).isEqualTo(4);
  }

  @Test
  void anEmptyTextHasNoTokens() {
    Tokens none = Tokens.of("", TextAnalyzer.PLAIN);

    assertThat(none.size()).isZero();
    assertThat(none.indexFrom(0)).isZero();
  }

  @Test
  void growsWithTheText() {
    Tokens many = Tokens.of("a ".repeat(1_000), TextAnalyzer.PLAIN);

    assertThat(many.size()).isEqualTo(1_000);
    assertThat(many.start(999)).isEqualTo(1_998);
  }

  @Test
  void refusesAnIndexBehindTheLastTerm() {
    assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(() -> tokens.term(4));
  }
}
