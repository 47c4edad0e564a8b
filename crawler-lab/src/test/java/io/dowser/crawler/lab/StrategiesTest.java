package io.dowser.crawler.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.api.CrawlContext;
import io.dowser.crawler.api.Frontier;
import io.dowser.crawler.api.FrontierProvider;
import io.dowser.crawler.api.PluginRegistry;
import io.dowser.crawler.api.Settings;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StrategiesTest {

  @TempDir Path directory;

  @Test
  void eachFrontierAndScorerThatIsFoundIsAStrategy() {
    var strategies = new Strategies(getClass().getClassLoader());

    assertThat(strategies.choose("all"))
        .extracting(Strategy::name)
        .startsWith("random")
        .contains("word-share", "best-first", "breadth-first", "pagerank", "shark")
        .doesNotContain("weighted-sum")
        .endsWith("oracle");
  }

  @Test
  void frontierOfTheUserIsAStrategyByItselfAndInCombinations() throws IOException {
    Path services = Files.createDirectories(directory.resolve("META-INF/services"));
    Files.writeString(
        services.resolve(FrontierProvider.class.getName()), NamedFrontier.class.getName());
    URL[] classPath = {directory.toUri().toURL()};
    try (var loader = new URLClassLoader(classPath, getClass().getClassLoader())) {
      var strategies = new Strategies(loader);

      assertThat(strategies.choose("all")).extracting(Strategy::name).contains("named");
      assertThat(strategies.choose("named,named+shark"))
          .extracting(Strategy::settings)
          .containsExactly("frontier=named;scorer=best-first", "frontier=named;scorer=shark");
    }
  }

  /** A frontier that is not on the class path of the lab. */
  public static final class NamedFrontier implements FrontierProvider {

    @Override
    public String name() {
      return "named";
    }

    @Override
    public Frontier create(Settings settings, CrawlContext context) {
      return PluginRegistry.frontiers(Frontier.class.getClassLoader())
          .create("breadth-first", settings, context);
    }
  }
}
