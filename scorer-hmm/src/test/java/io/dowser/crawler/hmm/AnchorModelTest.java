package io.dowser.crawler.hmm;

import static io.dowser.crawler.hmm.WorkedNumbers.check;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.StateWriter;
import io.dowser.crawler.text.TermCounts;
import io.dowser.crawler.toolkit.text.Vocabulary;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AnchorModelTest {

  private static final Vocabulary VOCABULARY = Vocabulary.of(List.of("prices", "imprint", "map"));

  /**
   * Three links to targets say "prices"; of two links to pages one step away, one says "prices" and
   * one "imprint". So p is 4/5 and 1/5.
   */
  private static AnchorModel model() {
    var counts = new AnchorModel.Counts(2, VOCABULARY);
    for (int i = 0; i < 3; i++) {
      counts.add(TermCounts.of(List.of("prices", "unknown")), 0);
    }
    counts.add(TermCounts.of(List.of("prices")), 1);
    counts.add(TermCounts.of(List.of("imprint")), 1);
    return counts.model();
  }

  private static double[] says(AnchorModel model, String term, double weight) {
    var sums = new double[2];
    model.addTo(sums, VOCABULARY.id(term), weight);
    return sums;
  }

  @Test
  void aTermSaysHowMuchLikelierItIsAtADistance() {
    double[] prices = says(model(), "prices", 1);
    check(prices[0], 0.0140518); // log((3 + 50 * 0.8) / (3 + 50) / 0.8)
    check(prices[1], -0.0145281); // log((1 + 50 * 0.8) / (2 + 50) / 0.8)
    double[] imprint = says(model(), "imprint", 2);
    check(imprint[0], 2 * -0.0582689); // log((0 + 50 * 0.2) / (3 + 50) / 0.2)
    check(imprint[1], 2 * 0.0560895); // log((1 + 50 * 0.2) / (2 + 50) / 0.2)
  }

  @Test
  void aTermOfNoLinkSaysNothing() {
    assertThat(says(model(), "map", 1)).containsExactly(0, 0);
    assertThat(says(new AnchorModel.Counts(2, VOCABULARY).model(), "prices", 1))
        .containsExactly(0, 0);
  }

  @Test
  void isReadAsItWasSaved() throws IOException {
    assertThat(says(read(saved()), "imprint", 1)).containsExactly(says(model(), "imprint", 1));
  }

  @ParameterizedTest
  @ValueSource(doubles = {Double.NaN, Double.NEGATIVE_INFINITY, 1_001})
  void aLogarithmThatNoCountsGiveIsRefused(double value) throws IOException {
    byte[] bytes = saved();
    ByteBuffer.wrap(bytes).putDouble(Double.BYTES, value);

    assertThatThrownBy(() -> read(bytes))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("logarithm must be -1000.0 to 1000.0, but was " + value);
  }

  private static byte[] saved() throws IOException {
    var bytes = new ByteArrayOutputStream();
    model().save(StateWriter.to(bytes));
    return bytes.toByteArray();
  }

  private static AnchorModel read(byte[] bytes) throws IOException {
    return AnchorModel.read(
        StateReader.from(new ByteArrayInputStream(bytes)), 2, VOCABULARY.size());
  }
}
