package io.dowser.crawler.lab;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Pages of two computer science departments, labelled by people by what kind of page they are. */
final class WebKb {

  private static final Map<String, List<String>> TOPICS =
      Map.of(
          "course",
          List.of(
              "course", "lecture", "homework", "assignment", "syllabus", "exam", "office hours"),
          "faculty",
          List.of("professor", "research interests", "publications", "faculty", "selected papers"),
          "student",
          List.of(
              "student", "graduate student", "phd student", "resume", "my advisor", "home page"),
          "project",
          List.of("project", "research group", "system", "members", "overview"));

  private static final String CORNELL = "http://www.cs.cornell.edu/";
  private static final String TEXAS = "http://www.cs.utexas.edu/";

  private static final Pattern CONTENT_TYPE = Pattern.compile("(?im)^content-type:\\s*(\\S+)");

  private final Path directory;

  WebKb(Path directory) {
    this.directory = directory;
  }

  void write(CorpusKit kit) throws IOException {
    var pages = CorpusFiles.objects(directory.resolve("cornell-texas.jsonl.gz"));
    try (ArchiveWriter archive = kit.archive("pages")) {
      write(pages, archive);
    }
    for (String university : List.of("cornell", "texas")) { // to train on one and test on the other
      try (ArchiveWriter archive = kit.archive(university)) {
        write(
            pages.stream().filter(page -> text(page, "university").equals(university)).toList(),
            archive);
      }
    }
    questions(kit, pages, "course", "faculty");
    kit.comparison("compare", "pages", List.of(CORNELL, TEXAS));
    kit.comparison("trained", "texas", List.of(TEXAS), "cornell", List.of(CORNELL));
    kit.comparison("developing", "cornell", List.of(CORNELL), "texas", List.of(TEXAS));
    kit.nextQuestions();
    questions(kit, pages, "student", "project");
    kit.comparison("reported", "pages", List.of(CORNELL, TEXAS));
    kit.comparison("trained-reported", "texas", List.of(TEXAS), "cornell", List.of(CORNELL));
    PlainQuestions.write(kit, "webkb", subjects(pages), List.of(CORNELL, TEXAS));
  }

  private static void questions(CorpusKit kit, List<Map<String, String>> pages, String... names)
      throws IOException {
    for (String name : names) {
      Map<String, Double> labels = new LinkedHashMap<>();
      pages.stream()
          .filter(page -> text(page, "label").equals(name))
          .forEach(page -> labels.put(text(page, "url"), 1.0));
      kit.question(name, TOPICS.getOrDefault(name, List.of()), labels);
    }
  }

  /** Returns the subjects of each page: its label, alone and with the university, and its URL. */
  private static Map<String, List<String>> subjects(List<Map<String, String>> pages) {
    Map<String, List<String>> subjects = new LinkedHashMap<>();
    for (Map<String, String> page : pages) {
      String url = text(page, "url");
      String label = text(page, "label");
      subjects.put(url, List.of(label, text(page, "university") + " " + label, url));
    }
    return subjects;
  }

  private static void write(List<Map<String, String>> pages, ArchiveWriter archive)
      throws IOException {
    for (Map<String, String> page : pages) {
      Matcher type = CONTENT_TYPE.matcher(text(page, "headers"));
      archive.page(
          text(page, "url"),
          type.find() ? type.group(1) : "",
          text(page, "body").getBytes(StandardCharsets.ISO_8859_1));
    }
  }

  private static String text(Map<String, String> page, String field) {
    return page.getOrDefault(field, "");
  }
}
