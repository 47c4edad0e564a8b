package io.dowser.crawler.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePath;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.lang.model.element.Modifier;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;

/** Compares {@code docs/api.md}, the list of all public types, with the parsed sources. */
class PublicTypesTest {

  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final Path PAGE = ROOT.resolve("docs/api.md");

  /** Of all published modules, without nested ones. */
  private static final int MOST_TYPES = 170;

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
  private static final Pattern TAG = Pattern.compile("\\{@\\w+ #?([^{}]*)}");

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

  private static String page() throws IOException {
    var page = new StringBuilder();
    int all = 0;
    for (String module : MODULES) {
      Map<String, String> types = types(module);
      all += types.size();
      page.append("\n## ").append(module).append(" (").append(types.size()).append(")\n\n");
      page.append("| Type | |\n|---|---|\n");
      types.forEach((name, line) -> page.append("| `" + name + "` | " + line + " |\n"));
    }
    return "# Public types\n\nThe "
        + all
        + " public types of the published modules, with the first sentence of their Javadoc."
        + " `mvn verify` checks this page.\n"
        + page;
  }

  /** Returns the types of a module by full name, with a line about each. */
  private static Map<String, String> types(String module) throws IOException {
    var types = new TreeMap<String, String>();
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    try (var files = compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8)) {
      var sources = files.getJavaFileObjectsFromPaths(sources(module));
      var parser =
          (JavacTask) compiler.getTask(null, files, null, List.of("-proc:none"), null, sources);
      for (CompilationUnitTree file : parser.parse()) {
        addPublicTypes(file, Trees.instance(parser), types);
      }
    }
    return types;
  }

  private static List<Path> sources(String module) throws IOException {
    try (Stream<Path> files = Files.walk(ROOT.resolve(module).resolve("src/main/java"))) {
      return files.filter(file -> file.toString().endsWith(".java")).toList();
    }
  }

  private static void addPublicTypes(
      CompilationUnitTree file, Trees trees, Map<String, String> types) {
    for (Tree tree : file.getTypeDecls()) {
      if (tree instanceof ClassTree type
          && type.getModifiers().getFlags().contains(Modifier.PUBLIC)) {
        String name = file.getPackageName() + "." + type.getSimpleName();
        String comment = trees.getDocComment(TreePath.getPath(file, type));
        if (!name.contains(".internal.")) {
          types.put(name, firstSentence(comment == null ? "" : comment));
        }
      }
    }
  }

  private static String firstSentence(String comment) {
    String text = comment.replaceAll("\\s+", " ").strip();
    String plain = TAG.matcher(text).replaceAll("$1").replaceAll("<[^>]*>", "");
    Matcher end = Pattern.compile("[.:;](?= |$)").matcher(plain);
    return (end.find() ? plain.substring(0, end.start()) : plain).replace("|", "\\|") + ".";
  }
}
