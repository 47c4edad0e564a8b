package io.dowser.corpora;

import static java.util.Objects.requireNonNull;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * 4,604 articles of Wikipedia by their encoded names. The texts are not there.
 *
 * @param links the names that each article links to
 * @param categories of the articles that have some
 * @param glosses one sentence about each of half of the articles
 */
public record Wikispeedia(
    Map<String, List<String>> links,
    Map<String, List<String>> categories,
    Map<String, String> glosses) {

  /** {@return the articles from the directory of corpora} */
  public static Wikispeedia read() {
    Map<String, List<String>> links = new LinkedHashMap<>();
    rows("articles").forEach(row -> links.put(row[0], new ArrayList<>()));
    rows("links").forEach(row -> requireNonNull(links.get(row[0]), row[0]).add(row[1]));
    Map<String, List<String>> categories = new HashMap<>();
    rows("categories")
        .forEach(row -> categories.computeIfAbsent(row[0], name -> new ArrayList<>()).add(row[1]));
    Map<String, String> glosses = new HashMap<>();
    rows("wordnet_glosses").forEach(row -> glosses.put(row[0], row[1]));
    return new Wikispeedia(links, categories, glosses);
  }

  /**
   * {@return the ways of people who found an article: names, and {@code <} for a move back}
   *
   * @param user accepts the hashed addresses of the people
   */
  public static List<List<String>> paths(Predicate<String> user) {
    return rows("paths_finished").stream()
        .filter(row -> !row[0].equals("hashedIpAddress") && user.test(row[0]))
        .map(row -> List.of(row[3].split(";", -1)))
        .toList();
  }

  private static List<String[]> rows(String file) {
    return CorpusFiles.rows("wikispeedia/" + file + ".tsv.gz");
  }

  /**
   * {@return an article's title}
   *
   * @param name the article's encoded name
   */
  public static String title(String name) {
    return URLDecoder.decode(name.replace("+", "%2B"), StandardCharsets.UTF_8).replace('_', ' ');
  }
}
