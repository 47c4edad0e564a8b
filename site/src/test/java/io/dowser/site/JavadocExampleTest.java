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
import java.util.Set;
import java.util.UUID;
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
  private static final Pattern OWN_MEMBER = Pattern.compile("location: class (\\w+\\.)?Example");
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

  @Test
  void examplesUseOnlyMembersThatExist() {
    List<String> all = files(file -> true).stream().flatMap(JavadocExampleTest::examples).toList();

    assertThat(all).hasSizeGreaterThan(100);
    assertThat(errors(all)).isEmpty();
  }

  @Test
  void aMemberThatAKnownTypeLacksIsAnError() {
    String freeNames = "Crawler.builder().frontier(new MyFrontier(weight)).build()";
    String lacking = "Crawler.builder().maxPages(9).workers(1).build()";

    assertThat(errors(List.of(freeNames, lacking)))
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

  private static List<String> errors(List<String> examples) {
    return diagnostics(framed(examples), JavacTask::analyze)
        .filter(error -> !isFreeName(error))
        .map(error -> error.getMessage(Locale.ROOT) + " in " + text(error))
        .toList();
  }

  /** Returns a source for each example: the first of its frames that is Java. */
  private static List<Source> framed(List<String> examples) {
    List<List<Source>> candidates = examples.stream().map(JavadocExampleTest::candidates).toList();
    Set<Object> noJava =
        diagnostics(candidates.stream().flatMap(List::stream).toList(), JavacTask::parse)
            .map(Diagnostic::getSource)
            .collect(Collectors.toSet());
    return candidates.stream()
        .map(
            sources ->
                sources.stream()
                    .filter(source -> !noJava.contains(source))
                    .findFirst()
                    .orElseThrow(() -> new AssertionError("no Java: " + sources.get(0).text)))
        .toList();
  }

  private static List<Source> candidates(String example) {
    return FRAMES.stream().map(frame -> new Source(frame[0] + example + frame[1])).toList();
  }

  /** Returns whether an example lacks the declaration of a name that is its own. */
  private static boolean isFreeName(Diagnostic<?> error) {
    return error.getCode().startsWith("compiler.err.cant.resolve")
        && OWN_MEMBER.matcher(error.getMessage(Locale.ROOT)).find();
  }

  private static String text(Diagnostic<?> error) {
    return ((Source) error.getSource()).text;
  }

  private static Stream<Diagnostic<? extends JavaFileObject>> diagnostics(
      List<Source> sources, Step step) {
    var found = new DiagnosticCollector<JavaFileObject>();
    var options = List.of("-proc:none", "-Xmaxerrs", "9999", "--should-stop=ifError=ATTR");
    var task =
        (JavacTask)
            ToolProvider.getSystemJavaCompiler().getTask(null, null, found, options, null, sources);
    try {
      step.apply(task);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return found.getDiagnostics().stream()
        .filter(error -> error.getKind() == Diagnostic.Kind.ERROR);
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

  /** A source in memory, in a package for itself. */
  private static final class Source extends SimpleJavaFileObject {

    private final String text;

    Source(String text) {
      super(URI.create("memory:///e" + UUID.randomUUID() + "/Example.java"), Kind.SOURCE);
      this.text = text;
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
      String name = uri.getPath().split("/", -1)[1].replace("-", "");
      return "package " + name + ";" + IMPORTS + "class Example {" + text + "}";
    }
  }
}
