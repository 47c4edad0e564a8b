package io.dowser.crawler.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Compares {@code docs/api.md}, the list of all public types, with the sources. */
class PublicTypesTest {

  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final Path PAGE = ROOT.resolve("docs/api.md");

  /** Lower it when types are hidden; the target for a release is 150. */
  private static final int MOST_TYPES = 150;

  private static final List<String> MODULES =
      List.of(
          "crawler-api",
          "crawler-toolkit",
          "crawler-core",
          "crawler-testkit",
          "crawler-lab",
          "scorer-bayes",
          "scorer-shark",
          "scorer-hmm",
          "scorer-wanglandau",
          "scorer-adaptive",
          "crawler-spark");
  private static final Pattern TYPE =
      Pattern.compile(
          "/\\*\\*(?<comment>(?:(?!\\*/)[\\s\\S])*)\\*/\\s*(?:@\\w+(?:\\([^)]*\\))?\\s*)*"
              + "(?m:^)public (?:final |abstract |sealed |non-sealed )*"
              + "(?:class|interface|@interface|record|enum) (?<name>\\w+)");
  private static final Pattern TAG = Pattern.compile("\\{@\\w+ #?([^{}]*)}");

  @Test
  void pageListsAllPublicTypes() throws IOException {
    String page = page();
    if (Boolean.getBoolean("dowser.update")) {
      Files.writeString(PAGE, page);
    }
    assertThat(PAGE)
        .as("write it anew: mvn -pl crawler-testkit -am test -Ddowser.update=true")
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
    Path sources = ROOT.resolve(module).resolve("src/main/java");
    var types = new TreeMap<String, String>();
    try (Stream<Path> files = Files.walk(sources)) {
      for (Path file : files.filter(each -> each.toString().endsWith(".java")).toList()) {
        String type = sources.relativize(file).toString().replace('/', '.').replace(".java", "");
        Matcher matcher = TYPE.matcher(Files.readString(file));
        if (!type.contains(".internal.") && matcher.find()) {
          types.put(type, firstSentence(matcher.group("comment")));
        }
      }
    }
    return types;
  }

  private static String firstSentence(String comment) {
    String text = comment.replaceAll("(?m)^\\s*\\* ?", " ").replaceAll("\\s+", " ").strip();
    String plain = TAG.matcher(text).replaceAll("$1").replaceAll("<[^>]*>", "");
    Matcher end = Pattern.compile("[.:;](?= |$)").matcher(plain);
    return (end.find() ? plain.substring(0, end.start()) : plain).replace("|", "\\|") + ".";
  }
}
