package io.dowser.crawler.shark;

import static io.dowser.crawler.testkit.CrawlFixtures.candidate;
import static io.dowser.crawler.testkit.CrawlFixtures.page;
import static io.dowser.crawler.testkit.CrawlFixtures.poll;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlContext;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.Frontier;
import io.dowser.crawler.api.Link;
import io.dowser.crawler.api.PathState;
import io.dowser.crawler.api.Resumable;
import io.dowser.crawler.api.ScoredLink;
import io.dowser.crawler.api.Settings;
import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.StateWriter;
import io.dowser.crawler.api.Topic;
import io.dowser.crawler.api.Visit;
import io.dowser.crawler.testkit.CrawlFixtures;
import io.dowser.crawler.toolkit.text.DocumentFrequencies;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What the tests of the frontier have in common. */
final class Sharks {

  static final Topic TOPIC = Topic.of("laser");
  static final KeyWords LASER = Sharks.keyWords(TOPIC);

  private Sharks() {}

  /** A frontier, which takes R from the judge where no shark scorer left it. */
  static SharkFrontier frontier(String... settings) {
    return SharkFrontier.of(settings(settings), CrawlContext.about(TOPIC));
  }

  static SharkScorer scorer(String... settings) {
    return SharkScorer.of(settings(settings), CrawlContext.about(TOPIC));
  }

  static KeyWords keyWords(Topic topic) {
    return KeyWords.ofPages(Settings.none(), CrawlContext.about(topic), DocumentFrequencies.NONE);
  }

  /** The original Shark-search. */
  static OriginalSharkScorer original(KeyWords keyWords, String... settings) {
    return OriginalSharkScorer.of(keyWords, settings(settings));
  }

  static FishScorer fish(int width, int depth) {
    return FishScorer.of(LASER, settings("width", "" + width, "depth", "" + depth));
  }

  /** Creates settings of names and values in turns. */
  static Settings settings(String... namesAndValues) {
    Map<String, String> settings = new HashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      settings.put(namesAndValues[i], namesAndValues[i + 1]);
    }
    return Settings.of(settings);
  }

  static Candidate seed(long sequence) {
    return Candidate.seed(CrawlUrl.of("http://seed.example/" + sequence), sequence);
  }

  static ScoredLink link(long sequence, double potential, boolean pending) {
    return link(sequence, potential, "text", pending);
  }

  static ScoredLink link(long sequence, double potential, String anchor, boolean pending) {
    Candidate to = candidate("http://a.example/" + sequence, sequence, potential);
    return new ScoredLink(Link.of(to.url(), anchor), to, pending);
  }

  /** Visits a polled candidate whose page has the given relevance and links. */
  static void expand(Frontier frontier, Candidate polled, double relevance, ScoredLink... links) {
    long[] targets = Arrays.stream(links).mapToLong(link -> link.candidate().sequence()).toArray();
    AnalyzedPage page = page(polled, "").withRelevance(relevance, true);
    frontier.expand(CrawlFixtures.visit(1, page, targets), List.of(links));
  }

  /** Visits a polled candidate whose page links to URLs that are not handed on. */
  static void expandOutLinks(Frontier frontier, Candidate polled, long... targets) {
    frontier.expand(CrawlFixtures.visit(1, page(polled, ""), targets), List.of());
  }

  /** A visit to whose page a scorer attached something. */
  static Visit visit(AnalyzedPage page, PathState pathState, long... targets) {
    Visit bare = CrawlFixtures.visit(1, page, targets);
    return new Visit(
        bare.number(),
        bare.candidate(),
        bare.page(),
        bare.fetched(),
        bare.time(),
        bare.outLinks(),
        pathState);
  }

  /** Visits this many seeds, whose numbers start at one million, without links. */
  static void crawl(Frontier frontier, int pages) {
    for (int i = 0; i < pages; i++) {
      Candidate seed = seed(1_000_000 + i);
      frontier.seed(seed);
      expandOutLinks(frontier, poll(frontier));
    }
  }

  static byte[] save(Resumable plugin) {
    var bytes = new ByteArrayOutputStream();
    try {
      plugin.save(StateWriter.to(bytes));
    } catch (IOException e) {
      throw new AssertionError("save failed", e);
    }
    return bytes.toByteArray();
  }

  static <R extends Resumable> R restore(R plugin, byte[] saved) throws IOException {
    plugin.restore(StateReader.from(new ByteArrayInputStream(saved)));
    return plugin;
  }
}
