package io.dowser.examples.linkevaluation;

import io.dowser.crawler.analysis.MixedScriptAnalyzer;
import io.dowser.crawler.bayes.LabelledLink;
import io.dowser.crawler.bayes.LabelledText;
import io.dowser.crawler.text.TextAnalyzer;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** Judges link and page classifiers by the part of a user's data that they were not trained on. */
public final class LinkEvaluation {

  private static final double TEST_SHARE = 0.3;
  private static final long SEED = 1;

  private static final String USAGE =
      """
      java -jar link-evaluation.jar COMMAND
        links FILE [TERMS]                    labelled links as JSON lines, split by source site;
                                              TERMS is a dictionary, one term a line
        divergence LINKS PAGES LABEL FIELD... contexts of labelled links from pages as JSON lines
        headlines FILE LABEL TEXT TOPIC...    TSV with a header; texts stand in for anchors
        pages FILE LABEL TOPIC FIELD...       documents as JSON lines: kernel and normal density
      """;

  private final TextAnalyzer analyzer = MixedScriptAnalyzer.create();
  private final Tables tables;

  private LinkEvaluation(PrintStream out) {
    this.tables = new Tables(out, analyzer);
  }

  /**
   * Runs a command.
   *
   * @param args the command and its arguments
   * @throws IOException if a file cannot be read
   */
  public static void main(String[] args) throws IOException {
    var out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    if (!run(args, out)) {
      out.print(USAGE);
    }
  }

  static boolean run(String[] args, PrintStream out) throws IOException {
    var evaluation = new LinkEvaluation(out);
    List<String> rest = Arrays.asList(args).subList(Math.min(1, args.length), args.length);
    String command = args.length == 0 ? "" : args[0];
    if (command.equals("links") && !rest.isEmpty()) {
      evaluation.links(Path.of(rest.get(0)), rest.subList(1, rest.size()));
    } else if (command.equals("divergence") && rest.size() > 3) {
      String[] fields = rest.subList(3, rest.size()).toArray(String[]::new);
      evaluation.divergence(Path.of(rest.get(0)), Path.of(rest.get(1)), rest.get(2), fields);
    } else if (command.equals("headlines") && rest.size() > 3) {
      Path file = Path.of(rest.get(0));
      evaluation.headlines(file, rest.get(1), rest.get(2), rest.subList(3, rest.size()));
    } else if (command.equals("pages") && rest.size() > 3) {
      String[] fields = rest.subList(3, rest.size()).toArray(String[]::new);
      evaluation.pages(Path.of(rest.get(0)), rest.get(1), rest.get(2), fields);
    } else {
      return false;
    }
    return true;
  }

  private void links(Path file, List<String> dictionary) throws IOException {
    List<String> terms = new ArrayList<>();
    for (String name : dictionary) {
      Files.readAllLines(Path.of(name)).stream()
          .filter(term -> !term.isBlank())
          .forEach(terms::add);
    }
    try (Stream<LabelledLink> links = LabelledLink.read(file)) {
      tables.links(
          TrainTestSplit.byKey(links.toList(), LabelledLink::source, TEST_SHARE, SEED), terms);
    }
  }

  private void divergence(Path links, Path pages, String label, String[] fields)
      throws IOException {
    try (Stream<LabelledLink> examples = LabelledLink.read(links);
        Stream<LabelledText> texts = LabelledText.jsonLines(pages, label, fields)) {
      tables.divergence(examples.toList(), texts.toList());
    }
  }

  private void headlines(Path file, String label, String text, List<String> topics)
      throws IOException {
    try (Stream<LabelledText> lines = LabelledText.tsv(file, label, text)) {
      List<LabelledText> texts = lines.toList();
      var split = TrainTestSplit.byKey(texts, LabelledText::text, TEST_SHARE, SEED);
      topics.forEach(topic -> tables.anchors(split, topic));
    }
  }

  private void pages(Path file, String label, String topic, String[] fields) throws IOException {
    try (Stream<LabelledText> lines = LabelledText.jsonLines(file, label, fields)) {
      List<LabelledText> texts = lines.toList();
      tables.pages(TrainTestSplit.byKey(texts, LabelledText::text, TEST_SHARE, SEED), topic);
    }
  }
}
