package io.dowser.crawler.lab;

import io.dowser.crawler.api.Topic;
import io.dowser.crawler.archive.ReplayFetcher;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A web of 31 pages: a front page with links to ten rooms, each with two pages. Behind rooms 7 and
 * 8, whose links say so, are pages about tides.
 */
final class SmallWeb {

  static final String ROOT = "http://web.example/";
  static final Topic TOPIC = Topic.of("tide", "moon");

  private final Path directory;

  SmallWeb(Path directory) {
    this.directory = directory;
  }

  /** Writes archive, labels and topic. */
  static SmallWeb in(Path directory) throws IOException {
    return in(directory, ROOT);
  }

  /** The same web under another address. */
  static SmallWeb in(Path directory, String root) throws IOException {
    Files.createDirectories(directory);
    try (var archive = new ArchiveWriter(directory.resolve("web.warc.gz"))) {
      var front = new StringBuilder("<title>Rooms</title>");
      for (int room = 0; room < 10; room++) {
        front.append(link(root, "room" + room, isWet(room) ? "moon and tide" : "dry room " + room));
        archive.html(
            root + "room" + room,
            link(root, "page" + room + "a", (isWet(room) ? "tide tables " : "first ") + room)
                + link(
                    root, "page" + room + "b", (isWet(room) ? "moon tables " : "second ") + room));
        for (String page : List.of("a", "b")) {
          String text = isWet(room) ? "High tide by the moon." : "Nothing but dust.";
          archive.html(
              root + "page" + room + page, text + " " + room + page + link(root, "", "back"));
        }
      }
      archive.html(root, front + "<a href=\"http://elsewhere.example/\">out</a>");
    }
    var labels = new TreeMap<String, Double>();
    for (int room : List.of(7, 8)) {
      labels.put(root + "page" + room + "a", 1.0);
      labels.put(root + "page" + room + "b", 1.0);
    }
    write(directory.resolve("tides.labels"), labels);
    Files.writeString(directory.resolve("tides.topic"), "# about the sea\ntide = 2\nmoon\n");
    return new SmallWeb(directory);
  }

  private static void write(Path file, Map<String, Double> labels) throws IOException {
    Files.write(
        file, labels.entrySet().stream().map(it -> it.getKey() + "\t" + it.getValue()).toList());
  }

  private static boolean isWet(int room) {
    return room == 7 || room == 8;
  }

  private static String link(String root, String path, String text) {
    return "<p><a href=\"" + root + path + "\">" + text + "</a></p>";
  }

  Path file(String name) {
    return directory.resolve(name);
  }

  Question question() {
    return new Question(
        "tides",
        Optional.of(TOPIC),
        Questions.labelJudge(file("tides.labels")),
        true,
        List.of(TextFiles.url(ROOT)));
  }

  ReplayFetcher archive() {
    return ReplayFetcher.builder(file("web.warc.gz")).open();
  }

  /** Arguments of {@code dowser compare} for this web. */
  String[] compare(String... more) {
    return compareInto("out", more);
  }

  /** The same with results in a directory of another name. */
  String[] compareInto(String out, String... more) {
    List<String> arguments =
        new java.util.ArrayList<>(
            List.of(
                "compare",
                "--archive=" + file("web.warc.gz"),
                "--topic=" + file("tides.topic"),
                "--labels=" + file("tides.labels"),
                "--seeds=" + ROOT,
                "--out=" + file(out)));
    arguments.addAll(List.of(more));
    return arguments.toArray(String[]::new);
  }
}
