package io.dowser.crawler.lab;

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

  private record Subject(String name, String category, List<String> topic) {}

  private static final List<Subject> SUBJECTS =
      List.of(
          new Subject(
              "astronomy",
              "subject.Science.Physics.Space_Astronomy",
              List.of(
                  "star",
                  "planet",
                  "moon",
                  "galaxy",
                  "comet",
                  "asteroid",
                  "orbit",
                  "sun",
                  "space")),
          new Subject(
              "music",
              "subject.Music.",
              List.of(
                  "music", "song", "opera", "composer", "guitar", "piano", "jazz", "symphony")));

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
    for (Subject subject : SUBJECTS) {
      kit.question(subject.name(), subject.topic(), labels(subject.category()));
    }
    kit.comparison("compare", "pages", List.of(ROOT + "United_Kingdom"));
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
