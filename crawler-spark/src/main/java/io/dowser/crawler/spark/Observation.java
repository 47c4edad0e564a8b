package io.dowser.crawler.spark;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.common.hash.Hashing;
import io.dowser.crawler.api.AbandonReason;
import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.Body;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.api.LearningScorer;
import io.dowser.crawler.api.PathState;
import io.dowser.crawler.api.ScoredLink;
import io.dowser.crawler.api.Visit;
import io.dowser.crawler.internal.store.PageState;
import io.dowser.crawler.text.TextAnalyzer;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.Row;
import org.jspecify.annotations.Nullable;

/**
 * The result of a URL of a round, from which a scorer learns: features, relevance, text and links.
 * Links have no anchors, because tables do not keep them. The number of a URL is a hash of it.
 *
 * @param row a row of the query of {@link RoundLearner}
 * @param number the number of the visit, if it is one
 * @param analyzer tokenizes the text
 */
record Observation(Row row, long number, TextAnalyzer analyzer) {

  /** Lets a scorer learn from it; true if it is a visit. */
  boolean teach(LearningScorer scorer) {
    Candidate target = candidate(row.getAs("target"));
    String outcome = row.getAs("outcome");
    boolean visited = outcome.equals(RoundRecorder.VISITED);
    if (visited) {
      teach(scorer, target);
    } else if (!outcome.equals(RoundRecorder.QUARANTINED)) {
      scorer.abandoned(target, AbandonReason.valueOf(outcome));
    }
    return visited;
  }

  private void teach(LearningScorer scorer, Candidate target) {
    List<Candidate> targets =
        Assigned.<Row>list(row, "links").stream().map(Observation::candidate).toList();
    AnalyzedPage page = page(target, targets);
    List<ScoredLink> links = new ArrayList<>();
    for (int i = 0; i < targets.size(); i++) {
      boolean known = Assigned.<Row>list(row, "links").get(i).<Boolean>getAs("known");
      links.add(new ScoredLink(page.links().get(i), targets.get(i), known));
    }
    long[] numbers = targets.stream().mapToLong(Candidate::sequence).toArray();
    PathState pathState = Assigned.pathState(row);
    scorer.learn(
        new Visit(
            number,
            target,
            page,
            fetched(target),
            time(row.getAs("time")),
            Visit.OutLinks.of(numbers),
            pathState),
        links);
  }

  /** Returns a time, whose type depends on a setting of the session. */
  private static Instant time(Object value) {
    return value instanceof Timestamp time ? time.toInstant() : (Instant) value;
  }

  private AnalyzedPage page(Candidate target, List<Candidate> targets) {
    AnalyzedPage.Builder page =
        AnalyzedPage.builder(target).url(CrawlUrl.of(row.getAs("page_url"))).textAnalyzer(analyzer);
    targets.forEach(link -> page.link(link.url(), ""));
    AnalyzedPage built = page.text(row.getAs("text")).build();
    return PageState.irrelevance(row.getAs("irrelevance"))
        .map(built::withoutRelevance)
        .orElseGet(
            () ->
                built.withRelevance(
                    row.<Double>getAs("relevance"), row.<Boolean>getAs("relevant")));
  }

  private FetchResult.Fetched fetched(Candidate target) {
    return new FetchResult.Fetched(
        target.url(),
        row.<Integer>getAs("status"),
        FetchResult.NO_HEADERS,
        Body.EMPTY,
        FetchResult.Truncation.NONE,
        Duration.ofNanos(row.<Long>getAs("fetch_nanos")));
  }

  /** The candidate of a row that has the columns of the table of URLs. */
  static Candidate candidate(Row row) {
    @Nullable String parent = row.getAs("parent");
    return Assigned.candidate(
        row, number(row.getAs("url")), parent == null ? Candidate.NO_PARENT : number(parent));
  }

  private static long number(String url) {
    return Hashing.farmHashFingerprint64().hashString(url, UTF_8).asLong() & Long.MAX_VALUE;
  }
}
