package io.dowser.crawler.internal.content;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NumbersTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1.299,00|1299.00",
        "1,299.00|1299.00",
        "12 EUR|12",
        "1 299|1299",
        "1\u00A0299,50 \u20AC|1299.50",
        "\u202F12 345 678 ₽|12345678",
        "３，０００元|3000",
        "1,299|1299",
        "1.299|1299",
        "1,29|1.29",
        "0,299|0.299",
        "1299,500|1299.500",
        "1.234.567|1234567",
        "1,23,456.50|123456.50",
        "CHF 1'299.-|1299",
        "12,- EUR|12",
        "US$12.50|12.50",
        "-5 °C|-5",
        "\u22125 °C|-5",
        "-$1,200.5|-1200.5",
        "- 7|7",
        "USB-7|7",
        ".99|0.99",
        "٣٤|34",
        "120 m²|120",
        "4.5 / five|4.5",
        "19 %|19",
        "12.50.|12.50",
        "5 kg|5",
        "007|7",
      })
  void readsTheOnlyNumber(String text, BigDecimal number) {
    assertThat(Numbers.parse(text)).contains(number);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "", "free", "EUR", "10-12", "12 34", "4.5 / 5", "1.2.3", "12.05.2024", "14:30", "1,29,3",
        "1.299,00,00", "1,299.00.00", "5e3", "1½", "½", "10²", "3万元", "5k", "1.2 million", "3 Mio.",
        "1,2345,678", "１／２"
      })
  void leavesOtherTexts(String text) {
    assertThat(Numbers.parse(text)).isEmpty();
  }

  @Test
  void longTextsAreNoNumbers() {
    assertThat(Numbers.parse("1" + " 000".repeat(1_000_000))).isEmpty();
  }

  @Test
  void readsEachAmountInEachNotation() {
    long seed = System.nanoTime();
    var random = new SplittableRandom(seed);
    for (int round = 0; round < 1_000; round++) {
      BigDecimal amount = BigDecimal.valueOf(random.nextLong(1L << random.nextInt(1, 50)), 2);
      String english = String.format(java.util.Locale.ROOT, "%,.2f", amount);
      for (String marks : new String[] {",.", ".,", " ,", " .", "'.", "\u00A0,", "\u202F,"}) {
        String text =
            english.replace('.', '#').replace(',', marks.charAt(0)).replace('#', marks.charAt(1));
        assertThat(Numbers.parse("EUR " + text)).as("seed %d: %s", seed, text).contains(amount);
      }
    }
  }
}
