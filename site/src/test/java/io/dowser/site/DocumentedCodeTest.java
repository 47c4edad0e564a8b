package io.dowser.site;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Compiles the Java of all documents, and finds the tests that they name. A program may use the
 * classes of those above it in the same document.
 */
class DocumentedCodeTest {

  private static final Path ROOT = Path.of("..");
  private static final Pattern JAVA = Pattern.compile("```java\\n(.*?)```", Pattern.DOTALL);
  private static final Pattern TYPE =
      Pattern.compile("(?m)^(?:public |final )*(?:class|record) (\\w+)");
  private static final Pattern TEST = Pattern.compile("(?<![*\\w])[A-Z]\\w+Test\\b");

  /** Returns the documents; that of crawler-spark needs Spark and is compiled there. */
  static Stream<Path> documents() throws IOException {
    try (Stream<Path> files = Files.walk(ROOT)) {
      return files
          .filter(file -> file.toString().endsWith(".md"))
          .filter(file -> !file.toString().matches(".*/(target|\\..+)/.*|.*/spark\\.md"))
          .sorted()
          .toList()
          .stream();
    }
  }

  @ParameterizedTest
  @MethodSource("documents")
  void programsCompileAsTheyArePasted(Path document, @TempDir Path directory) throws IOException {
    List<String> programs =
        JAVA.matcher(Files.readString(document)).results().map(match -> match.group(1)).toList();
    String classPath = System.getProperty("java.class.path");
    for (int i = 0; i < programs.size(); i++) {
      Path folder = Files.createDirectory(directory.resolve("program" + i));
      compile(programs.get(i), folder, classPath);
      classPath += File.pathSeparator + folder;
    }
  }

  @ParameterizedTest
  @MethodSource("documents")
  void namedTestsExist(Path document) throws IOException {
    String text = Files.readString(document);
    List<String> tests = tests();
    assertThat(TEST.matcher(text).results().map(MatchResult::group))
        .allMatch(test -> tests.contains(test) || text.contains("\nclass " + test + " "));
  }

  @Test
  void testsOfPromisesExist() throws IOException {
    namedTestsExist(ROOT.resolve("docs/politeness-tests.tsv"));
  }

  @Test
  void firstProgramOfTheReadmeIsSmall() throws IOException {
    String readme = Files.readString(ROOT.resolve("README.md"));
    String program = JAVA.matcher(readme).results().findFirst().orElseThrow().group(1);
    assertThat(program.lines().filter(line -> !line.startsWith("import "))).hasSizeLessThan(15);
  }

  private static void compile(String program, Path folder, String classPath) throws IOException {
    assertThat(TYPE.matcher(program).find()).as("a class in\n%s", program).isTrue();
    String name = TYPE.matcher(program).results().findFirst().orElseThrow().group(1);
    Path source = Files.writeString(folder.resolve(name + ".java"), program);
    var messages = new ByteArrayOutputStream();
    int status =
        ToolProvider.getSystemJavaCompiler()
            .run(null, messages, messages, "-proc:none", "-cp", classPath, source.toString());
    assertThat(status).as("%s%n%s", program, messages.toString(StandardCharsets.UTF_8)).isZero();
  }

  private static List<String> tests() throws IOException {
    try (Stream<Path> files = Files.walk(ROOT)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith("Test.java"))
          .map(name -> name.substring(0, name.length() - ".java".length()))
          .toList();
    }
  }
}
