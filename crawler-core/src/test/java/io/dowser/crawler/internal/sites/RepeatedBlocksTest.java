package io.dowser.crawler.internal.sites;

import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.StateWriter;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RepeatedBlocksTest {

  private final RepeatedBlocks blocks = new RepeatedBlocks();

  @Test
  void blockOfMostPagesIsRepeatedAndOneOfFewPagesIsNot() {
    for (int i = 0; i < 20; i++) {
      blocks.add(
          i % 5 == 0 ? List.of("menu", "sometimes", "p" + i) : List.of("menu", "p" + i), List.of());
    }

    assertThat(blocks.without(List.of("menu", "sometimes", "p3", "new")))
        .containsExactly("sometimes", "p3", "new");
  }

  @Test
  void blockThatIsMissingOnSomePagesIsRepeatedAsWell() {
    for (int i = 0; i < 30; i++) {
      blocks.add(i % 3 == 0 ? List.of("p" + i) : List.of("menu", "p" + i), List.of());
    }

    assertThat(blocks.without(List.of("menu"))).isEmpty();
  }

  @Test
  void blockOutsideTheMainTextOfMostPagesIsRepeatedInThatOfOthers() {
    for (int i = 0; i < 20; i++) {
      if (i % 5 == 0) {
        blocks.add(List.of("menu", "l" + i), List.of());
      } else {
        blocks.add(List.of("p" + i), List.of("menu", "footer"));
      }
    }

    assertThat(blocks.without(List.of("menu", "l3"))).containsExactly("l3");
  }

  @Test
  void nothingIsRepeatedOnAFewPages() {
    for (int i = 0; i < RepeatedBlocks.FEWEST_PAGES - 1; i++) {
      blocks.add(List.of("menu"), List.of());
    }
    assertThat(blocks.without(List.of("menu"))).containsExactly("menu");

    blocks.add(List.of("menu"), List.of());
    assertThat(blocks.without(List.of("menu"))).isEmpty();
  }

  @Test
  void blockOfOneSectionOfASiteIsNotRepeated() {
    for (int i = 0; i < 100; i++) {
      blocks.add(List.of("p" + i), List.of());
    }
    for (int i = 0; i < 30; i++) {
      blocks.add(List.of("section", "q" + i), List.of());
    }

    assertThat(blocks.without(List.of("section"))).containsExactly("section");
  }

  @Test
  void blockThatIsNoLongerOnPagesIsForgotten() {
    for (int i = 0; i < 10; i++) {
      blocks.add(List.of("old", "p" + i), List.of());
    }
    for (int i = 0; i < 11; i++) {
      blocks.add(List.of("new", "q" + i), List.of());
    }

    assertThat(blocks.without(List.of("old", "new"))).containsExactly("old");
  }

  @Test
  void memoryIsBoundedAndSurvivesARestart() throws IOException {
    for (int page = 0; page < 50; page++) {
      List<String> all = new ArrayList<>();
      for (int i = 0; i < 5_000; i++) {
        all.add(i == 4_990 ? "notice" : "page " + page / 2 + " block " + i);
      }
      blocks.add(all, List.of());
    }
    var bytes = new ByteArrayOutputStream();
    blocks.save(StateWriter.to(bytes));
    assertThat(bytes.size()).isLessThan(8_000);

    var after = new RepeatedBlocks();
    after.restore(StateReader.from(new ByteArrayInputStream(bytes.toByteArray())));

    assertThat(after.without(List.of("notice", "other"))).containsExactly("other");
  }
}
