package io.dowser.crawler.internal.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dowser.crawler.api.Explanation;
import java.sql.SQLDataException;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExplanationTextTest {

  @Test
  void whatIsReadIsWhatWasWritten() throws SQLException {
    var inner =
        new Explanation(
            "a = b",
            Double.NaN,
            List.of(
                Explanation.of("", -1e-300), Explanation.of("tf x idf", Double.POSITIVE_INFINITY)));
    var whole =
        new Explanation("sum", 0.1 + 0.2, List.of(inner, Explanation.of("last", -0.0), inner));

    assertThat(ExplanationText.read(ExplanationText.of(whole))).isEqualTo(whole);
  }

  @Test
  void namesLoseTheirLineBreaks() throws SQLException {
    var whole = new Explanation("one\ntwo", 1, List.of(Explanation.of("  three\r\nfour ", 2)));

    assertThat(ExplanationText.read(ExplanationText.of(whole)))
        .isEqualTo(new Explanation("one two", 1, List.of(Explanation.of("three four", 2))));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "no value", "a = b", "a = 1\n   = ", "a = 1\nb = 2", "a = 1\n      b = 2"})
  void textThatIsNoneIsRefused(String text) {
    assertThatThrownBy(() -> ExplanationText.read(text))
        .isInstanceOf(SQLDataException.class)
        .hasMessageContaining("explanation");
  }
}
