package io.dowser.crawler.api;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dowser.crawler.text.TermCounts;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What a page builder makes of text and links, and the windows around a link (DECISION B-8). */
class LinkContextWindowTest {

  private static final CrawlUrl URL = CrawlUrl.of("http://a.example/");

  @Test
  void contextTermsAreTwentyTokensOnEachSideWithoutTheAnchor() {
    AnalyzedPage page = pageOfWords(30, "anchor", 30);
    TermCounts context = page.contextTerms(page.links().get(0), AnalyzedPage.CONTEXT_TOKENS);

    assertThat(context.total()).isEqualTo(40);
    assertThat(context.count("anchor")).isZero();
    assertThat(context.count("b9")).isZero();
    assertThat(context.count("b10")).isEqualTo(1);
    assertThat(context.count("b29")).isEqualTo(1);
    assertThat(context.count("a0")).isEqualTo(1);
    assertThat(context.count("a19")).isEqualTo(1);
    assertThat(context.count("a20")).isZero();
  }

  @Test
  void contextTermsEndAtTheBordersOfThePage() {
    AnalyzedPage page = pageOfWords(3, "anchor", 0);
    assertThat(page.contextTerms(page.links().get(0), AnalyzedPage.CONTEXT_TOKENS).total())
        .isEqualTo(3);
    assertThat(page.contextTerms(page.links().get(0), Integer.MAX_VALUE).total()).isEqualTo(3);
    assertThat(page.contextTerms(page.links().get(0), 0).total()).isZero();
  }

  @Test
  void contextTermsCrossOtherLinks() {
    AnalyzedPage page =
        AnalyzedPage.builder(Candidate.seed(URL, 0))
            .link(URL, "first")
            .breakText()
            .link(URL, "second")
            .build();
    assertThat(page.contextTerms(page.links().get(0), AnalyzedPage.CONTEXT_TOKENS).count("second"))
        .isEqualTo(1);
    assertThat(page.anchorTerms(page.links().get(1)).count("second")).isEqualTo(1);
    assertThat(page.anchorTerms(page.links().get(1)).total()).isEqualTo(1);
  }

  @Test
  void noTermReachesOverTheBorderOfALink() {
    AnalyzedPage page =
        AnalyzedPage.builder(Candidate.seed(URL, 0))
            .text("micro")
            .link(URL, "bus")
            .text("es and ")
            .link(URL, "stop")
            .text("s, ")
            .link(URL, "fare")
            .text(", or ")
            .link(URL, "fine")
            .build();

    assertThat(page.links())
        .extracting(link -> page.anchorTerms(link).term(0))
        .containsExactly("bus", "stop", "fare", "fine");
    assertThat(IntStream.range(0, page.tokens().size()).mapToObj(page.tokens()::term))
        .containsExactly("micro", "bus", "es", "and", "stop", "s", "fare", "or", "fine");
    assertThat(page.tokens().start(2)).isEqualTo("microbus".length());
    assertThat(page.contextTerms(page.links().get(0), 1).count("es")).isEqualTo(1);
  }

  @Test
  void negativeNumberOfTokensIsRefused() {
    AnalyzedPage page = pageOfWords(1, "anchor", 1);
    assertThatThrownBy(() -> page.contextTerms(page.links().get(0), -1))
        .hasMessage("tokensPerSide must be 0 or more, but was -1");
  }

  @Test
  void contextTextIsAtMostAHundredCharactersCutAtBlanks() {
    AnalyzedPage page = pageOfWords(60, "anchor", 60);
    Link link = page.links().get(0);

    assertThat(link.contextBefore()).hasSizeBetween(90, 100).startsWith("b").endsWith("b59");
    assertThat(link.contextAfter()).hasSizeBetween(90, 100).startsWith("a0 ");
    assertThat(page.text()).contains(" " + link.contextBefore() + " anchor ");
    assertThat(page.text()).contains(" anchor " + link.contextAfter() + " ");
  }

  @Test
  void contextTextWithoutBlanksIsCutAnywhere() {
    AnalyzedPage page =
        AnalyzedPage.builder(Candidate.seed(URL, 0))
            .text("台".repeat(150))
            .link(URL, "风")
            .text("雨".repeat(150))
            .build();
    assertThat(page.links().get(0).contextBefore()).isEqualTo("台".repeat(100));
    assertThat(page.links().get(0).contextAfter()).isEqualTo("雨".repeat(100));
  }

  @Test
  void contextAtTheBordersIsEmpty() {
    AnalyzedPage page = AnalyzedPage.builder(Candidate.seed(URL, 0)).link(URL, "all").build();
    assertThat(page.links().get(0).contextBefore()).isEmpty();
    assertThat(page.links().get(0).contextAfter()).isEmpty();
  }

  @Test
  void whiteSpaceOfEveryKindIsCollapsed() {
    AnalyzedPage page =
        AnalyzedPage.builder(Candidate.seed(URL, 0))
            .title("\n a \t\n b ")
            .text("\n\t one\u00a0\u3000 two")
            .text("three \u2003\u2028")
            .text(" four\u0000five ")
            .breakText()
            .breakText()
            .build();
    assertThat(page.text()).isEqualTo("one twothree four five");
    assertThat(page.title()).isEqualTo("a b");
  }

  @Test
  void anchorTextHasNoBlanksAtItsEnds() {
    AnalyzedPage page =
        AnalyzedPage.builder(Candidate.seed(URL, 0))
            .text("x")
            .link(URL, "  an anchor\n")
            .text("y")
            .build();
    assertThat(page.links().get(0).anchorText()).isEqualTo("an anchor");
    assertThat(page.text()).isEqualTo("x an anchor y");
  }

  @Test
  void linksWithoutTextMayStandBehindTheLastWord() {
    AnalyzedPage page =
        AnalyzedPage.builder(Candidate.seed(URL, 0))
            .text("end ")
            .link(URL, "")
            .link(URL, " ")
            .build();
    assertThat(page.text()).isEqualTo("end");
    assertThat(page.links()).extracting(Link::anchorText).containsExactly("", "");
    assertThat(page.links()).extracting(Link::contextBefore).containsExactly("end", "end");
    assertThat(page.links()).extracting(Link::contextAfter).containsExactly("", "");
  }

  @Test
  void skippedLinksLeaveTheirTextsAlsoThoseThatAreAddedLater() {
    AnalyzedPage.Builder builder =
        AnalyzedPage.builder(Candidate.seed(URL, 0)).link(URL, "one ").link(URL, "two ");
    assertThat(builder.linkCount()).isEqualTo(2);

    AnalyzedPage page = builder.skipLinks(SkipReason.NOFOLLOW).link(URL, "three").build();

    assertThat(page.text()).isEqualTo("one two three");
    assertThat(page.links()).isEmpty();
    assertThat(page.skippedLinks())
        .containsExactlyElementsOf(
            Collections.nCopies(3, new SkippedLink(URL, SkipReason.NOFOLLOW)));
  }

  @Test
  void rangeThatReachesIntoAnEarlierLinkIsRefused() {
    AnalyzedPage.Builder builder =
        AnalyzedPage.builder(Candidate.seed(URL, 0)).link(URL, "one").text("two");
    assertThatThrownBy(() -> builder.link(URL, 2, Link.AnchorSource.TEXT, Set.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("start must be 3 to 6, but was 2");
    assertThatThrownBy(() -> builder.link(URL, 7, Link.AnchorSource.TEXT, Set.of()))
        .hasMessage("start must be 3 to 6, but was 7");
  }

  private static AnalyzedPage pageOfWords(int before, String anchor, int after) {
    return AnalyzedPage.builder(Candidate.seed(URL, 0))
        .text(words("b", before))
        .breakText()
        .link(URL, anchor)
        .breakText()
        .text(words("a", after))
        .build();
  }

  private static String words(String letter, int count) {
    List<String> words = IntStream.range(0, count).mapToObj(i -> letter + i).toList();
    return words.stream().collect(joining(" "));
  }
}
