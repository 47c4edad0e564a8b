package io.dowser.examples.lab;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The files of a comparison: an archive, questions, seeds, and a file of arguments. */
final class CorpusKit {

  private final Path directory;
  private final List<String> arguments = new ArrayList<>();

  CorpusKit(Path directory) {
    this.directory = directory;
  }

  ArchiveWriter archive() throws IOException {
    Path archive = directory.resolve("pages.jsonl.gz");
    add("--archive", archive);
    return new ArchiveWriter(archive);
  }

  /** An archive beside, for training. */
  ArchiveWriter archive(String name) throws IOException {
    return new ArchiveWriter(directory.resolve(name + ".jsonl.gz"));
  }

  void question(String name, List<String> topic, Map<String, Double> labels) throws IOException {
    Path topicFile = directory.resolve(name + ".topic");
    Files.write(topicFile, topic, StandardCharsets.UTF_8);
    add("--topic", topicFile);
    Path labelFile = directory.resolve(name + ".labels");
    List<String> lines =
        labels.entrySet().stream().map(label -> label.getKey() + "\t" + label.getValue()).toList();
    Files.write(labelFile, lines, StandardCharsets.UTF_8);
    add("--labels", labelFile);
  }

  void seeds(List<String> urls) throws IOException {
    Path seeds = directory.resolve("seeds.txt");
    Files.write(seeds, urls, StandardCharsets.UTF_8);
    add("--seeds", seeds);
  }

  private void add(String option, Path file) throws IOException {
    arguments.add('"' + option + "=" + file.toAbsolutePath() + '"');
    Files.write(arguments(), arguments, StandardCharsets.UTF_8);
  }

  Path arguments() {
    return directory.resolve("compare.args");
  }
}
