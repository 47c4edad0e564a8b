package io.dowser.site;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.source.util.JavacTask;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Compiles the examples in the Javadoc of most modules. An example may use names that it does not
 * declare, such as {@code MyFrontier}, but no member that a known type lacks.
 */
class JavadocExampleTest {

  private static final Path ROOT = Path.of("..");
  private static final Pattern MAIN =
      Pattern.compile(
          "\\.\\./(crawler-(api|toolkit|core|testkit|cli)|scorer-\\w+"
              + "|integrations/(browser|langchain4j|mcp|micrometer|spring-boot|tika))/src/main/((?!/internal/).)*");
  private static final Pattern EXAMPLE =
      Pattern.compile("<pre>\\{@code\\n(.*?)}</pre>", Pattern.DOTALL);
  private static final Pattern CODE = Pattern.compile("\\.\\w+\\(|class "); // not a formula
  private static final Pattern MARGIN = Pattern.compile("(?m)^ *\\* ?");
  private static final Pattern PACKAGE = Pattern.compile("(?m)^package (.+);");
  private static final List<String> JDK_PACKAGES =
      List.of("java.io", "java.nio.file", "java.time", "java.util", "java.util.concurrent");
  private static final List<String> STATIC_IMPORTS =
      List.of("org.assertj.core.api.Assertions", "io.dowser.crawler.api.PageAnalyzer");

  /** What may stand before and behind an example: it has members, statements or an expression. */
  private static final List<String[]> FRAMES =
      List.of(
          new String[] {"static ", ""},
          new String[] {"void run() throws Exception {", "}"},
          new String[] {"void run() throws Exception {", ";}"});

  private static final String IMPORTS = imports();

  static List<Path> sources() {
    return files(file -> examples(file).findAny().isPresent());
  }

  @ParameterizedTest
  @MethodSource("sources")
  void examplesUseOnlyMembersThatExist(Path source) {
    assertThat(examples(source))
        .allSatisfy(example -> assertThat(errors(example)).as(example).isEmpty());
  }

  @Test
  void aMemberThatAKnownTypeLacksIsAnError() {
    assertThat(errors("Crawler.builder().frontier(new MyFrontier(weight)).build()")).isEmpty();
    assertThat(errors("Crawler.builder().maxPages(9).workers(1).build()"))
        .singleElement()
        .asString()
        .contains("method workers(int)");
  }

  private static Stream<String> examples(Path source) {
    return EXAMPLE
        .matcher(read(source))
        .results()
        .map(example -> MARGIN.matcher(example.group(1)).replaceAll(""))
        .filter(example -> CODE.matcher(example).find());
  }

  private static List<String> errors(String example) {
    String source =
        FRAMES.stream()
            .map(frame -> IMPORTS + "class Example {" + frame[0] + example + frame[1] + "}")
            .filter(JavadocExampleTest::isJava)
            .findFirst()
            .orElseThrow(() -> new AssertionError("no Java: " + example));
    return diagnostics(source, JavacTask::analyze)
        .filter(error -> !isFreeName(error))
        .map(error -> error.getMessage(Locale.ROOT))
        .toList();
  }

  private static boolean isJava(String source) {
    return diagnostics(source, JavacTask::parse).findAny().isEmpty();
  }

  /** Returns whether an example lacks the declaration of a name that is its own. */
  private static boolean isFreeName(Diagnostic<?> error) {
    return error.getCode().startsWith("compiler.err.cant.resolve")
        && error.getMessage(Locale.ROOT).contains("location: class Example");
  }

  private static Stream<Diagnostic<?>> diagnostics(String source, Step step) {
    var found = new DiagnosticCollector<JavaFileObject>();
    var options = List.of("-proc:none", "-Xmaxerrs", "1000");
    JavaFileObject file = new Source(source);
    var task =
        (JavacTask)
            ToolProvider.getSystemJavaCompiler()
                .getTask(null, null, found, options, null, List.of(file));
    try {
      step.apply(task);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return found.getDiagnostics().stream()
        .filter(each -> each.getKind() == Diagnostic.Kind.ERROR)
        .map(each -> each);
  }

  private static String imports() {
    Stream<String> ours =
        files(file -> file.endsWith("package-info.java")).stream()
            .map(file -> PACKAGE.matcher(read(file)))
            .filter(Matcher::find)
            .map(matcher -> matcher.group(1))
            .filter(name -> !name.contains(".internal"));
    String packages =
        Stream.concat(JDK_PACKAGES.stream(), ours)
            .map(name -> "import " + name + ".*;")
            .collect(Collectors.joining());
    return packages
        + STATIC_IMPORTS.stream()
            .map(name -> "import static " + name + ".*;")
            .collect(Collectors.joining());
  }

  private static List<Path> files(Predicate<Path> wanted) {
    try (Stream<Path> files = Files.walk(ROOT)) {
      return files
          .filter(file -> file.toString().endsWith(".java"))
          .filter(file -> MAIN.matcher(file.toString()).matches())
          .filter(wanted)
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A step of the compiler. */
  private interface Step {
    void apply(JavacTask task) throws IOException;
  }

  /** A source in memory. */
  private static final class Source extends SimpleJavaFileObject {

    private final String text;

    Source(String text) {
      super(URI.create("memory:///Example.java"), Kind.SOURCE);
      this.text = text;
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
      return text;
    }
  }
}
