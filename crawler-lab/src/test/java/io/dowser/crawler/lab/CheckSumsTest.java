package io.dowser.crawler.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CheckSumsTest {

  private static final Strategy HMM =
      Strategy.of("hmm", Map.of("frontier", "best-first", "scorer", "hmm"));

  @TempDir Path directory;

  private static long of(Strategy strategy) throws IOException {
    return new CheckSums(CheckSumsTest.class.getClassLoader()).of(strategy, Guide.LABELS, 0);
  }

  @Test
  void strategyOfTheSameCodeAndSettingsHasTheSameSum() throws IOException {
    assertThat(of(HMM)).isEqualTo(of(HMM));
  }

  @Test
  void otherPluginsAndSettingsHaveOtherSums() throws IOException {
    Map<String, String> plugins = Map.of("frontier", "best-first", "scorer", "word-share");
    Strategy mine = Strategy.of("mine", plugins);
    Strategy set =
        Strategy.of(
            "mine",
            Map.of("frontier", "best-first", "scorer", "word-share", "scorer.pageWeight", "0.5"));

    assertThat(List.of(of(HMM), of(mine), of(set))).doesNotHaveDuplicates();
  }

  @Test
  void modelTrainedAnewHasAnotherSum() throws IOException {
    Path model = Files.writeString(directory.resolve("hmm.model"), "one");
    Strategy trained = HMM.withModels(List.of(new Strategy.Model(model, model)));
    long before = of(trained);
    Files.writeString(model, "two");

    assertThat(of(trained)).isNotEqualTo(before);
  }
}
