package io.dowser.examples.quickstart;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Whatever Java the README shows is compiled beside this test. White space may differ. */
class ReadmeTest {

  private static final Pattern JAVA = Pattern.compile("```java\\n(.*?)```", Pattern.DOTALL);
  private static final int LONGEST_FIRST_PROGRAM = 12;

  @Test
  void readmeShowsTheProgramsThatAreCompiledHere() throws IOException {
    String compiled = squeezed(source("Transactions") + source("CustomScorer"));

    assertThat(programs())
        .hasSize(2)
        .allSatisfy(program -> assertThat(compiled).contains(squeezed(program)));
  }

  @Test
  void smallestProgramIsSmall() throws IOException {
    assertThat(programs().get(0).lines()).hasSizeLessThanOrEqualTo(LONGEST_FIRST_PROGRAM);
  }

  private static List<String> programs() throws IOException {
    return JAVA.matcher(Files.readString(Path.of("../../README.md")))
        .results()
        .map(match -> match.group(1))
        .toList();
  }

  private static String source(String name) throws IOException {
    return Files.readString(Path.of("src/test/java/io/dowser/examples/quickstart", name + ".java"));
  }

  private static String squeezed(String program) {
    return program.replaceAll("\\s+", "");
  }
}
