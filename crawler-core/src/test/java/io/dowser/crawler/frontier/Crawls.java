package io.dowser.crawler.frontier;

import static io.dowser.crawler.testkit.CrawlFixtures.page;
import static io.dowser.crawler.testkit.CrawlFixtures.scoredLink;
import static io.dowser.crawler.testkit.CrawlFixtures.visit;

import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.Frontier;
import io.dowser.crawler.api.Resumable;
import io.dowser.crawler.api.ScoredLink;
import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.StateWriter;
import io.dowser.crawler.testkit.CrawlFixtures;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;

/** What the tests of the frontiers have in common. */
public final class Crawls {

  private Crawls() {}

  static Candidate seed(String host, long sequence) {
    return Candidate.seed(CrawlUrl.of("http://" + host + "/" + sequence), sequence);
  }

  static Candidate candidate(String host, long sequence, double score) {
    return CrawlFixtures.candidate("http://" + host + "/" + sequence, sequence, score);
  }

  /** Visits a polled candidate whose page has the given links, none of which was known before. */
  static void expand(Frontier frontier, Candidate visited, Candidate... links) {
    expand(frontier, visited, false, links);
  }

  /** Visits a polled candidate whose page has the given links, all of which were known before. */
  static void expandAgain(Frontier frontier, Candidate visited, Candidate... links) {
    expand(frontier, visited, true, links);
  }

  static byte[] save(Resumable plugin) throws IOException {
    var bytes = new ByteArrayOutputStream();
    plugin.save(StateWriter.to(bytes));
    return bytes.toByteArray();
  }

  static <R extends Resumable> R restore(R plugin, byte[] saved) throws IOException {
    plugin.restore(StateReader.from(new ByteArrayInputStream(saved)));
    return plugin;
  }

  /** Visits a polled candidate whose page also has links to known pages. */
  static void expand(Frontier frontier, Candidate visited, int[] outLinks, Candidate... links) {
    List<ScoredLink> scored = Arrays.stream(links).map(c -> scoredLink(c, false)).toList();
    long[] targets = Arrays.stream(outLinks).asLongStream().toArray();
    frontier.expand(visit(1, page(visited, ""), targets), scored);
  }

  private static void expand(
      Frontier frontier, Candidate visited, boolean pending, Candidate... links) {
    List<ScoredLink> scored = Arrays.stream(links).map(c -> scoredLink(c, pending)).toList();
    long[] outLinks = Arrays.stream(links).mapToLong(Candidate::sequence).toArray();
    frontier.expand(visit(1, page(visited, ""), outLinks), scored);
  }
}
