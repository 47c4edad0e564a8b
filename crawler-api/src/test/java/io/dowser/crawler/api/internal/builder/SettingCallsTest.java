package io.dowser.crawler.api.internal.builder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dowser.crawler.api.SettingException;
import io.dowser.crawler.api.Settings;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SettingCallsTest {

  private final SettingCalls calls = new SettingCalls();
  private int depth = 5;
  private Duration delay = Duration.ZERO;

  private void read(Settings settings) {
    depth = settings.integer("depth", depth, 0, 100, "clicks from a seed");
    delay =
        settings.duration(
            "delay", delay, Duration.ZERO, Duration.ofDays(1), "time between two pages");
  }

  @Test
  void valuesAreSetByTheReaderOfTheirTexts() {
    calls.set("delay", Duration.ofMillis(1_500), this::read);
    calls.set(Settings.of(Map.of("depth", "7")), this::read);

    assertThat(delay).isEqualTo(Duration.ofMillis(1_500));
    assertThat(depth).isEqualTo(7);
  }

  @Test
  void aSecondCallIsRefusedWhereverTheFirstCameFrom() {
    calls.set(Settings.of(Map.of("depth", "7")), this::read);

    assertThatIllegalStateException()
        .isThrownBy(() -> calls.set("depth", 8, this::read))
        .withMessage("depth was set before; set it once");
    assertThat(depth).isEqualTo(7);
  }

  @Test
  void aCallOutOfRangeNamesTheArgumentAndTheRangeAndMayBeRepeated() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> calls.set("depth", 101, this::read))
        .withMessage("depth must be a whole number from 0 to 100, but was 101");

    calls.set("depth", 100, this::read);

    assertThat(depth).isEqualTo(100);
  }

  @Test
  void aTextOutOfRangeIsASettingThatIsNotAllowed() {
    assertThatThrownBy(() -> calls.set(Settings.of(Map.of("depth", "deep")), this::read))
        .isInstanceOf(SettingException.class)
        .hasMessageContainingAll("'depth'", "'deep'", "from 0 to 100");
  }
}
