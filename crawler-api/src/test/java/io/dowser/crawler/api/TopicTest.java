package io.dowser.crawler.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TopicTest {

  @Test
  void termsWithoutWeightsWeighOneAndKeepTheirOrder() {
    Topic topic = Topic.of("storm surge", "  台风 ", "laser");

    assertThat(topic.terms()).containsExactly("storm surge", "台风", "laser");
    assertThat(topic.weights().values()).containsOnly(1.0);
  }

  @Test
  void weightsKeepTheOrderOfTheMapAndAreCopied() {
    Map<String, Double> weights = new LinkedHashMap<>();
    weights.put("z", 0.5);
    weights.put("a", 2.0);
    Topic topic = Topic.of(weights);
    weights.clear();

    assertThat(topic.weights()).containsExactly(Map.entry("z", 0.5), Map.entry("a", 2.0));
    assertThat(topic).isEqualTo(Topic.of(Map.of("a", 2.0, "z", 0.5)));
    assertThatThrownBy(() -> topic.weights().clear())
        .isInstanceOf(UnsupportedOperationException.class);
  }

  @Test
  void refusesNoTermsAndBlankOnes() {
    assertThatThrownBy(Topic::of)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a topic needs at least one term");
    assertThatThrownBy(() -> Topic.of("laser", " "))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a topic term must not be blank");
  }

  @Test
  void refusesATermThatIsNamedTwice() {
    assertThatThrownBy(() -> Topic.of("laser", "laser "))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("topic term 'laser' is named twice");
    Map<String, Double> weights = new LinkedHashMap<>();
    weights.put("laser", 1.0);
    weights.put(" laser", 2.0);
    assertThatThrownBy(() -> Topic.of(weights))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("topic term 'laser' is named twice");
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, -1, Double.NaN, Double.POSITIVE_INFINITY})
  void refusesWeightsThatAreNotAboveZeroAndFinite(double weight) {
    assertThatThrownBy(() -> Topic.of(Map.of("laser", weight)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'laser'")
        .hasMessageEndingWith("must be above 0 and finite, but was " + weight);
  }
}
