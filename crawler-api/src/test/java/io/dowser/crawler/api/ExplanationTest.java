package io.dowser.crawler.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ExplanationTest {

  @Test
  void sumHasTheValueOfItsParts() {
    Explanation sum =
        Explanation.sum("sum", List.of(Explanation.of("a", 1.5), Explanation.of("b", -0.25)));

    assertThat(sum.value()).isEqualTo(1.25);
    assertThat(Explanation.sum("none", List.of()).value()).isZero();
  }

  @Test
  void treeIndentsParts() {
    Explanation inner = Explanation.sum("inner", List.of(Explanation.of("leaf", 2)));

    assertThat(new Explanation("outer", 0.5, List.of(inner, Explanation.of("other", -1))).toTree())
        .isEqualTo("outer = 0.5\n  inner = 2.0\n    leaf = 2.0\n  other = -1.0");
  }

  @Test
  void partsAreCopied() {
    List<Explanation> parts = new ArrayList<>(List.of(Explanation.of("a", 1)));
    Explanation explanation = new Explanation("sum", 1, parts);
    parts.clear();

    assertThat(explanation.parts()).containsExactly(Explanation.of("a", 1));
    assertThatThrownBy(() -> explanation.parts().clear())
        .isInstanceOf(UnsupportedOperationException.class);
  }
}
