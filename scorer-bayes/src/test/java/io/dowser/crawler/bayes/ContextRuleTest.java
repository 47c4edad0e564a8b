package io.dowser.crawler.bayes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.LinkContext;
import io.dowser.crawler.bayes.LinkSettings.ContextRule;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ContextRuleTest {

  private static final CrawlUrl URL = CrawlUrl.of("http://a.example/");
  private static final String LONG = "word ".repeat(20).strip();

  /** A list of three links after a heading, and a paragraph with a link. */
  private static AnalyzedPage page() {
    AnalyzedPage.Builder page = AnalyzedPage.builder(Candidate.seed(URL, 0));
    page.text("funds ");
    int list = page.length();
    page.link(URL, "one").text(" x ").link(URL, "two").text(" y ").link(URL, "three");
    page.endBlock(list).text(" ");
    int paragraph = page.length();
    page.text(LONG + " ").link(URL, "four").text(" 😀").endBlock(paragraph);
    return page.build();
  }

  private static LinkContext context(ContextRule rule, int w, int link) {
    AnalyzedPage page = page();
    LinkSettings settings = LinkSettings.builder().contextRule(rule).w(w).build();
    return settings.context(page, page.links().get(link));
  }

  @Test
  void paperTakesTheAnchorOfTheNextLink() {
    assertThat(context(ContextRule.PAPER, 8, 1)).isEqualTo(new LinkContext("one", "three"));
  }

  @Test
  void windowCrossesLinks() {
    assertThat(context(ContextRule.WINDOW, 10, 1))
        .isEqualTo(new LinkContext("nds one x", "y three w"));
    assertThat(context(ContextRule.WINDOW, 0, 1)).isEqualTo(new LinkContext("", ""));
    assertThat(context(ContextRule.WINDOW, 10_000, 1).before()).isEqualTo("funds one x");
  }

  @Test
  void windowSplitsNoSurrogatePair() {
    assertThat(context(ContextRule.WINDOW, 2, 3).after()).isEmpty();
    assertThat(context(ContextRule.WINDOW, 3, 3).after()).isEqualTo("😀");
  }

  @Test
  void tagTreeEndsWithTheSmallestBlockThatHasText() {
    assertThat(context(ContextRule.TAG_TREE, 50, 3)).isEqualTo(new LinkContext(LONG, "😀"));
    assertThat(context(ContextRule.TAG_TREE, 50, 0).before())
        .as("its list has too little text, so the page is its block")
        .isEqualTo("funds");
    assertThat(context(ContextRule.TAG_TREE, 2, 3).before()).isEqualTo("rd word");
  }

  @ParameterizedTest
  @EnumSource
  void ruleOfTrainingIsSavedWithTheModelAndNoOtherIsTaken(ContextRule rule, @TempDir Path directory)
      throws IOException {
    Path file = directory.resolve("link.model");
    HanExamples.train(LinkSettings.PAPER.toBuilder().contextRule(rule).build()).save(file);
    LinkModel model = LinkModel.load(file);

    assertThat(model.settings().contextRule()).isEqualTo(rule);
    assertThat(model.facts()).containsEntry("contextRule", rule.name());
    ContextRule other = rule == ContextRule.PAPER ? ContextRule.WINDOW : ContextRule.PAPER;
    LinkSettings others = model.settings().toBuilder().contextRule(other).build();
    assertThatThrownBy(() -> model.with(others))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("contextRule must be those of training");
  }
}
