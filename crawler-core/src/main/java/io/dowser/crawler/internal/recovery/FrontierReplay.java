package io.dowser.crawler.internal.recovery;

import io.dowser.crawler.api.AbandonReason;
import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.Body;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.api.Frontier;
import io.dowser.crawler.api.HostGate;
import io.dowser.crawler.api.ScoredLink;
import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.Visit;
import io.dowser.crawler.internal.store.ReplayedVisit;
import io.dowser.crawler.internal.store.ReplayedVisit.ReplayedLink;
import io.dowser.crawler.internal.store.VisitReplay;
import io.dowser.crawler.toolkit.queue.CandidateTable;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.LongStream;

/**
 * Replays a journal into a frontier and verifies that it returns the same candidates.
 *
 * <p>A replayed visit has its links with their scores and texts, but not the text of its page, and
 * its answer has no body.
 */
final class FrontierReplay {

  private final JournaledFrontier target;
  private final Frontier frontier;
  private final VisitReplay visits;
  private final Map<Long, Candidate> inFlight;
  private long latest;
  private long links;

  FrontierReplay(JournaledFrontier target, VisitReplay visits) {
    this.target = target;
    this.frontier = target.inner();
    this.visits = visits;
    this.inFlight = target.inFlight();
    this.latest = target.gate().latest();
  }

  /** Reports all of it, and says how many links of visits were among it. */
  long replay(List<byte[]> journal) throws IOException {
    for (byte[] part : journal) {
      var in = new DataInputStream(new ByteArrayInputStream(part));
      while (in.available() > 0) {
        step(in.readByte(), in);
      }
    }
    if (visits.next().isPresent()) {
      throw new IOException("the journal has fewer visits than there are");
    }
    target.gate().startAfter(latest);
    return links;
  }

  private void step(byte what, DataInputStream in) throws IOException {
    switch (what) {
      case JournaledFrontier.SEED -> {
        long sequence = in.readLong();
        frontier.seed(Candidate.seed(CrawlUrl.of(in.readUTF()), sequence));
      }
      case JournaledFrontier.LISTED -> {
        var table = new CandidateTable();
        table.restore(StateReader.from(new ByteArrayInputStream(in.readNBytes(in.readInt()))));
        frontier.seed(table.get(table.nextSlot(0)));
      }
      case JournaledFrontier.POLL -> poll(in, frontier::poll);
      case JournaledFrontier.RESCORED -> rescoredPoll(in);
      case JournaledFrontier.EXPAND -> expand(inFlight(in.readLong()));
      case JournaledFrontier.ABANDON -> {
        Candidate candidate = inFlight(in.readLong());
        frontier.abandon(candidate, AbandonReason.valueOf(in.readUTF()));
      }
      case JournaledFrontier.REKEY -> rekey(in);
      case JournaledFrontier.REKEY_NEXT -> rekeyNext(in);
      default -> throw new IOException("the journal has an unknown entry " + what);
    }
  }

  private Candidate inFlight(long sequence) throws IOException {
    Candidate candidate = inFlight.remove(sequence);
    if (candidate == null) {
      throw new IOException("the journal ends URL " + sequence + ", which was not in flight");
    }
    return candidate;
  }

  /** A frontier that asks for more scores than before gives another URL, which is noticed. */
  private void rescoredPoll(DataInputStream in) throws IOException {
    ToDoubleFunction<Candidate> scores = scores(in);
    in.readByte(); // POLL
    poll(in, gate -> frontier.poll(gate, scores));
  }

  private void poll(DataInputStream in, Function<HostGate, Optional<Candidate>> poll)
      throws IOException {
    long expected = in.readLong();
    long now = in.readLong();
    long[] answers = numbers(in);
    latest = LongStream.of(answers).reduce(Math.max(latest, now), Math::max);
    target.gate().repeat(now, answers);
    Optional<Candidate> polled = poll.apply(target.gate());
    long found = polled.map(Candidate::sequence).orElse(-1L);
    if (found != expected) {
      throw new CrawlException(
          frontier.getClass().getName()
              + " does not repeat itself: it gave URL "
              + expected
              + " before the restart and gives "
              + found
              + " now; such a frontier must be Resumable, and the random numbers must be the crawl's");
    }
    polled.ifPresent(candidate -> inFlight.put(candidate.sequence(), candidate));
  }

  private void rekey(DataInputStream in) throws IOException {
    frontier.rekey(scores(in));
  }

  private void rekeyNext(DataInputStream in) throws IOException {
    ToDoubleFunction<Candidate> scores = scores(in);
    frontier.rekeyNext(in.readInt(), scores);
  }

  /** Returns the scores of an entry, in the order in which they were asked for. */
  private static ToDoubleFunction<Candidate> scores(DataInputStream in) throws IOException {
    long[] scores = numbers(in);
    int[] next = {0};
    return candidate ->
        next[0] < scores.length ? Double.longBitsToDouble(scores[next[0]++]) : candidate.score();
  }

  private static long[] numbers(DataInputStream in) throws IOException {
    int count = in.readInt();
    if (count < 0 || count > in.available() / Long.BYTES) {
      throw new IOException("the journal claims " + count + " numbers");
    }
    long[] numbers = new long[count];
    for (int i = 0; i < count; i++) {
      numbers[i] = in.readLong();
    }
    return numbers;
  }

  private void expand(Candidate candidate) throws IOException {
    ReplayedVisit visit =
        visits
            .next()
            .orElseThrow(() -> new IOException("the journal has more visits than there are"));
    if (visit.url() != candidate.sequence()) {
      throw new IOException(
          "the journal visits URL " + candidate.sequence() + ", the visits have " + visit.url());
    }
    links += visit.targets().size();
    AnalyzedPage page = page(candidate, visit);
    frontier.expand(visit(candidate, visit, page), links(candidate, visit, page));
  }

  static AnalyzedPage page(Candidate candidate, ReplayedVisit visit) {
    AnalyzedPage.Builder page = AnalyzedPage.builder(candidate);
    if (!visit.page().isEmpty()) {
      page.url(CrawlUrl.of(visit.page()));
    }
    for (ReplayedLink link : visit.links()) {
      page.link(link.url(), link.anchor());
    }
    return page.build().withRelevance(visit.relevance(), visit.relevant());
  }

  static Visit visit(Candidate candidate, ReplayedVisit visit, AnalyzedPage page) {
    var fetched =
        new FetchResult.Fetched(
            page.url(),
            visit.status(),
            FetchResult.NO_HEADERS,
            Body.EMPTY,
            FetchResult.Truncation.NONE,
            Duration.ZERO);
    return new Visit(
        visit.number(), candidate, page, fetched, visit.time(), visit.targets(), visit.pathState());
  }

  static List<ScoredLink> links(Candidate parent, ReplayedVisit visit, AnalyzedPage page) {
    List<ScoredLink> links = new ArrayList<>(page.links().size());
    for (ReplayedLink link : visit.links()) {
      var candidate =
          new Candidate(
              link.url(),
              link.target(),
              parent.depth() + 1,
              link.score(),
              link.tieBreak(),
              parent.sequence(),
              visit.pathState(),
              link.features());
      links.add(new ScoredLink(page.links().get(links.size()), candidate, link.known()));
    }
    return links;
  }
}
