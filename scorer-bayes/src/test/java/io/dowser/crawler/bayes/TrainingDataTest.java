package io.dowser.crawler.bayes;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.api.LinkContext;
import io.dowser.crawler.text.TermCounts;
import io.dowser.crawler.text.TextAnalyzer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TrainingDataTest {

  @TempDir private Path directory;

  private Path file(String name, String text) throws IOException {
    Path file = directory.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, text, UTF_8);
  }

  private static <T> List<T> all(Stream<T> stream) {
    try (stream) {
      return stream.toList();
    }
  }

  @Test
  void directoryOfEachClassIsRead() throws IOException {
    file("corpus/on/1.txt", "股市");
    file("corpus/on/.hidden", "nothing");
    file("corpus/off/2.txt", "goal");
    file("corpus/README", "no class");

    assertThat(all(LabelledText.directory(directory.resolve("corpus"))))
        .containsExactly(new LabelledText("off", "goal"), new LabelledText("on", "股市"));
  }

  @Test
  void directoryWithoutClassesIsAnError() throws IOException {
    file("corpus/1.txt", "text");

    assertThatThrownBy(() -> LabelledText.directory(directory.resolve("corpus")))
        .isInstanceOf(CrawlException.class)
        .hasMessageEndingWith("corpus must have a directory for each class, but has none");
  }

  @Test
  void jsonLinesAreReadFieldByField() throws IOException {
    Path file =
        file(
            "a.jsonl",
            """
            \ufeff{"label": "on", "title": "A", "body": "b\\nc", "more": {"x": [1]}}

            {"body": null, "title": "D", "label": 7}
            """);

    assertThat(all(LabelledText.jsonLines(file, "label", "title", "body")))
        .containsExactly(new LabelledText("on", "A\nb\nc\n"), new LabelledText("7", "D\n\n"));
  }

  @Test
  void packedFilesAreUnpacked() throws IOException {
    Path file = directory.resolve("a.tsv.gz");
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
      out.write("label\ttext\non\t台风\n".getBytes(UTF_8));
    }

    assertThat(all(LabelledText.tsv(file, "label", "text")))
        .containsExactly(new LabelledText("on", "台风"));
  }

  @Test
  void linesWithoutLabelAreNamed() throws IOException {
    Path json = file("a.jsonl", "{\"label\":\"on\",\"text\":\"a\"}\n{\"text\":\"b\"}\n");
    Path tsv = file("a.tsv", "label\ttext\non\ta\n \tb\n");
    Path links = file("links.jsonl", "{\"anchor\":\"a\"}\n");

    assertThatThrownBy(() -> all(LabelledText.jsonLines(json, "label", "text")))
        .isInstanceOf(CrawlException.class)
        .hasMessage(json + ", line 2: has no label in the field 'label'");
    assertThatThrownBy(() -> all(LabelledText.tsv(tsv, "label", "text")))
        .isInstanceOf(CrawlException.class)
        .hasMessage(tsv + ", line 3: has no label in the column 'label'");
    assertThatThrownBy(() -> all(LabelledLink.read(links)))
        .isInstanceOf(CrawlException.class)
        .hasMessage(
            links
                + ", line 1: has no label: the field 'onTopic' must be true or false, but was ''");
  }

  @Test
  void malformedLinesAreNamed() throws IOException {
    Path json = file("a.jsonl", "{\"label\":\n");
    Path array = file("b.jsonl", "[1]\n");
    Path two = file("c.jsonl", "{\"label\":\"a\"} {}\n");
    Path columns = file("a.tsv", "label\ttext\non\n");
    Path header = file("b.tsv", "class\ttext\n");

    assertThatThrownBy(() -> all(LabelledText.jsonLines(json, "label", "text")))
        .isInstanceOf(CrawlException.class)
        .hasMessageContaining(json + ", line 1: is not JSON");
    assertThatThrownBy(() -> all(LabelledText.jsonLines(array, "label", "text")))
        .hasMessage(array + ", line 1: must be a JSON object");
    assertThatThrownBy(() -> all(LabelledText.jsonLines(two, "label", "text")))
        .hasMessage(two + ", line 1: must be one JSON object and nothing else");
    assertThatThrownBy(() -> all(LabelledText.tsv(columns, "label", "text")))
        .hasMessage(columns + ", line 2: has only 1 columns");
    assertThatThrownBy(() -> all(LabelledText.tsv(header, "label", "text")))
        .hasMessage(header + ", line 1: has no column 'label', its columns are [class, text]");
  }

  @Test
  void otherEncodingsAreRefusedAndNotLearned() throws IOException {
    byte[] gbk = "label\ttext\non\t股市大涨\n".getBytes(Charset.forName("GB18030"));
    Path tsv = Files.write(directory.resolve("gbk.tsv"), gbk);
    Path document = file("corpus/on/1.txt", "");
    Files.write(document, gbk);

    assertThatThrownBy(() -> all(LabelledText.tsv(tsv, "label", "text")))
        .isInstanceOf(CrawlException.class)
        .hasMessageContaining(tsv.toString())
        .hasMessageContaining("is not UTF-8");
    assertThatThrownBy(() -> all(LabelledText.directory(directory.resolve("corpus"))))
        .isInstanceOf(CrawlException.class)
        .hasMessage(document + ": is not UTF-8");
  }

  /** As when files of several sources are put together. */
  @Test
  void oneLineInAnotherEncodingIsRefusedAmongManyThatAreRight() throws IOException {
    byte[] gbk = "股市大涨".getBytes(Charset.forName("GB18030"));
    Path tsv = mixed("mixed.tsv", "label\ttext\n", "on\tfund 股市\n", "on\t", gbk);
    Path json =
        mixed("mixed.jsonl", "", "{\"onTopic\":true}\n", "{\"onTopic\":true,\"anchor\":\"", gbk);

    assertThatThrownBy(
            () -> PageTrainer.builder("on").build().train(LabelledText.tsv(tsv, "label", "text")))
        .isInstanceOf(CrawlException.class)
        .hasMessageMatching(Pattern.quote(tsv + ", line ") + "\\d+ or soon after: is not UTF-8");
    assertThatThrownBy(() -> LinkTrainer.builder().build().train(LabelledLink.read(json)))
        .isInstanceOf(CrawlException.class)
        .hasMessageMatching(Pattern.quote(json + ", line ") + "\\d+ or soon after: is not UTF-8");
  }

  private Path mixed(String name, String head, String line, String start, byte[] gbk)
      throws IOException {
    var bytes = new ByteArrayOutputStream();
    bytes.writeBytes((head + line.repeat(2_000) + start).getBytes(UTF_8));
    bytes.writeBytes(gbk);
    bytes.writeBytes(("\"}\n" + line.repeat(2_000)).getBytes(UTF_8));
    return Files.write(directory.resolve(name), bytes.toByteArray());
  }

  @Test
  void classWithoutDocumentsIsAnError() {
    assertThatThrownBy(() -> PageTrainer.builder("finance").build().train(ZouExamples.documents()))
        .isInstanceOf(CrawlException.class)
        .hasMessage(
            "both classes must have documents, but there are 0 with the label 'finance' and 4 with"
                + " any other label");
    assertThatThrownBy(
            () -> PageTrainer.builder("+").negative("x").build().train(ZouExamples.documents()))
        .isInstanceOf(CrawlException.class)
        .hasMessageEndingWith("2 with the label '+' and 0 with a label of [x]");
  }

  @Test
  void documentsWithoutADistinguishingTermLeaveNoVocabulary() {
    assertThatThrownBy(
            () ->
                PageTrainer.builder("+")
                    .build()
                    .train(
                        Stream.of(
                            new LabelledText("+", "same once"), new LabelledText("-", "same"))))
        .isInstanceOf(CrawlException.class)
        .hasMessage(
            "the vocabulary is empty: none of 2 terms is in at least 2 and not in all of 2"
                + " documents");
  }

  @Test
  void labelsOfOtherClassesAreLeftOut() {
    PageModel model =
        PageTrainer.builder("+")
            .negative("-")
            .settings(PageSettings.PAPER)
            .build()
            .train(
                Stream.concat(
                    ZouExamples.documents(), Stream.of(new LabelledText("other", "fund"))));

    assertThat(model.facts()).containsEntry("negativeDocuments", "2");
    assertThatThrownBy(() -> PageTrainer.builder("+").negative("+"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("negative labels must be some and not the positive '+'");
  }

  @Test
  void largerClassIsSampledDownByTheSeed() {
    List<LabelledText> documents = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      documents.add(new LabelledText(i < 20 ? "on" : "off", "common t" + i));
    }
    PageTrainer.Builder builder = PageTrainer.builder("on").settings(PageSettings.PAPER);

    PageModel model = builder.build().train(documents.stream());
    PageModel same = builder.build().train(documents.stream());
    PageModel other = builder.seed(2).build().train(documents.stream());

    assertThat(model.facts()).containsEntry("positiveDocuments", "20");
    assertThat(model.facts()).containsEntry("negativeDocuments", "20");
    assertThat(scores(same)).isEqualTo(scores(model));
    assertThat(scores(other)).isNotEqualTo(scores(model));
  }

  private static List<Double> scores(PageModel model) {
    return Stream.iterate(0, i -> i + 1)
        .limit(100)
        .map(i -> model.logOdds(SparseIsDenseTest.counts("t" + i)))
        .toList();
  }

  @Test
  void numberOfThreadsDoesNotChangeTheModel() {
    List<LabelledText> documents = new ArrayList<>();
    for (int i = 0; i < 2_500; i++) {
      documents.add(new LabelledText(i % 3 == 0 ? "on" : "off", "t" + i % 7 + " t" + i % 11));
    }

    PageModel one = PageTrainer.builder("on").threads(1).build().train(documents.stream());
    PageModel many = PageTrainer.builder("on").threads(5).build().train(documents.stream());

    assertThat(many.logOdds(TermCounts.EMPTY)).isEqualTo(one.logOdds(TermCounts.EMPTY));
    assertThat(many.logOdds(SparseIsDenseTest.counts("t1 t5 t9")))
        .isEqualTo(one.logOdds(SparseIsDenseTest.counts("t1 t5 t9")));
  }

  @Test
  void failureOfAnAnalyzerReachesTheCaller() {
    TextAnalyzer broken =
        (text, sink) -> {
          throw new IllegalStateException("broken analyzer");
        };

    assertThatThrownBy(
            () ->
                PageTrainer.builder("+")
                    .analyzer(broken)
                    .threads(3)
                    .build()
                    .train(ZouExamples.documents()))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("broken analyzer");
  }

  @Test
  void labelledLinksSurviveTheirFile() throws IOException {
    List<LabelledLink> links =
        List.of(
            new LabelledLink(
                "a.example", "http://b.example/", "\"股\"\n市", new LinkContext("x\t", ""), true),
            LabelledLink.of("", false));
    Path file = directory.resolve("new/links.jsonl");
    LabelledLink.write(file, links);

    assertThat(all(LabelledLink.read(file))).isEqualTo(links);
    assertThat(Files.readAllLines(file)).hasSize(2);
  }

  @Test
  void labelsMustNotBeBlank() {
    assertThatThrownBy(() -> new LabelledText(" ", "text"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("label must not be blank");
    assertThatThrownBy(() -> PageTrainer.builder(""))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("the positive label must not be blank");
    assertThatThrownBy(() -> PageTrainer.builder("a").threads(0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("threads must be 1 to 1000, but was 0");
  }
}
