package io.dowser.crawler.testkit;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.LinkFeatures;
import io.dowser.crawler.api.PathState;
import io.dowser.crawler.testkit.InMemoryWeb.WebLink;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

/** Draws pages out of known words and noise, for scorers and judges. */
final class RandomPages {

  private static final List<String> NOISE =
      List.of("the", "x1", "Straße", "12", "\ud83d\ude00", "數據", "\u0301", "e\u0301", "-", "ﬁn");

  /** The words of pages for plugins that know none. */
  private static final List<String> ENGLISH = List.of("tide", "harbour", "bread", "winter");

  private final RandomGenerator random;
  private final List<String> knownWords;

  RandomPages(RandomGenerator random, List<String> knownWords) {
    this.random = random;
    this.knownWords = knownWords.isEmpty() ? ENGLISH : knownWords;
  }

  List<AnalyzedPage> pages(int count) {
    return Stream.generate(this::page).limit(count).toList();
  }

  /** A page that a seed led to. */
  AnalyzedPage page() {
    return page(Candidate.seed(url(), 0));
  }

  /** A page that a link led to. */
  AnalyzedPage page(PathState pathState, LinkFeatures features) {
    return page(new Candidate(url(), 7, 1 + random.nextInt(9), 0.5, 0, 3, pathState, features));
  }

  private AnalyzedPage page(Candidate arrival) {
    var links = new WebLink[random.nextInt(12)];
    for (int i = 0; i < links.length; i++) {
      links[i] = new WebLink(url().toString(), words(4), words(25));
    }
    return CrawlFixtures.page(arrival, words(200), links).withRelevance(relevance(), true);
  }

  private double relevance() {
    return switch (random.nextInt(4)) {
      case 0 -> 0;
      case 1 -> 1;
      default -> random.nextDouble();
    };
  }

  /** From nothing to some words, from none known to all known. */
  String words(int most) {
    var text = new StringBuilder();
    double knownShare = random.nextDouble();
    for (int i = random.nextInt(most + 1); i > 0; i--) {
      List<String> source = random.nextDouble() < knownShare ? knownWords : NOISE;
      text.append(source.get(random.nextInt(source.size()))).append(' ');
    }
    return text.toString();
  }

  private CrawlUrl url() {
    return CrawlUrl.of(
        "http://host" + random.nextInt(5) + ".example/" + random.nextInt(100) + "?q=1");
  }

  /** Nothing at all, a link without text, and a text that no one would write. */
  List<AnalyzedPage> extremes() {
    String all = String.join(" ", knownWords) + " ";
    String huge = all.repeat(1 + 100_000 / all.length());
    WebLink silent = WebLink.to("http://b.example/", "");
    return List.of(
        CrawlFixtures.page("http://a.example/", ""),
        CrawlFixtures.page("http://a.example/", "", silent, silent),
        CrawlFixtures.page("http://a.example/", "x".repeat(50_000), silent).withRelevance(1, true),
        CrawlFixtures.page("http://a.example/", huge, silent, WebLink.to("http://b.example/", huge))
            .withRelevance(1, true));
  }
}
