package io.dowser.examples.plugins;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The guide for plugin authors shows these classes as they are. */
class PluginGuideTest {

  private static final Path GUIDE = Path.of("../../docs/plugin-authors.md");

  static List<Path> plugins() throws IOException {
    try (Stream<Path> files = Files.list(Path.of("src/main/java/io/dowser/examples/plugins"))) {
      return files.filter(file -> !file.endsWith("package-info.java")).sorted().toList();
    }
  }

  @ParameterizedTest
  @MethodSource("plugins")
  void guideHasThePlugin(Path file) throws IOException {
    String code = Files.readString(file).replaceFirst("^package .*;\\n\\n", "");

    assertThat(Files.readString(GUIDE)).contains("```java\n" + code + "```\n");
  }
}
