package io.dowser.crawler.lab;

import com.google.common.base.Splitter;
import com.google.common.html.HtmlEscapers;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Articles of an encyclopedia with their links, and categories made by people. The texts are not
 * there: a page has its title, for half of the articles one sentence, and the titles of its links.
 */
final class Wikispeedia {

  private static final String ROOT = "http://wikispeedia.example/wiki/";

  private static final List<String> SEEDS = List.of(ROOT + "United_Kingdom");

  private record Subject(String name, String category, List<String> topic) {}

  /** Questions on which constants of strategies may be chosen. */
  private static final List<Subject> SUBJECTS =
      List.of(
          subject(
              "astronomy",
              "Science.Physics.Space_Astronomy",
              "star, planet, moon, galaxy, comet, asteroid, orbit, sun, space"),
          subject(
              "music", "Music.", "music, song, opera, composer, guitar, piano, jazz, symphony"));

  /** Questions on which nothing was chosen, with topics written before the first comparison. */
  private static final List<Subject> REPORTED =
      List.of(
          subject(
              "chemistry",
              "Science.Chemistry",
              "element, chemical, compound, acid, metal, atom, molecule, gas"),
          subject(
              "railways",
              "Design_and_Technology.Railway_transport",
              "railway, train, locomotive, station, rail, underground, tram"),
          subject(
              "war",
              "History.Military_History_and_War",
              "war, battle, army, weapon, navy, military, tank"),
          subject(
              "food",
              "Everyday_life.Food_and_agriculture",
              "food, fruit, vegetable, crop, agriculture, drink, cheese"),
          subject(
              "mathematics",
              "Mathematics",
              "mathematics, number, theorem, geometry, algebra, equation"),
          subject(
              "writers",
              "People.Writers_and_critics",
              "writer, novelist, author, poet, novel, playwright"),
          subject(
              "architecture",
              "Design_and_Technology.Architecture",
              "architecture, building, tower, cathedral, castle, bridge, palace"),
          subject(
              "disasters",
              "Geography.Natural_Disasters",
              "earthquake, hurricane, tsunami, storm, flood, volcano, eruption"));

  private final Path directory;

  Wikispeedia(Path directory) {
    this.directory = directory;
  }

  void write(CorpusKit kit) throws IOException {
    Map<String, List<String>> links = new LinkedHashMap<>();
    for (String[] row : rows("articles")) {
      links.put(row[0], new ArrayList<>());
    }
    for (String[] row : rows("links")) {
      links.computeIfAbsent(row[0], unused -> new ArrayList<>()).add(row[1]);
    }
    Map<String, String> glosses = new HashMap<>();
    for (String[] row : rows("wordnet_glosses")) {
      glosses.put(row[0], row[1]);
    }
    try (ArchiveWriter archive = kit.archive("pages")) {
      for (Map.Entry<String, List<String>> article : links.entrySet()) {
        String gloss = glosses.getOrDefault(article.getKey(), "");
        archive.html(ROOT + article.getKey(), page(article.getKey(), gloss, article.getValue()));
      }
    }
    comparison(kit, "compare", SUBJECTS);
    kit.nextQuestions();
    comparison(kit, "reported", REPORTED);
    PlainQuestions.write(kit, "wikispeedia", categories(), SEEDS);
  }

  private static Subject subject(String name, String category, String topic) {
    return new Subject(name, "subject." + category, Splitter.on(", ").splitToList(topic));
  }

  private void comparison(CorpusKit kit, String name, List<Subject> subjects) throws IOException {
    for (Subject subject : subjects) {
      kit.question(subject.name(), subject.topic(), labels(subject.category()));
    }
    kit.comparison(name, "pages", SEEDS);
  }

  private List<String[]> rows(String file) throws IOException {
    return CorpusFiles.rows(directory.resolve(file + ".tsv.gz"));
  }

  private Map<String, Double> labels(String category) throws IOException {
    Map<String, Double> labels = new LinkedHashMap<>();
    for (String[] row : rows("categories")) {
      if ((row[1] + ".").startsWith(category)) {
        labels.put(ROOT + row[0], 1.0);
      }
    }
    return labels;
  }

  private Map<String, List<String>> categories() throws IOException {
    Map<String, List<String>> categories = new LinkedHashMap<>();
    for (String[] row : rows("categories")) {
      categories.computeIfAbsent(ROOT + row[0], unused -> new ArrayList<>()).add(row[1]);
    }
    return categories;
  }

  private static String page(String name, String gloss, List<String> targets) {
    var html = new StringBuilder("<!DOCTYPE html><html><head><meta charset=\"utf-8\"><title>");
    html.append(title(name)).append("</title></head><body><h1>").append(title(name));
    html.append("</h1><p>").append(HtmlEscapers.htmlEscaper().escape(gloss)).append("</p><ul>");
    for (String target : targets) {
      html.append("<li><a href=\"").append(ROOT).append(target).append("\">");
      html.append(title(target)).append("</a></li>\n");
    }
    return html.append("</ul></body></html>").toString();
  }

  private static String title(String name) {
    String plain = URLDecoder.decode(name.replace("+", "%2B"), StandardCharsets.UTF_8);
    return HtmlEscapers.htmlEscaper().escape(plain.replace('_', ' '));
  }
}
