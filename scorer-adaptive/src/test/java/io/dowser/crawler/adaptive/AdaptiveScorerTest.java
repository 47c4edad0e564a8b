package io.dowser.crawler.adaptive;

import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.dowser.crawler.Crawler;
import io.dowser.crawler.Limits;
import io.dowser.crawler.Means;
import io.dowser.crawler.Politeness;
import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlContext;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.Link;
import io.dowser.crawler.api.LinkScorer;
import io.dowser.crawler.api.PageScoring;
import io.dowser.crawler.api.Settings;
import io.dowser.crawler.api.Topic;
import io.dowser.crawler.testkit.CrawlFixtures;
import io.dowser.crawler.testkit.InMemoryWeb;
import io.dowser.crawler.testkit.InMemoryWeb.WebLink;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AdaptiveScorerTest {

  private static AdaptiveScorer scorer(Map<String, LinkScorer> signals) {
    return AdaptiveScorer.of(Settings.none(), CrawlContext.about(Topic.of("laser")), signals);
  }

  /** A scorer without a topic and without these parts. */
  private static AdaptiveScorer without(String... parts) {
    Map<String, String> settings =
        Arrays.stream(parts).collect(toMap(part -> part, part -> "false"));
    return AdaptiveScorer.of(Settings.of(settings), CrawlFixtures.context(1), Map.of());
  }

  @Test
  void topicInAnchorContextAndUrlCountsBeforeAnythingWasLearned() {
    AdaptiveScorer scorer = scorer(Map.of());
    AnalyzedPage page =
        page("", link("http://a.test/1", "other"), link("http://a.test/2", "laser"));
    AnalyzedPage named = page("", link("http://a.test/laser.html", "other"));
    double other = score(scorer, page, 0);

    assertThat(score(scorer, page, 1)).isGreaterThan(other);
    assertThat(score(scorer, named, 0)).isGreaterThan(other);
    assertThat(score(scorer, page.withRelevance(1, true), 0)).isGreaterThan(other);
  }

  @Test
  void wordsOfFollowedLinksThatPaidRaiseLinksWithTheSameWords() {
    AdaptiveScorer scorer = scorer(Map.of());
    AnalyzedPage hub =
        page("", link("http://a.test/1", "staff"), link("http://b.test/2", "parking"));

    for (int i = 0; i < 10; i++) {
      follow(scorer, hub, 0, 1, i);
      follow(scorer, hub, 1, 0, i);
    }

    AnalyzedPage unseen =
        page("", link("http://c.test/9", "staff"), link("http://c.test/8", "parking"));
    assertThat(score(scorer, unseen, 0)).isGreaterThan(score(scorer, unseen, 1) + 1);
    assertThat(scorer.modelMoved()).isTrue();
    assertThat(scorer.modelMoved()).isFalse();
  }

  @Test
  void wordsOfVisitedPagesThatPaidRaiseLinksWithTheSameWords() {
    AdaptiveScorer scorer = scorer(Map.of());
    AnalyzedPage page = page("", link("http://a.test/1", "staff"), link("http://a.test/2", "map"));
    double before = score(scorer, page, 0) - score(scorer, page, 1);

    for (int i = 0; i < 10; i++) {
      visit(scorer, i, i % 2 == 0 ? "our staff" : "a map");
    }

    assertThat(score(scorer, page, 0) - score(scorer, page, 1)).isGreaterThan(before + 0.5);
  }

  /** Visits a seed, which is relevant if its number is even. */
  private static void visit(AdaptiveScorer scorer, int number, String text) {
    Candidate seed = Candidate.seed(CrawlUrl.of("http://b.test/" + number), number);
    AnalyzedPage page = CrawlFixtures.page(seed, text);
    int relevance = number % 2 == 0 ? 1 : 0;
    scorer.learn(
        CrawlFixtures.visit(number + 1, page.withRelevance(relevance, relevance > 0)), List.of());
  }

  @Test
  void positionAndFormOfLinksThatPaidCountUnlessShapeIsOff() {
    assertThat(gainOfShape(without("words", "places"))).isGreaterThan(1);
    assertThat(gainOfShape(without("words", "places", "shape"))).isZero();
  }

  private static double gainOfShape(AdaptiveScorer scorer) {
    AnalyzedPage hub = page("", link("http://a.test/x/", ""), link("http://b.test/?y", ""));
    for (int i = 0; i < 10; i++) {
      follow(scorer, hub, 0, 1, i);
      follow(scorer, hub, 1, 0, i);
    }
    return score(scorer, hub, 0) - score(scorer, hub, 1);
  }

  @Test
  void learnedWeightsNameSignalsAndMoveWithWhatPaid() {
    AdaptiveScorer scorer =
        scorer(Map.of("other scorer", page -> link -> link.anchorText().length()));
    Map<String, Double> before = scorer.learnedWeights();
    AnalyzedPage hub = page("", link("http://a.test/1", "laser"), link("http://b.test/2", "x"));

    for (int i = 0; i < 10; i++) {
      follow(scorer, hub, 0, 1, i);
      follow(scorer, hub, 1, 0, i);
    }

    assertThat(before)
        .containsOnlyKeys(
            "anchor topic",
            "context topic",
            "url topic",
            "parent",
            "anchor odds",
            "context odds",
            "sibling odds",
            "other scorer");
    assertThat(scorer.learnedWeights().get("other scorer"))
        .isNotEqualTo(before.get("other scorer"));
  }

  @Test
  void linkOfAPlaceThatPaidIsRaisedUnlessPlacesAreOff() {
    assertThat(gainOfPlace(without("words", "shape"))).isGreaterThan(1);
    assertThat(gainOfPlace(without("words", "places", "shape"))).isZero();
  }

  private static double gainOfPlace(AdaptiveScorer scorer) {
    AnalyzedPage hub = page("", link("http://a.test/good/1", ""), link("http://a.test/bad/1", ""));
    for (int i = 0; i < 10; i++) {
      follow(scorer, hub, 0, 1, i);
      follow(scorer, hub, 1, 0, i);
    }
    AnalyzedPage other =
        CrawlFixtures.page(
            CrawlFixtures.candidate("http://a.test/other", 77, 0),
            "",
            link("http://a.test/good/2", ""),
            link("http://a.test/bad/2", ""));
    return score(scorer, other, 0) - score(scorer, other, 1);
  }

  @Test
  void linkOfAPageWhoseLinksPaidIsRaisedUnlessSiblingsAreOff() {
    assertThat(gainOfSiblings(without("words", "places", "shape"))).isGreaterThan(1);
    assertThat(gainOfSiblings(without("words", "places", "shape", "siblings"))).isZero();
  }

  /** Three links of a list have paid, and three of another page have not. */
  private static double gainOfSiblings(AdaptiveScorer scorer) {
    AnalyzedPage list = page(1, "http://a.test/list");
    AnalyzedPage other = page(2, "http://a.test/other");
    for (int i = 0; i < 3; i++) {
      follow(scorer, list, i, 1, i);
      follow(scorer, other, i, 0, i);
    }
    return score(scorer, list, 3) - score(scorer, other, 3);
  }

  private static AnalyzedPage page(long sequence, String url) {
    return CrawlFixtures.page(
        CrawlFixtures.candidate(url, sequence, 0),
        "",
        link("http://b.test/1", ""),
        link("http://b.test/2", ""),
        link("http://b.test/3", ""),
        link("http://b.test/4", ""));
  }

  @Test
  void explanationNamesThePartsAndAddsUpToTheScore() {
    AdaptiveScorer scorer = scorer(Map.of());
    AnalyzedPage page = page("", link("http://a.test/1", "laser"));
    PageScoring scoring = scorer.forPage(page);
    Link link = page.links().get(0);

    assertThat(scoring.explain(link).value()).isEqualTo(scoring.score(link));
    assertThat(scoring.explain(link).parts())
        .extracting(part -> part.name())
        .contains("start", "topic", "page", "places", "words");
  }

  @Test
  void linksCloseInMeaningToThoseThatPaidAreRaisedAndExplained() {
    var scorer =
        AdaptiveScorer.of(
            Settings.of(Map.of("words", "false", "places", "false", "shape", "false")),
            CrawlFixtures.context(1),
            Map.of("letters", new AnchorLetters()));
    AnalyzedPage hub = page("", link("http://a.test/1", "abc"), link("http://a.test/2", "xyz"));
    for (int i = 0; i < 10; i++) {
      follow(scorer, hub, 0, 1, i);
      follow(scorer, hub, 1, 0, i);
    }
    AnalyzedPage other = page("", link("http://b.test/1", "abd"), link("http://b.test/2", "xyd"));

    assertThat(score(scorer, other, 0)).isGreaterThan(score(scorer, other, 1) + 1);
    assertThat(scorer.forPage(other).explain(other.links().get(0)).parts())
        .filteredOn(part -> part.name().equals("close in meaning to links that paid"))
        .singleElement()
        .satisfies(part -> assertThat(part.value()).isPositive())
        .extracting(part -> part.parts().get(0).name())
        .isEqualTo("cosine with http://a.test/1");
    assertThat(scorer.learnedWeights()).containsKey("meaning");
  }

  @Test
  void linksThatASignalPutsFirstComeFirstBeforeAnythingWasLearned() {
    AnalyzedPage page = page("", link("http://a.test/1", "aa"), link("http://a.test/2", "bb"));

    assertThat(score(misled(), page, 1)).isGreaterThan(score(misled(), page, 0) + 1);
  }

  @Test
  void signalThatMisleadsIsTrustedLessAndItsWeightIsExplained() {
    AdaptiveScorer scorer = misled();
    AnalyzedPage hub = page("", link("http://a.test/1", "aa"), link("http://b.test/2", "bb"));
    assertThat(explained(scorer, hub)).contains("2.000 x standardised b");

    for (int i = 0; i < 10; i++) {
      follow(scorer, hub, 0, 1, i);
      follow(scorer, hub, 1, 0, i);
    }

    String weight =
        explained(scorer, hub).stream()
            .filter(name -> name.endsWith(" x standardised b"))
            .findFirst()
            .orElseThrow();
    assertThat(Double.parseDouble(weight.substring(0, weight.indexOf(' ')))).isLessThan(1.9);
  }

  private static List<String> explained(AdaptiveScorer scorer, AnalyzedPage page) {
    return scorer.forPage(page).explain(page.links().get(0)).parts().stream()
        .map(part -> part.name())
        .toList();
  }

  private static AdaptiveScorer misled() {
    LinkScorer b = page -> link -> link.anchorText().contains("b") ? 1 : 0;
    return AdaptiveScorer.of(Settings.none(), CrawlFixtures.context(1), Map.of("b", b));
  }

  @Test
  void signalMustHaveNoState() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> scorer(Map.of("learns", misled())))
        .withMessageContaining("learns");
  }

  /** Hubs of which none is relevant: what pays is seen only behind them. */
  @Test
  void crawlLearnsWhichHubsLeadToRelevantPages() {
    assertThat(2 * relevant("adaptive")).isGreaterThan(3 * relevant("best-first"));
  }

  private static long relevant(String scorer) {
    int hubs = 60;
    InMemoryWeb.Builder web = InMemoryWeb.builder();
    WebLink[] toHubs = new WebLink[hubs];
    for (int hub = 0; hub < hubs; hub++) {
      boolean good = hub % 3 == 2;
      String url = "http://a.test/" + (good ? "people" : "misc") + "/hub" + hub;
      toHubs[hub] = link(url, good ? "group" : "report");
      String[] targets = {url + "/1", url + "/2", url + "/3"};
      web.page(url, "", "hub " + hub, targets);
      for (String target : targets) {
        web.page(target, "", (good ? "laser " : "nothing ") + target);
      }
    }
    web.page(new InMemoryWeb.WebPage(CrawlUrl.of("http://a.test/"), "", "", List.of(toHubs)));
    try (Crawler crawler =
        Crawler.builder()
            .seed("http://a.test/")
            .topic(Topic.of("laser"))
            .fetcher(web.build().fetcher())
            .scorer(scorer, Map.of())
            .means(Means.builder().workers(1).build())
            .politeness(Politeness.builder().delay(Duration.ZERO).build())
            .limits(Limits.builder().maxPages(100).build())
            .build()) {
      return crawler.run().orThrow().statistics().relevant();
    }
  }

  private static AnalyzedPage page(String text, WebLink... links) {
    return CrawlFixtures.page("http://hub.test/", text, links);
  }

  private static WebLink link(String target, String anchor) {
    return WebLink.to(target, anchor);
  }

  private static double score(AdaptiveScorer scorer, AnalyzedPage page, int link) {
    return scorer.forPage(page).score(page.links().get(link));
  }

  private static void follow(
      AdaptiveScorer scorer, AnalyzedPage page, int link, double relevance, int number) {
    PageScoring scoring = scorer.forPage(page);
    Link followed = page.links().get(link);
    var candidate =
        new Candidate(
            followed.target(),
            10L * number + link + 1,
            1,
            scoring.score(followed),
            0,
            0,
            scoring.pathState(),
            scoring.features(followed));
    AnalyzedPage target = CrawlFixtures.page(candidate, "").withRelevance(relevance, relevance > 0);
    scorer.learn(CrawlFixtures.visit(number + 1, target), List.of());
  }
}
