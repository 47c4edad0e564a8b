package io.dowser.crawler.hmm;

import static java.util.Objects.requireNonNull;

import io.dowser.corpora.Wikispeedia;
import io.dowser.crawler.analysis.MixedScriptAnalyzer;
import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.Body;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.api.Fetcher;
import io.dowser.crawler.api.PageAnalyzer;
import io.dowser.crawler.text.TextAnalyzer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * 4,604 articles of Wikipedia as a web, and the paths of people who looked for one article in it.
 * The text of a page is its title, a sentence about it where there is one, and its links.
 */
final class WikiWeb {

  static final List<String> TOPICS =
      List.of(
          "Science.Chemistry",
          "Everyday_life.Food_and_agriculture",
          "Design_and_Technology.Railway_transport",
          "Mathematics",
          "Geography.Storms",
          "Music");

  /** By the hashed addresses of the users. */
  static final int THIRDS = 3;

  private static final String HOST = "http://wiki.example/";

  private final TextAnalyzer terms = MixedScriptAnalyzer.create();
  private final Map<CrawlUrl, List<CrawlUrl>> links = new LinkedHashMap<>();
  private final Map<CrawlUrl, String> glosses = new HashMap<>();
  private final Map<CrawlUrl, List<String>> categories = new HashMap<>();
  private final List<List<BrowsingSession>> paths; // of each third of the users

  WikiWeb() {
    var wiki = Wikispeedia.read();
    wiki.links()
        .forEach(
            (name, targets) -> links.put(url(name), targets.stream().map(WikiWeb::url).toList()));
    wiki.glosses().forEach((name, gloss) -> glosses.put(url(name), gloss));
    wiki.categories().forEach((name, all) -> categories.put(url(name), all));
    paths =
        IntStream.range(0, THIRDS)
            .mapToObj(third -> Wikispeedia.paths(user -> third(user) == third))
            .map(names -> names.stream().map(WikiWeb::session).toList())
            .toList();
  }

  private static int third(String user) {
    return Math.floorMod(user.hashCode(), THIRDS);
  }

  private List<CrawlUrl> links(CrawlUrl url) {
    return requireNonNull(links.get(url));
  }

  static CrawlUrl url(String name) {
    return CrawlUrl.of(HOST + name);
  }

  private static String title(CrawlUrl url) {
    return Wikispeedia.title(url.path().substring(1));
  }

  private static BrowsingSession session(List<String> nodes) {
    BrowsingSession.Builder session = BrowsingSession.builder();
    for (String node : nodes) {
      if (node.equals("<")) {
        session.back();
      } else {
        session.visit(url(node));
      }
    }
    return session.build();
  }

  /** The articles of a category or of one inside it. */
  Set<CrawlUrl> articles(String category) {
    Set<CrawlUrl> found = new LinkedHashSet<>();
    for (CrawlUrl url : links.keySet()) {
      if (isIn(url, category)) {
        found.add(url);
      }
    }
    return found;
  }

  boolean isIn(CrawlUrl url, String category) {
    return categories.getOrDefault(url, List.of()).stream()
        .anyMatch(each -> each.startsWith("subject." + category));
  }

  Set<CrawlUrl> reachable(CrawlUrl seed) {
    Set<CrawlUrl> seen = new LinkedHashSet<>(Set.of(seed));
    var queue = new ArrayDeque<>(seen);
    while (!queue.isEmpty()) {
      for (CrawlUrl target : links(queue.remove())) {
        if (seen.add(target)) {
          queue.add(target);
        }
      }
    }
    return seen;
  }

  /** The articles that link to each article. */
  Map<CrawlUrl, List<CrawlUrl>> inLinks() {
    Map<CrawlUrl, List<CrawlUrl>> sources = new HashMap<>();
    links.forEach(
        (from, targets) ->
            targets.forEach(to -> sources.computeIfAbsent(to, key -> new ArrayList<>()).add(from)));
    return sources;
  }

  /** Some of the paths of a third of the users, with the pages of a category marked. */
  List<BrowsingSession> sessions(String category, int third, int count) {
    List<BrowsingSession> drawn = new ArrayList<>(paths.get(third));
    Collections.shuffle(drawn, new Random(7));
    return drawn.stream().limit(count).map(path -> marked(path, category)).toList();
  }

  private BrowsingSession marked(BrowsingSession path, String category) {
    BrowsingSession.Builder session = BrowsingSession.builder();
    for (BrowsingSession.Step step : path.steps()) {
      session.visit(step.url(), step.from());
      if (isIn(step.url(), category)) {
        session.target(step.url());
      }
    }
    return session.build();
  }

  TrainingSet.PageSource source() {
    return url -> Optional.of(page(url));
  }

  AnalyzedPage page(CrawlUrl url) {
    return page(Candidate.seed(url, 0), links(url));
  }

  private AnalyzedPage page(Candidate arrival, List<CrawlUrl> targets) {
    String title = title(arrival.url());
    AnalyzedPage.Builder page =
        AnalyzedPage.builder(arrival)
            .textAnalyzer(terms)
            .title(title)
            .text(title)
            .breakText()
            .text(glosses.getOrDefault(arrival.url(), ""));
    for (CrawlUrl target : targets) {
      page.breakText().link(target, title(target));
    }
    return page.build();
  }

  /** Answers with empty bodies; see {@link #analyzer}. */
  Fetcher fetcher() {
    return request ->
        new FetchResult.Fetched(
            request.url(),
            200,
            FetchResult.NO_HEADERS,
            Body.EMPTY,
            FetchResult.Truncation.NONE,
            Duration.ZERO);
  }

  /** Creates pages with their links in a random order. */
  PageAnalyzer analyzer(long seed) {
    Map<CrawlUrl, List<CrawlUrl>> shuffled = new HashMap<>();
    var random = new Random(seed);
    links.forEach(
        (url, targets) -> {
          List<CrawlUrl> copy = new ArrayList<>(targets);
          Collections.shuffle(copy, random);
          shuffled.put(url, copy);
        });
    return (fetched, arrival) -> page(arrival, shuffled.getOrDefault(arrival.url(), List.of()));
  }
}
