package io.dowser.crawler.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Searches the project for the words of {@code docs/banned-words.txt}: names and comments of all
 * Java sources, string literals of main code, and documents: Markdown, HTML, JSON, POMs and shell
 * scripts. Of JavaScript, comments and string literals.
 */
class VocabularyTest {

  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final Pattern TOKEN =
      Pattern.compile(
          "\"\"\"[\\s\\S]*?\"\"\"|\"(?:\\\\.|[^\"\\\\\n])*\"|'(?:\\\\.|[^'\\\\\n])+'"
              + "|(?<comment>(?://[^\n]*\\s*)+|/\\*[\\s\\S]*?\\*/)|(?<name>[A-Za-z_$][\\w$]*)");
  private static final Pattern PARAGRAPH = Pattern.compile("(?:.+\n?)+");

  private static final Pattern CASE = Pattern.compile("(?<=[a-z0-9])(?=[A-Z])|_");

  /** Where words stand. */
  private enum Place {
    NAME,
    COMMENT,
    MAIN_COMMENT,
    MAIN_JAVADOC,
    LITERAL,
    DOCUMENT
  }

  /** A line of the list. */
  private record Ban(Pattern words, Set<Place> places, String line) {

    private static final Map<String, Set<Place>> PLACES =
        Map.of(
            "id",
            Set.of(Place.NAME),
            "first",
            Set.of(Place.COMMENT, Place.MAIN_COMMENT, Place.MAIN_JAVADOC),
            "doc",
            Set.of(Place.MAIN_JAVADOC),
            "text",
            Set.of(Place.DOCUMENT, Place.MAIN_COMMENT, Place.MAIN_JAVADOC, Place.LITERAL),
            "md",
            Set.of(Place.DOCUMENT));

    /** The start of a Javadoc comment, of a parameter's description or of a result's. */
    private static final String START = "(?:^|@param \\S+ |@return )";

    static Ban of(String line) {
      String text = line.substring(0, line.lastIndexOf(" | "));
      int colon = text.indexOf(':');
      Set<Place> places = colon < 0 ? null : PLACES.get(text.substring(0, colon));
      if (places == null) {
        return new Ban(Pattern.compile(text), EnumSet.allOf(Place.class), line);
      }
      String words = text.substring(colon + 1);
      return new Ban(
          Pattern.compile(text.startsWith("doc:^") ? START + words.substring(1) : words),
          places,
          line);
    }
  }

  @Test
  void projectUsesNoBannedWord() throws IOException {
    List<Ban> bans;
    try (Stream<String> lines = Files.lines(ROOT.resolve("docs/banned-words.txt"))) {
      bans = lines.filter(line -> !line.startsWith("#")).map(Ban::of).toList();
    }
    List<String> found = new ArrayList<>();
    try (Stream<Path> files = Files.walk(ROOT)) {
      for (Path file : files.filter(VocabularyTest::isSearched).sorted().toList()) {
        search(ROOT.relativize(file).toString(), Files.readString(file), bans, found);
      }
    }
    assertThat(found).isEmpty();
  }

  @Test
  void aBannedWordIsFoundInNamesAndComments() {
    assertThat(found("src/test/A.java", "/** Gives it. */ int inFlightOf; // the\n// flights of"))
        .hasSize(3);
  }

  @Test
  void aBannedWordIsFoundInLiteralsOfMainCodeAlone() {
    assertThat(found("src/main/A.java", "String a = \"no flight\", b = \"gives\";")).hasSize(1);
    assertThat(found("src/test/A.java", "String a = \"no flight\";")).isEmpty();
  }

  @Test
  void aBannedWordIsFoundInDocumentsAcrossLines() {
    assertThat(found("a.md", "# Title\n\nIt gives a big\nflight.\n\nNo more flights"))
        .satisfiesExactly(
            first -> assertThat(first).startsWith("a.md:3: 'big flight'"),
            second -> assertThat(second).startsWith("a.md:6: 'flights'"));
  }

  @Test
  void aBannedWordOfTextsIsFoundInDocumentsAndCommentsAndLiteralsOfMainCode() {
    assertThat(found("a.md", "Made anew.")).hasSize(1);
    assertThat(found("crawler-api/src/main/A.java", "// Made anew.")).hasSize(1);
    assertThat(found("crawler-api/src/main/A.java", "/* anew */")).hasSize(1);
    assertThat(found("crawler-api/src/main/A.java", "String a = \"made anew\";")).hasSize(1);
    assertThat(found("crawler-api/src/test/A.java", "// Made anew.")).isEmpty();
  }

  @Test
  void aBannedWordIsFoundInCommentsAndLiteralsOfJavaScriptAlone() {
    assertThat(found("src/main/a.js", "const flight = 1; // no flight")).hasSize(1);
    assertThat(found("src/main/a.js", "text = \"a flight\" + flight;")).hasSize(1);
  }

  @Test
  void aDefinitionIsFoundInJavadocOfMainCodeAlone() {
    assertThat(found("crawler-api/src/main/A.java", "/** What it is. */ int a; // what"))
        .hasSize(1);
    assertThat(found("crawler-api/src/test/A.java", "/** What it is. */")).isEmpty();
  }

  @Test
  void aDefinitionIsFoundInDescriptionsOfParametersAndResults() {
    assertThat(found("src/main/A.java", "/**\n * A.\n *\n * @param <A>\n *     what it is\n */"))
        .hasSize(1);
    assertThat(found("src/main/A.java", "/**\n * A.\n *\n * @return what it is\n */")).hasSize(1);
    assertThat(found("src/main/A.java", "/** {@return what it is} */")).hasSize(1);
    assertThat(found("src/main/A.java", "/**\n * A.\n *\n * @param what the word\n */")).isEmpty();
  }

  private static List<String> found(String file, String source) {
    List<Ban> bans =
        List.of(
            Ban.of("\\b(big )?flights?\\b | fetch task"),
            Ban.of("first:^gives? | x"),
            Ban.of("text:\\banew\\b | again"),
            Ban.of("doc:^what\\b | x"));
    List<String> found = new ArrayList<>();
    search(file, source, bans, found);
    return found;
  }

  private static boolean isSearched(Path file) {
    String path = ROOT.relativize(file).toString();
    return (path.matches(".*\\.(md|js|html|json|xml|sh)")
            || (path.endsWith(".java") && path.contains("src/")))
        && !path.matches("(.*/)?(target/|\\.|src/test/resources/).*")
        && !path.startsWith("benchmarks/src/main/resources") // pages of others
        && !path.contains("VocabularyTest");
  }

  private static void search(String file, String text, List<Ban> bans, List<String> found) {
    boolean code = file.endsWith(".java") || file.endsWith(".js");
    Matcher tokens = (code ? TOKEN : PARAGRAPH).matcher(text);
    while (tokens.find()) {
      Place place = code ? place(file, tokens) : Place.DOCUMENT;
      if (isSearched(file, place)) {
        String at = file + ":" + (text.substring(0, tokens.start()).lines().count() + 1) + ": ";
        search(words(place, tokens.group()), place, bans, ban -> found.add(at + ban));
      }
    }
  }

  private static boolean isSearched(String file, Place place) {
    return switch (place) {
      case LITERAL -> file.contains("src/main/");
      case NAME -> file.endsWith(".java"); // those of JavaScript are often those of HTML
      default -> true;
    };
  }

  private static void search(String words, Place place, List<Ban> bans, Consumer<String> found) {
    for (Ban ban : bans) {
      Matcher matcher = ban.words().matcher(words);
      if (ban.places().contains(place) && matcher.find()) {
        found.accept("'" + matcher.group() + "': " + ban.line());
      }
    }
  }

  private static Place place(String file, Matcher token) {
    String comment = token.group("comment");
    if (comment != null) {
      return comment(file, comment);
    }
    return token.group("name") != null ? Place.NAME : Place.LITERAL;
  }

  private static Place comment(String file, String comment) {
    if (!file.contains("src/main/")) {
      return Place.COMMENT;
    }
    return comment.startsWith("/**") ? Place.MAIN_JAVADOC : Place.MAIN_COMMENT;
  }

  private static String words(Place place, String text) {
    return switch (place) {
      case NAME -> CASE.matcher(text).replaceAll(" ").toLowerCase(Locale.ROOT);
      case COMMENT, MAIN_COMMENT, MAIN_JAVADOC ->
          plain(text.replaceAll("(?m)^\\s*(/\\*\\*?|\\*(?!/)|//)|\\*/|//", " "));
      case LITERAL, DOCUMENT -> plain(text);
    };
  }

  private static String plain(String text) {
    return text.replaceAll("\\s+", " ").strip().toLowerCase(Locale.ROOT);
  }
}
