package io.dowser.crawler.testkit;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.Body;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlContext;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.api.Frontier;
import io.dowser.crawler.api.HostGate;
import io.dowser.crawler.api.Link;
import io.dowser.crawler.api.LinkFeatures;
import io.dowser.crawler.api.PathState;
import io.dowser.crawler.api.RelevanceJudge;
import io.dowser.crawler.api.ScoredLink;
import io.dowser.crawler.api.Topic;
import io.dowser.crawler.api.Visit;
import io.dowser.crawler.testkit.InMemoryWeb.WebLink;
import io.dowser.crawler.text.TextAnalyzer;
import java.net.http.HttpHeaders;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/**
 * Creates the values of a crawl in a test.
 *
 * <pre>{@code
 * AnalyzedPage page =
 *     CrawlFixtures.page(
 *         "http://a.example/", "tides", WebLink.to("http://a.example/ebb", "ebb tide"));
 * double score = scorer.forPage(page).score(page.links().get(0));
 * }</pre>
 */
public final class CrawlFixtures {

  /** The time of everything that is created here. */
  public static final Instant TIME = Instant.EPOCH;

  private CrawlFixtures() {}

  /**
   * {@return a pending candidate that came from a link, with depth 1, parent 0 and no path state}
   *
   * @param url its URL, in canonical form
   * @param sequence its number
   * @param score its key
   */
  public static Candidate candidate(String url, long sequence, double score) {
    return new Candidate(
        CrawlUrl.of(url), sequence, 1, score, 0, 0, PathState.NONE, LinkFeatures.NONE);
  }

  /**
   * {@return a page without relevance that a seed led to, with terms of {@link TextAnalyzer#PLAIN}}
   *
   * @param url its URL, in canonical form
   * @param text its text
   * @param links its links, behind the text
   */
  public static AnalyzedPage page(String url, String text, WebLink... links) {
    return page(Candidate.seed(CrawlUrl.of(url), 0), text, links);
  }

  /**
   * {@return a page without relevance, with terms of {@link TextAnalyzer#PLAIN}}
   *
   * @param arrival the candidate that led to it
   * @param text its text
   * @param links its links, behind the text; their targets in canonical form
   */
  public static AnalyzedPage page(Candidate arrival, String text, WebLink... links) {
    AnalyzedPage.Builder builder = AnalyzedPage.builder(arrival).text(text);
    for (WebLink link : links) {
      builder
          .breakText()
          .text(link.textBefore())
          .breakText()
          .link(CrawlUrl.of(link.target()), link.anchorText());
    }
    return builder.build();
  }

  /**
   * {@return a complete response with a page of HTML, status 200 and UTF-8}
   *
   * @param url its URL
   * @param html its text
   */
  public static FetchResult.Fetched fetched(CrawlUrl url, String html) {
    return fetched(url, html.getBytes(StandardCharsets.UTF_8), "text/html; charset=utf-8");
  }

  /**
   * {@return a complete response with a document and status 200}
   *
   * @param url its URL
   * @param body its bytes, not copied
   * @param contentType its content type
   */
  public static FetchResult.Fetched fetched(CrawlUrl url, byte[] body, String contentType) {
    return new FetchResult.Fetched(
        url,
        200,
        HttpHeaders.of(Map.of("content-type", List.of(contentType)), (name, value) -> true),
        Body.of(body),
        FetchResult.Truncation.NONE,
        Duration.ZERO);
  }

  /**
   * {@return a visit at {@link #TIME} with an empty body}
   *
   * @param number its place in the crawl, from 1
   * @param page the page, which is relevant from {@link RelevanceJudge#DEFAULT_THRESHOLD}
   * @param outLinks the sequence numbers of its distinct targets
   */
  public static Visit visit(long number, AnalyzedPage page, long... outLinks) {
    return new Visit(
        number,
        page.arrival(),
        page.judgedBy(AnalyzedPage::relevance),
        fetched(page.url(), new byte[0], "text/html"),
        TIME,
        Visit.OutLinks.of(outLinks),
        PathState.NONE);
  }

  /**
   * {@return a scored link that stands alone and has the URL of its target as text}
   *
   * @param candidate its target
   * @param pending whether the target was known before
   */
  public static ScoredLink scoredLink(Candidate candidate, boolean pending) {
    Link link = Link.of(candidate.url(), candidate.url().toString());
    return new ScoredLink(link, candidate, pending);
  }

  /**
   * {@return the next candidate of a frontier, with all hosts ready}
   *
   * @param frontier the frontier, which must not be empty
   */
  public static Candidate poll(Frontier frontier) {
    return frontier.poll(HostGate.OPEN).orElseThrow();
  }

  /**
   * {@return the sequence numbers of all pending candidates, in the order in which they are polled}
   *
   * @param frontier the frontier, which is empty afterwards
   */
  public static List<Long> drain(Frontier frontier) {
    return Stream.generate(() -> frontier.poll(HostGate.OPEN))
        .takeWhile(Optional::isPresent)
        .map(polled -> polled.orElseThrow().sequence())
        .toList();
  }

  /**
   * {@return the context of a crawl without topic, with plain text, full hosts and a clock at
   * {@link #TIME}}
   *
   * @param seed the seed of its random numbers
   */
  public static CrawlContext context(long seed) {
    return builder(seed).build();
  }

  /**
   * {@return the context of a crawl with plain text, full hosts and a clock at {@link #TIME}}
   *
   * @param topic its topic
   * @param seed the seed of its random numbers
   */
  public static CrawlContext context(Topic topic, long seed) {
    return builder(seed).topic(topic).build();
  }

  private static CrawlContext.Builder builder(long seed) {
    return CrawlContext.builder()
        .random(new SplittableRandom(seed))
        .clock(InstantSource.fixed(TIME));
  }
}
