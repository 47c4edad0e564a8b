package io.dowser.crawler.adaptive;

import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.StateWriter;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReplayMemoryTest {

  private static final int LINKS = 40_000;

  @Test
  void sampleHoldsEarlyAndLateLinksAlike() {
    ReplayMemory memory = filled(1);

    List<Long> drawn = drawn(memory, 10_000);

    assertThat(drawn.stream().filter(page -> page < LINKS / 2).count()).isBetween(4_700L, 5_300L);
    assertThat(drawn.stream().filter(page -> page < LINKS / 10).count()).isBetween(800L, 1_200L);
  }

  @Test
  void restoredMemoryDrawsTheSameExamples() throws IOException {
    ReplayMemory memory = filled(2);
    var bytes = new ByteArrayOutputStream();
    memory.save(StateWriter.to(bytes));
    var restored = new ReplayMemory(Signal.COUNT, 99);
    restored.restore(StateReader.from(new ByteArrayInputStream(bytes.toByteArray())));

    assertThat(drawn(restored, 100)).isEqualTo(drawn(memory, 100));
  }

  @Test
  void emptyMemoryDrawsNothing() {
    assertThat(drawn(new ReplayMemory(Signal.COUNT, 0), 10)).isEmpty();
  }

  private static ReplayMemory filled(long seed) {
    var memory = new ReplayMemory(Signal.COUNT, seed);
    for (int page = 0; page < LINKS; page++) {
      memory.add(new Example(new int[] {page}, new double[Signal.COUNT], page, 0.5));
    }
    return memory;
  }

  private static List<Long> drawn(ReplayMemory memory, int count) {
    List<Long> pages = new ArrayList<>();
    memory.draw(count, example -> pages.add(example.page));
    return pages;
  }
}
