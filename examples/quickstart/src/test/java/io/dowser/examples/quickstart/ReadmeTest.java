package io.dowser.examples.quickstart;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The first program of the README compiles as it is pasted, and the other Java that it shows is
 * compiled beside this test, where white space may differ.
 */
class ReadmeTest {

  private static final Pattern JAVA = Pattern.compile("```java\\n(.*?)```", Pattern.DOTALL);
  private static final int LONGEST_FIRST_PROGRAM = 12;

  @Test
  void firstProgramCompilesAsItIsPasted(@TempDir Path directory) throws IOException {
    Path source = directory.resolve("Transactions.java");
    Files.writeString(source, programs().get(0));
    var messages = new ByteArrayOutputStream();

    int status =
        ToolProvider.getSystemJavaCompiler()
            .run(
                null,
                messages,
                messages,
                "-proc:none",
                "-cp",
                System.getProperty("java.class.path"),
                source.toString());

    assertThat(status).as(messages.toString(StandardCharsets.UTF_8)).isZero();
    assertThat(directory.resolve("Transactions.class")).exists();
  }

  @Test
  void otherProgramIsCompiledHere() throws IOException {
    String compiled =
        Files.readString(
            Path.of("src/test/java/io/dowser/examples/quickstart", "CustomScorer.java"));

    assertThat(programs()).hasSize(2);
    assertThat(squeezed(compiled)).contains(squeezed(programs().get(1)));
  }

  @Test
  void smallestProgramIsSmall() throws IOException {
    assertThat(programs().get(0).lines().filter(line -> !line.startsWith("import ")))
        .hasSizeLessThanOrEqualTo(LONGEST_FIRST_PROGRAM + 1); // the empty line after the imports
  }

  private static List<String> programs() throws IOException {
    return JAVA.matcher(Files.readString(Path.of("../../README.md")))
        .results()
        .map(match -> match.group(1))
        .toList();
  }

  private static String squeezed(String program) {
    return program.replaceAll("\\s+", "");
  }
}
