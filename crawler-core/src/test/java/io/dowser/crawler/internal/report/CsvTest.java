package io.dowser.crawler.internal.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A page must not plant a formula into a spreadsheet. */
class CsvTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "=1+1",
        "+1",
        "-1",
        "@SUM(A1)",
        "\uFF1D1+1",
        "\uFF0B1",
        "\uFF0D1",
        "\uFF20SUM",
        "\uFE661",
        "\u22121",
        "\u200B=1",
        "\uFEFF=1",
        "\u00AD\u200B =1",
        "\t=1",
        "\u0000=1",
        "\u3000=1"
      })
  void aFormulaAtTheBeginningOfACellIsText(String formula) {
    assertThat(Csv.cell(formula).replace("\"", "")).isEqualTo("'" + formula);
    for (String separator : new String[] {";", "\t", "|", "\n", "\r\n"}) {
      assertThat(Csv.cell("tides" + separator + formula))
          .as("behind %s", separator)
          .isEqualTo("\"tides" + separator + "'" + formula + "\"");
    }
  }

  @Test
  void otherTextStaysAsItIs() {
    for (String text : new String[] {"a=b", "ebb - flood", "a@b.test", "1; 2", "\u6F6E\u6C50"}) {
      assertThat(Csv.cell(text).replace("\"", "")).isEqualTo(text);
    }
    assertThat(Csv.cell("a \"b\", c")).isEqualTo("\"a \"\"b\"\", c\"");
  }
}
