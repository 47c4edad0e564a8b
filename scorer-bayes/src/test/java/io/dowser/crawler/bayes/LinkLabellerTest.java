package io.dowser.crawler.bayes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.dowser.crawler.Crawler;
import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlEvent;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.LinkContext;
import io.dowser.crawler.testkit.CrawlFixtures;
import io.dowser.crawler.testkit.InMemoryWeb;
import io.dowser.crawler.testkit.InMemoryWeb.WebLink;
import io.dowser.crawler.text.TextNormalizer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LinkLabellerTest {

  private static final SiteList ON =
      SiteList.of("finance.example", "news.example/money/", "!/login");
  private static final SiteList OFF = SiteList.of("sport.example", "news.example/money/odd");

  @ParameterizedTest
  @CsvSource({
    "http://finance.example/, true",
    "https://www.finance.example/a?b, true",
    "http://notfinance.example/, false",
    "http://example/, false",
    "http://news.example/money/1, true",
    "http://news.example/moneys, false",
    "http://finance.example/login?x, false"
  })
  void urlsFallUnderHostsSubDomainsAndPaths(String url, boolean on) {
    assertThat(ON.contains(CrawlUrl.of(url))).isEqualTo(on);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "http://a.example/", "a.example:80", "a.example/x?y", "a b"})
  void malformedEntriesAreRefused(String entry) {
    assertThatThrownBy(() -> SiteList.of(entry))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("a site must be a host")
        .hasMessageEndingWith("but was '" + entry + "'");
  }

  @Test
  void listsAreReadFromFiles(@TempDir Path directory) throws IOException {
    Path file = directory.resolve("sites.txt");
    Files.writeString(file, "# trusted\n\nFinance.Example\nnews.example/money/\n! /login\n");
    SiteList list = SiteList.read(file);

    assertThat(list.contains(CrawlUrl.of("http://finance.example/"))).isTrue();
    assertThat(list.contains(CrawlUrl.of("http://finance.example/login"))).isFalse();
    Files.writeString(file, "a.example\n![\n");
    assertThatThrownBy(() -> SiteList.read(file))
        .isInstanceOf(TrainingDataException.class)
        .hasMessage(file + ", line 2: an exclusion must be a regular expression, but was '['");
  }

  @Test
  void crawlCollectsLabelledLinks() {
    InMemoryWeb web =
        InMemoryWeb.builder()
            .page("http://portal.example/", "Portal", "All news.", "http://hub.example/")
            .page(
                "http://hub.example/",
                "Hub",
                "Links.",
                "http://finance.example/funds",
                "http://sport.example/goals",
                "http://nobody.example/x",
                "http://news.example/money/odd")
            .build();
    LinkLabeller labeller = LinkLabeller.builder(ON, OFF).settings(LinkSettings.PAPER).build();
    try (Crawler crawler =
        Crawler.builder()
            .seed("http://portal.example/")
            .fetcher(web.fetcher())
            .frontier("breadth-first", Map.of())
            .judge(page -> 0)
            .scorer(page -> link -> 0)
            .delay(Duration.ZERO)
            .listener(labeller)
            .build()) {
      crawler.run();
    }

    assertThat(labeller.links())
        .extracting(LabelledLink::anchor, LabelledLink::onTopic, LabelledLink::source)
        .containsExactly(tuple("funds", true, "hub.example"), tuple("goals", false, "hub.example"));
    assertThat(labeller.links().get(0).context()).isEqualTo(new LinkContext("Hub Links.", "goals"));
  }

  @Test
  void identicalTriplesCountOnceAndTargetsAreCapped() {
    LinkLabeller labeller = LinkLabeller.builder(ON, OFF).capPerTarget(2).build();
    visit(labeller, "fund", "fund", "fund of funds", "third text");

    assertThat(labeller.links())
        .extracting(LabelledLink::anchor)
        .containsExactly("fund", "fund of funds");
  }

  @Test
  void classesAreCapped() {
    LinkSettings none = LinkSettings.builder().w(0).build();
    LinkLabeller labeller = LinkLabeller.builder(ON, OFF).capPerClass(1).settings(none).build();
    visit(labeller, "a", "b");

    assertThat(labeller.links())
        .extracting(LabelledLink::onTopic, LabelledLink::context)
        .containsExactly(tuple(true, new LinkContext("", "")));
  }

  /** A page with links of these texts to one target, each with the same text around it. */
  private static void visit(LinkLabeller labeller, String... anchors) {
    var page = AnalyzedPage.builder(Candidate.seed(CrawlUrl.of("http://hub.example/"), 0));
    for (String anchor : anchors) {
      page.text(" " + "around ".repeat(20))
          .link(CrawlUrl.of("http://finance.example/"), anchor)
          .text(" " + "around ".repeat(20));
    }
    labeller.on(new CrawlEvent.Visited(CrawlFixtures.visit(1, page.build())));
  }

  @Test
  void capsOutOfRangeAreRefused() {
    LinkLabeller.Builder builder = LinkLabeller.builder(ON, OFF);

    assertThatThrownBy(() -> builder.capPerTarget(0))
        .hasMessage("capPerTarget must be above 0, but was 0");
    assertThatThrownBy(() -> builder.capPerClass(-1))
        .hasMessage("capPerClass must be above 0, but was -1");
  }

  @Test
  void collectedLinksTrainAModel(@TempDir Path directory) throws IOException {
    LinkLabeller labeller = LinkLabeller.builder(ON, OFF).build();
    labeller.on(
        new CrawlEvent.Visited(
            CrawlFixtures.visit(
                1,
                CrawlFixtures.page(
                    "http://hub.example/",
                    "",
                    WebLink.to("http://finance.example/1", "fund market"),
                    WebLink.to("http://finance.example/2", "fund rate"),
                    WebLink.to("http://sport.example/1", "match goal"),
                    WebLink.to("http://sport.example/2", "match team")))));
    Path file = directory.resolve("links.jsonl");
    labeller.save(file);
    LinkModel model;
    try (var links = LabelledLink.read(file)) {
      model = LinkTrainer.builder().threads(1).build().train(links);
    }

    AnalyzedPage page =
        CrawlFixtures.page(
            "http://x.example/",
            "",
            WebLink.to("http://x.example/1", "fund"),
            WebLink.to("http://x.example/2", "match"));
    var scoring = LinkBayesScorer.of(model, TextNormalizer.PLAIN).forPage(page);
    assertThat(page.links())
        .extracting(scoring::score)
        .isSortedAccordingTo((a, b) -> Double.compare(b, a));
    assertThat(scoring.score(page.links().get(0)))
        .isGreaterThan(scoring.score(page.links().get(1)));
  }
}
