package io.dowser.crawler.adaptive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.within;

import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.StateWriter;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class MeaningModelTest {

  private final MeaningModel model = new MeaningModel(new AnchorLetters());

  private double predict(String anchor) {
    return model.predict(model.features(anchor), 0);
  }

  @Test
  void withoutVectorsALinkHasNoFeaturesAndTheMeanIsExpected() {
    var none = new MeaningModel(null);

    none.learn(new int[0], 0, 1);

    assertThat(none.size()).isZero();
    assertThat(none.features("a")).isEmpty();
    assertThat(none.predict(new int[0], 0)).isZero();
  }

  @Test
  void anchorsNearThoseThatPaidAreExpectedToPay() {
    for (int i = 0; i < 20; i++) {
      model.learn(model.features("abc"), 0, 0.8);
      model.learn(model.features("xyz"), 0, -0.1);
    }

    assertThat(predict("abc")).isEqualTo(0.8, within(0.1));
    assertThat(predict("abd")).isBetween(0.3, 0.7);
    assertThat(predict("xyz")).isEqualTo(-0.1, within(0.05));
    assertThat(predict("q")).isZero();
  }

  @Test
  void isTheSolutionOfTheRidge() {
    model.learn(model.features("a"), 0, 1);
    model.learn(model.features("a"), 0, 0.5);

    assertThat(predict("a")).isEqualTo(1.5 / (2 + 2), within(1e-9));
  }

  @Test
  void featuresMayFollowOthers() {
    int[] features = model.features("abc");
    int[] shifted = new int[features.length + 3];
    System.arraycopy(features, 0, shifted, 3, features.length);

    model.learn(shifted, 3, 1);

    assertThat(model.predict(shifted, 3)).isEqualTo(predict("abc")).isPositive();
  }

  @Test
  void nearestLinkThatPaidExplains() {
    assertThat(model.nearest(model.features("abc"), 0)).isEmpty();
    model.keep("http://a.test/abd", model.features("abd"), 0);
    model.keep("http://a.test/cde", model.features("cde"), 0);

    assertThat(model.nearest(model.features("abc"), 0))
        .hasValueSatisfying(
            found -> {
              assertThat(found.name()).isEqualTo("cosine with http://a.test/abd");
              assertThat(found.value()).isEqualTo(2.0 / 3, within(0.01));
            });
    assertThat(model.nearest(model.features("xyz"), 0)).isEmpty();
  }

  @Test
  void keepsTheLastHundredLinksThatPaid() {
    model.keep("http://a.test/first", model.features("abc"), 0);
    for (int i = 0; i < 100; i++) {
      model.keep("http://a.test/" + i, model.features("xyz"), 0);
    }

    assertThat(model.nearest(model.features("abc"), 0)).isEmpty();
  }

  @Test
  void restoredModelPredictsLearnsAndExplainsTheSame() throws IOException {
    model.learn(model.features("abc"), 0, 0.7);
    model.learn(model.features("bcd"), 0, -0.2);
    model.keep("http://a.test/1", model.features("abc"), 0);
    var restored = new MeaningModel(new AnchorLetters());
    restored.restore(StateReader.from(new ByteArrayInputStream(saved())));

    int[] features = model.features("bcx");
    model.learn(features, 0, 0.4);
    restored.learn(features, 0, 0.4);

    assertThat(restored.predict(features, 0)).isEqualTo(model.predict(features, 0));
    assertThat(restored.nearest(features, 0)).isPresent().isEqualTo(model.nearest(features, 0));
  }

  @Test
  void stateOfOtherVectorsIsRefused() throws IOException {
    byte[] saved = saved();

    assertThatIOException()
        .isThrownBy(
            () -> new MeaningModel(null).restore(StateReader.from(new ByteArrayInputStream(saved))))
        .withMessageContaining("vectors of another length");
  }

  private byte[] saved() throws IOException {
    var bytes = new ByteArrayOutputStream();
    model.save(StateWriter.to(bytes));
    return bytes.toByteArray();
  }
}
