package io.dowser.crawler.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.lang.model.element.Modifier;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;

/** Compares {@code docs/api.md}, the list of all public types, with the parsed sources. */
class PublicTypesTest {

  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final Path PAGE = ROOT.resolve("docs/api.md");

  private static final Pattern EXAMPLE =
      Pattern.compile("<pre>\\{@code\\n.*?}</pre>", Pattern.DOTALL);

  private static final Pattern DECLARATION =
      Pattern.compile("(?m)^public [a-z -]*(class|interface|record|enum) ");

  /** Of all published modules, without nested ones. */
  private static final int MOST_TYPES = 166;

  private static final List<String> MODULES =
      List.of(
          "crawler-api",
          "crawler-toolkit",
          "crawler-core",
          "crawler-testkit",
          "crawler-lab",
          "crawler-cli",
          "scorer-bayes",
          "scorer-shark",
          "scorer-hmm",
          "scorer-wanglandau",
          "scorer-adaptive",
          "scorer-meaning",
          "crawler-spark",
          "integrations/browser",
          "integrations/langchain4j",
          "integrations/mcp",
          "integrations/micrometer",
          "integrations/tika",
          "integrations/spring-boot");

  @Test
  void pageListsAllPublicTypes() throws IOException {
    String page = page();
    if (Boolean.getBoolean("dowser.update")) {
      Files.writeString(PAGE, page);
    }
    assertThat(PAGE)
        .as("update it: mvn -pl crawler-testkit -am test -Ddowser.update=true")
        .hasContent(page);
  }

  @Test
  void publicTypesStayFew() throws IOException {
    int types = 0;
    for (String module : MODULES) {
      types += types(module).size();
    }
    assertThat(types).isLessThanOrEqualTo(MOST_TYPES);
  }

  @Test
  void everyPublicTypeHasAnExampleInItsOwnJavadocOrInThatOfItsPackage() throws IOException {
    var without = new TreeSet<String>();
    for (String module : MODULES) {
      for (String type : types(module)) {
        if (!hasExample(ROOT.resolve(module), type)) {
          without.add(type);
        }
      }
    }
    assertThat(without).isEmpty();
  }

  private static boolean hasExample(Path module, String type) throws IOException {
    Path file = module.resolve("src/main/java").resolve(type.replace('.', '/') + ".java");
    Path packageInfo = file.resolveSibling("package-info.java");
    return EXAMPLE.matcher(header(Files.readString(file))).find()
        || EXAMPLE
            .matcher(Files.readString(packageInfo))
            .results()
            .anyMatch(example -> example.group().matches("(?s).*\\b" + simpleName(type) + "\\b.*"));
  }

  /** Returns the part of a source before its public type. */
  private static String header(String source) {
    Matcher declaration = DECLARATION.matcher(source);
    return declaration.find() ? source.substring(0, declaration.start()) : "";
  }

  private static String page() throws IOException {
    var page = new StringBuilder();
    int all = 0;
    for (String module : MODULES) {
      Set<String> types = types(module);
      all += types.size();
      page.append("\n## ").append(module).append(" (").append(types.size()).append(")\n\n");
      types.stream()
          .collect(
              Collectors.groupingBy(
                  PublicTypesTest::packageName,
                  TreeMap::new,
                  Collectors.mapping(PublicTypesTest::simpleName, Collectors.joining("`, `"))))
          .forEach((name, names) -> page.append("- `" + name + "`: `" + names + "`\n"));
    }
    return "# Public types\n\nThe "
        + all
        + " public types of the published modules, by package. Their Javadoc describes them."
        + " `mvn verify` checks this page.\n"
        + page;
  }

  private static String packageName(String type) {
    return type.substring(0, type.lastIndexOf('.'));
  }

  private static String simpleName(String type) {
    return type.substring(type.lastIndexOf('.') + 1);
  }

  /** Returns the types of a module by full name. */
  private static Set<String> types(String module) throws IOException {
    var types = new TreeSet<String>();
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    try (var files = compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8)) {
      var sources = files.getJavaFileObjectsFromPaths(sources(module));
      var parser =
          (JavacTask) compiler.getTask(null, files, null, List.of("-proc:none"), null, sources);
      for (CompilationUnitTree file : parser.parse()) {
        addPublicTypes(file, types);
      }
    }
    return types;
  }

  private static List<Path> sources(String module) throws IOException {
    try (Stream<Path> files = Files.walk(ROOT.resolve(module).resolve("src/main/java"))) {
      return files.filter(file -> file.toString().endsWith(".java")).toList();
    }
  }

  private static void addPublicTypes(CompilationUnitTree file, Set<String> types) {
    for (Tree tree : file.getTypeDecls()) {
      if (tree instanceof ClassTree type
          && type.getModifiers().getFlags().contains(Modifier.PUBLIC)) {
        String name = file.getPackageName() + "." + type.getSimpleName();
        if (!name.contains(".internal.")) {
          types.add(name);
        }
      }
    }
  }
}
