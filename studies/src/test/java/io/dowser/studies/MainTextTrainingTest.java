package io.dowser.studies;

import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.internal.content.MainTextFeatures;
import io.dowser.studies.LabelledPage.Label;
import io.dowser.studies.LabelledPage.Segments;
import io.dowser.studies.LabelledPage.Text;
import io.dowser.studies.LabelledPages.Kind;
import io.dowser.studies.MainTextTraining.Example;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jsoup.Jsoup;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class MainTextTrainingTest {

  private static final String SENTENCE = "The tide rises and falls twice a day on most coasts.";
  private static final String LINKS =
      "<ul><li><a href=/a>Another page</a><li><a href=/b>And a third</a></ul>";
  private static final String HTML = ("<p>" + SENTENCE.repeat(3) + "</p>" + LINKS).repeat(8);

  static List<Label> labels() {
    return List.of(
        new Text(SENTENCE.repeat(3), 1),
        new Segments(List.of(SENTENCE), List.of("Another page", "And a third")));
  }

  @ParameterizedTest
  @MethodSource("labels")
  void weightsFindTheTextThatTheyWereTrainedOn(Label label) {
    LabelledPage page = page(HTML, label);
    var training = new MainTextTraining();
    training.add(MainTextTraining.examples(page, 1));

    String found = MainTextFeatures.mainText(page.page(), training.weights());

    assertThat(found).contains(SENTENCE).doesNotContain("Another page");
  }

  @Test
  void blockOfWhichTheLabelSaysNothingIsNoExample() {
    LabelledPage page =
        page(
            "<p>" + SENTENCE + "<p>Unknown to the label.<p>Advertisement",
            new Segments(List.of("rises and falls"), List.of("Advertisement")));

    assertThat(MainTextTraining.examples(page, 1).blocks())
        .extracting(Example::main)
        .containsExactly(true, false);
  }

  @Test
  void textNeedNotHaveTheTitle() {
    LabelledPage page = page("<h1>Tides</h1><p>" + SENTENCE, new Text(SENTENCE, 1));

    assertThat(MainTextTraining.examples(page, 1).blocks())
        .extracting(Example::main)
        .containsExactly(true);
  }

  @Test
  void scoreOfTextsIsTheMeanOverPagesAndThatOfSegmentsOverAllSegments() {
    var texts = new MainTextScore();
    texts.add(page("", new Text("a b c d", 1)), "a b");
    texts.add(page("", new Text("a", 1)), "a x");
    var segments = new MainTextScore();
    segments.add(page("", new Segments(List.of("one", "two  three"), List.of("no"))), "one no");
    segments.add(page("", new Segments(List.of("four"), List.of())), "four");

    assertThat(List.of(texts.precision(), texts.recall())).containsExactly(0.75, 0.75);
    assertThat(List.of(segments.precision(), segments.recall())).containsExactly(2 / 3.0, 2 / 3.0);
  }

  @Test
  void shinglesCountAsOftenAsTheyOccur() {
    var score = new MainTextScore();
    score.add(page("", new Text("a b c a b c", 2)), "a b a b a b c");

    assertThat(score.precision()).isEqualTo(3 / 6.0); // of ab ba ab ba ab bc: ab twice, bc once
  }

  private static LabelledPage page(String html, Label label) {
    return new LabelledPage("example", Jsoup.parse(html), label);
  }

  /** If training had the pages of the site that it is scored on, it would find their code. */
  @Test
  void pageIsScoredByWeightsThatItsSiteDidNotTrain() {
    String code = "A line of code, which is the main text of one site alone, of all of them.";
    String html = ("<p>" + SENTENCE + "</p><pre>" + code + "</pre>").repeat(8);
    List<LabelledPage> usual =
        IntStream.range(0, 4)
            .mapToObj(i -> new LabelledPage("site" + i, Jsoup.parse(html), new Text(SENTENCE, 1)))
            .toList();
    var odd = new LabelledPage("odd", Jsoup.parse(html), new Text(code, 1));
    var evaluation =
        new MainTextEvaluation(
            Map.of(Kind.ARTICLES, usual, Kind.SEGMENTS, Collections.nCopies(20, odd)));

    String trained = MainTextFeatures.mainText(odd.page(), evaluation.train());
    Map<Kind, MainTextScore> scores = evaluation.crossValidate(1);

    assertThat(trained).contains(code).doesNotContain(SENTENCE);
    assertThat(scores.get(Kind.SEGMENTS).precision()).isLessThan(0.3); // words of both
    assertThat(scores.get(Kind.ARTICLES).precision()).isLessThan(0.3);
  }

  @ParameterizedTest
  @CsvSource({
    "https://www.example.co.uk/a/b.html, example",
    "http://blog.example.org:8080/, example",
    "hard::example.com.page.html, example",
    "tests/example/1.html, example",
    "example.com/index.html, example",
  })
  void siteIsTheNameWithoutTheLabelsAroundIt(String page, String site) {
    assertThat(LabelledPages.site(page)).isEqualTo(site);
  }
}
