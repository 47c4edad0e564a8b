package io.dowser.crawler.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Searches all Java sources of the project for the words of {@code docs/banned-words.txt}. */
class VocabularyTest {

  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final Pattern TOKEN =
      Pattern.compile(
          "\"\"\"[\\s\\S]*?\"\"\"|\"(?:\\\\.|[^\"\\\\\n])*\"|'(?:\\\\.|[^'\\\\\n])+'"
              + "|(?<comment>(?://[^\n]*\\s*)+|/\\*[\\s\\S]*?\\*/)|(?<name>[A-Za-z_$][\\w$]*)");
  private static final Pattern CASE = Pattern.compile("(?<=[a-z0-9])(?=[A-Z])|_");

  /** A line of the list. */
  private record Ban(Predicate<String> comments, Predicate<String> names, String line) {

    static Ban of(String line) {
      String text = line.substring(0, line.lastIndexOf(" | "));
      Predicate<String> none = words -> false;
      if (text.startsWith("id:")) {
        return new Ban(none, Pattern.compile(text.substring(3)).asPredicate(), line);
      }
      if (text.startsWith("first:")) {
        return new Ban(Pattern.compile(text.substring(6)).asPredicate(), none, line);
      }
      Predicate<String> anywhere = Pattern.compile(text).asPredicate();
      return new Ban(anywhere, anywhere, line);
    }
  }

  @Test
  void sourcesUseNoBannedWord() throws IOException {
    List<Ban> bans;
    try (Stream<String> lines = Files.lines(ROOT.resolve("docs/banned-words.txt"))) {
      bans = lines.filter(line -> !line.startsWith("#")).map(Ban::of).toList();
    }
    List<String> found = new ArrayList<>();
    try (Stream<Path> files = Files.walk(ROOT)) {
      for (Path file : files.filter(VocabularyTest::isSource).sorted().toList()) {
        search(file, bans, found);
      }
    }
    assertThat(found).isEmpty();
  }

  @Test
  void aBannedWordIsFoundInNamesAndComments() {
    List<Ban> bans = List.of(Ban.of("\\bflights?\\b | fetch task"), Ban.of("first:^gives? | x"));
    List<String> found = new ArrayList<>();

    search("A", "/** Gives it. */ int inFlightOf; // the\n// flights of hosts", bans, found);

    assertThat(found).hasSize(3);
  }

  private static boolean isSource(Path file) {
    String path = ROOT.relativize(file).toString();
    return path.endsWith(".java")
        && path.contains("/src/")
        && !path.contains("target/")
        && !path.contains("VocabularyTest");
  }

  private static void search(Path file, List<Ban> bans, List<String> found) throws IOException {
    search(ROOT.relativize(file).toString(), Files.readString(file), bans, found);
  }

  private static void search(String file, String source, List<Ban> bans, List<String> found) {
    Matcher tokens = TOKEN.matcher(source);
    while (tokens.find()) {
      boolean comment = tokens.group("comment") != null;
      if (comment || tokens.group("name") != null) {
        String words = comment ? plain(tokens.group()) : spaced(tokens.group());
        bans.stream()
            .filter(ban -> (comment ? ban.comments() : ban.names()).test(words))
            .forEach(ban -> found.add(file + ":" + line(source, tokens) + ": " + ban.line()));
      }
    }
  }

  private static String plain(String comment) {
    String text = comment.replaceAll("(?m)^\\s*(/\\*\\*?|\\*(?!/)|//)|\\*/|//", " ");
    return text.replaceAll("\\s+", " ").strip().toLowerCase(Locale.ROOT);
  }

  private static String spaced(String name) {
    return CASE.matcher(name).replaceAll(" ").toLowerCase(Locale.ROOT);
  }

  private static long line(String source, MatchResult at) {
    return source.substring(0, at.start()).lines().count();
  }
}
