package io.dowser.crawler.lab;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The files of comparisons: archives, questions, seeds, and files of arguments. */
final class CorpusKit {

  private final Path directory;
  private final List<String> questions = new ArrayList<>();
  private final List<Path> comparisons = new ArrayList<>();

  CorpusKit(Path directory) {
    this.directory = directory;
  }

  ArchiveWriter archive(String name) throws IOException {
    return new ArchiveWriter(file(name + ".warc.gz"));
  }

  private Path file(String name) {
    return directory.resolve(name);
  }

  /** Adds a question to all comparisons that are created afterwards. */
  void question(String name, List<String> topic, Map<String, Double> labels) throws IOException {
    Path topicFile = Files.write(file(name + ".topic"), topic, StandardCharsets.UTF_8);
    List<String> lines =
        labels.entrySet().stream().map(label -> label.getKey() + "\t" + label.getValue()).toList();
    Path labelFile = Files.write(file(name + ".labels"), lines, StandardCharsets.UTF_8);
    questions.add(option("--topic", topicFile));
    questions.add(option("--labels", labelFile));
  }

  /** Starts new questions for later comparisons; the comparisons so far keep theirs. */
  void nextQuestions() {
    questions.clear();
  }

  /** Adds a comparison of strategies that need no training. */
  void comparison(String name, String archive, List<String> seeds) throws IOException {
    write(name, web(name, archive, seeds));
  }

  /** Adds a comparison in which strategies are trained on another archive first. */
  void comparison(
      String name, String archive, List<String> seeds, String known, List<String> knownSeeds)
      throws IOException {
    List<String> arguments = web(name, archive, seeds);
    arguments.add(option("--train", file(known + ".warc.gz")));
    arguments.add(option("--train-seeds", seedFile(known + "-seeds.txt", knownSeeds)));
    write(name, arguments);
  }

  private List<String> web(String name, String archive, List<String> seeds) throws IOException {
    List<String> arguments = web(archive);
    arguments.add(option("--seeds", seedFile(name + "-seeds.txt", seeds)));
    return arguments;
  }

  private List<String> web(String archive) {
    var arguments = new ArrayList<>(questions);
    arguments.add(option("--archive", file(archive + ".warc.gz")));
    return arguments;
  }

  private Path seedFile(String name, List<String> urls) throws IOException {
    return Files.write(file(name), urls, StandardCharsets.UTF_8);
  }

  private void write(String name, List<String> arguments) throws IOException {
    comparisons.add(Files.write(file(name + ".args"), arguments, StandardCharsets.UTF_8));
  }

  private static String option(String name, Path file) {
    return '"' + name + "=" + file.toAbsolutePath() + '"';
  }

  /** Returns the files of arguments for {@code dowser compare}. */
  List<Path> comparisons() {
    return List.copyOf(comparisons);
  }
}
