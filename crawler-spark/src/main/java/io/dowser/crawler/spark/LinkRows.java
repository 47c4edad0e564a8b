package io.dowser.crawler.spark;

import com.google.common.primitives.Doubles;
import com.google.common.primitives.Ints;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.HostGrouping;
import io.dowser.crawler.api.ScoredLink;
import io.dowser.crawler.api.Visit;
import io.dowser.crawler.html.HtmlPageAnalyzer;
import io.dowser.crawler.internal.assembly.CrawlSpec;
import io.dowser.crawler.url.UrlCanonicalizer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Writes rows of the table of links; for the crawl's own thread. */
final class LinkRows {

  /** Bits for the place of a link on its page, and for that of a page in its round. */
  private static final int LINK_BITS = 16;

  private static final int PLACE_BITS = 24;
  private static final int LAST_LINK = (1 << LINK_BITS) - 1;

  private final UrlCanonicalizer urls;
  private final boolean areCanonical;
  private final HostGrouping hosts;
  private final Optional<SharkQueues> queues;
  private final int round;
  private final RowFiles files;

  LinkRows(TaskPlan plan, int round, RowFiles files) {
    this.urls = plan.rules().spec().canonicalizer.get();
    CrawlSpec spec = plan.rules().spec();
    this.areCanonical =
        Stream.concat(Stream.of(spec.pageAnalyzer.get()), spec.addedAnalyzers.get().stream())
            .allMatch(each -> each.name().equals(HtmlPageAnalyzer.Provider.NAME));
    this.hosts = plan.rules().spec().hostGrouping.get();
    this.queues = SharkQueues.of(plan);
    this.round = round;
    this.files = files;
  }

  /** Returns the place of a link in the order of discovery. */
  static long born(int round, int place, int link) {
    return ((long) round << (PLACE_BITS + LINK_BITS))
        | ((long) place << LINK_BITS)
        | Math.min(link, LAST_LINK);
  }

  /**
   * Writes a row for each distinct target of a page, in document order.
   *
   * @param scored the targets that may be pending
   * @param members the URLs of this task, among which are the targets that no longer are
   */
  void write(Assigned page, Visit visit, List<ScoredLink> scored, Map<Long, Assigned> members) {
    Map<Long, ScoredLink> bySequence = new HashMap<>(scored.size() * 2);
    for (ScoredLink link : scored) {
      bySequence.put(link.candidate().sequence(), link);
    }
    for (int i = 0; i < visit.outLinks().size(); i++) {
      long sequence = visit.outLinks().get(i);
      ScoredLink link = bySequence.get(sequence);
      long born = born(round, page.place(), i);
      if (link != null) {
        write(page, visit.relevance(), link, born);
      } else {
        writeClosed(page, members.get(sequence), born);
      }
    }
  }

  /** Writes a row for each link that a page of some relevance has added. */
  void added(Assigned page, double relevance, List<ScoredLink> links) {
    for (int i = 0; i < links.size(); i++) {
      write(page, relevance, links.get(i), born(round, page.place(), i));
    }
  }

  private void write(Assigned page, double relevance, ScoredLink link, long born) {
    Candidate target = link.candidate();
    Optional<CrawlUrl> canonical = canonical(target.url());
    if (canonical.isEmpty()) {
      return; // an analyzer of the application made it, and no one could fetch it
    }
    String source = page.url().toString();
    files.write(
        TableSchemas.LINKS,
        round,
        source,
        canonical.get().toString(),
        hosts.groupOf(canonical.get()),
        false,
        true,
        queues.map(each -> each.queue(relevance, link)).orElse(0),
        target.score(),
        target.tieBreak(),
        target.depth(),
        born,
        false,
        source,
        0,
        list(target.pathState().toArray()),
        list(target.features().toArray()));
  }

  /** A round's URLs are seeds of its tasks, and these have one form. */
  private Optional<CrawlUrl> canonical(CrawlUrl url) {
    return areCanonical ? Optional.of(url) : urls.canonicalize(url.toString());
  }

  private void writeClosed(Assigned page, @Nullable Assigned target, long born) {
    if (target == null) {
      throw new IllegalStateException("a link of " + page.url() + " leads nowhere");
    }
    String source = page.url().toString();
    files.write(
        TableSchemas.LINKS,
        round,
        source,
        target.url().toString(),
        target.host(),
        false,
        false,
        0,
        0.0,
        0.0,
        0,
        born,
        false,
        source,
        0,
        null,
        null);
  }

  /** Writes where a URL redirects to: a target that is worth as much as the URL. */
  void redirect(Assigned from, CrawlUrl target) {
    Candidate before = from.candidate(0);
    files.write(
        TableSchemas.LINKS,
        round,
        from.url().toString(),
        target.toString(),
        hosts.groupOf(target),
        true,
        true,
        from.queue(),
        before.score(),
        before.tieBreak(),
        before.depth(),
        born(round, from.place(), 0),
        before.isSeed(),
        from.parent(),
        from.hops() + 1,
        list(from.pathState().toArray()),
        list(before.features().toArray()));
  }

  private static List<Double> list(double... values) {
    return Doubles.asList(values);
  }

  private static List<Integer> list(int... values) {
    return Ints.asList(values);
  }
}
