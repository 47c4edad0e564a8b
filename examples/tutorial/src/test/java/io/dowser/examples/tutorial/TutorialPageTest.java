package io.dowser.examples.tutorial;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The tutorial shows these classes as they are. */
class TutorialPageTest {

  private static final Path PAGE = Path.of("../../docs/tutorial.md");

  static List<Path> steps() throws IOException {
    try (Stream<Path> files = Files.list(Path.of("src/main/java/io/dowser/examples/tutorial"))) {
      return files.filter(file -> !file.endsWith("package-info.java")).sorted().toList();
    }
  }

  @ParameterizedTest
  @MethodSource("steps")
  void tutorialHasTheClass(Path file) throws IOException {
    String code = Files.readString(file).replaceFirst("^package .*;\\n\\n", "");

    assertThat(Files.readString(PAGE)).contains("```java\n" + code + "```\n");
  }
}
