package io.dowser.examples.linkevaluation;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.api.LinkContext;
import io.dowser.crawler.bayes.LabelledLink;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LinkEvaluationTest {

  @TempDir private Path directory;

  private String run(String... args) throws IOException {
    var written = new ByteArrayOutputStream();
    assertThat(LinkEvaluation.run(args, new PrintStream(written, true, UTF_8))).isTrue();
    return written.toString(UTF_8);
  }

  @Test
  void labelledLinksGiveATableOfGroupsAndEventModels() throws IOException {
    List<LabelledLink> links = new ArrayList<>();
    for (int i = 0; i < 400; i++) {
      boolean onTopic = i % 2 == 0;
      String anchor = onTopic ? "fund number " + i % 7 : "match number " + i % 5;
      String around = onTopic ? "market rate number" : "goal team number";
      String source = "site" + i % 50 + ".example";
      links.add(new LabelledLink(source, "", anchor, new LinkContext(around, ""), onTopic));
    }
    Path file = directory.resolve("links.jsonl");
    LabelledLink.write(file, links);
    Path terms = Files.writeString(directory.resolve("terms.txt"), "fund\nmarket\n\n");

    assertThat(run("links", file.toString(), terms.toString()))
        .contains("| ALL, PRESENT_ONLY, PROPORTIONAL | 1.000 | 1.000 | 1.000 | 1.0000 |")
        .contains("| ANCHOR_WORDS, MULTINOMIAL, ADD_ONE |")
        .contains("Contexts from anchors: ");
  }

  @Test
  void contextsOfLinksAreComparedWithPages() throws IOException {
    Path links = directory.resolve("links.jsonl");
    LabelledLink.write(
        links,
        List.of(
            new LabelledLink("", "", "x", new LinkContext("aa aa aa aa bb", "bb bb cc"), true),
            new LabelledLink("", "", "y", new LinkContext("dd dd aa", ""), false)));
    Path pages =
        Files.writeString(
            directory.resolve("pages.jsonl"),
            """
            {"label": "on", "body": "aa bb cc cc cc"}
            {"label": "off", "body": "aa bb cc cc cc ee ee"}
            """);

    assertThat(run("divergence", links.toString(), pages.toString(), "label", "body"))
        .contains("| contexts | pages | 0.5505 | 3 |")
        .contains("| half of the contexts | the other | 0.0000 | 1 |")
        .contains("| half of the pages | the other | 0.0000 | 3 |");
  }

  @Test
  void shortTextsStandInForAnchors() throws IOException {
    var lines = new StringBuilder("label\ttext\n");
    for (int i = 0; i < 200; i++) {
      lines.append(i % 2 == 0 ? "on\tfund rate " : "off\tmatch goal ").append("w" + i).append('\n');
    }
    Path file = Files.writeString(directory.resolve("a.tsv"), lines);

    assertThat(run("headlines", file.toString(), "label", "text", "on"))
        .contains("| page model, KERNEL, recommended |")
        .contains("| ANCHOR_WORDS, PRESENT_ONLY, PROPORTIONAL | 1.000 | 1.000 | 1.000 | 1.0000 |");
  }

  @Test
  void documentsGiveATableOfDensities() throws IOException {
    var lines = new StringBuilder();
    for (int i = 0; i < 200; i++) {
      String text = i % 2 == 0 ? "fund rate w" + i : "match goal w" + i;
      lines.append(
          "{\"label\":\"" + (i % 2 == 0 ? "on" : "off") + "\",\"body\":\"" + text + "\"}\n");
    }
    Path file = Files.writeString(directory.resolve("a.jsonl"), lines);

    assertThat(run("pages", file.toString(), "label", "on", "body"))
        .contains("| page model, NORMAL, paper |")
        .contains("| page model, KERNEL, recommended | 1.000 | 1.000 | 1.000 | 1.0000 |");
  }

  @Test
  void whatIsNoCommandIsReported() throws IOException {
    assertThat(LinkEvaluation.run(new String[] {"link"}, System.out)).isFalse();
    assertThat(LinkEvaluation.run(new String[0], System.out)).isFalse();
  }
}
