package io.dowser.crawler.spark;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.HostGrouping;
import io.dowser.crawler.api.ScoredLink;
import io.dowser.crawler.api.Visit;
import io.dowser.crawler.html.HtmlPageAnalyzer;
import io.dowser.crawler.url.UrlCanonicalizer;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Writes rows of {@link Columns#LINKS} and {@link Columns#REDIRECTS}; for the crawl's own thread.
 */
final class LinkRows {

  /** Bits for the place of a link on its page, and for that of a page in its round. */
  private static final int LINK_BITS = 16;

  private static final int PLACE_BITS = 24;
  private static final int LAST_LINK = (1 << LINK_BITS) - 1;

  private final UrlCanonicalizer urls = UrlCanonicalizer.standard();
  private final boolean areCanonical;
  private final HostGrouping hosts;
  private final LinkQueues queues;
  private final int round;
  private final RoundFiles files;

  LinkRows(TaskPlan plan, int round, RoundFiles files) {
    this.areCanonical = plan.analyzer().name().equals(HtmlPageAnalyzer.Provider.NAME);
    this.hosts = plan.rules().hosts();
    this.queues = LinkQueues.of(plan);
    this.round = round;
    this.files = files;
  }

  /** Where a link stands in the order of discovery; seeds stand before all of them. */
  private long born(Assigned page, int link) {
    return ((long) round << (PLACE_BITS + LINK_BITS))
        | ((long) page.place() << LINK_BITS)
        | Math.min(link, LAST_LINK);
  }

  /**
   * Writes a row for each distinct target of a page, in document order.
   *
   * @param scored the targets that may wait
   * @param members the URLs of this task, among which are the targets that no longer do
   */
  void write(Assigned page, Visit visit, List<ScoredLink> scored, Map<Long, Assigned> members)
      throws IOException {
    Map<Long, ScoredLink> bySequence = new HashMap<>(scored.size() * 2);
    for (ScoredLink link : scored) {
      bySequence.put(link.candidate().sequence(), link);
    }
    LinkQueues.OfPage ofPage = queues.of(visit);
    double[] pathState = visit.pathState().toArray();
    for (int i = 0; i < visit.outLinks().size(); i++) {
      long sequence = visit.outLinks().get(i);
      ScoredLink link = bySequence.get(sequence);
      if (link != null) {
        write(page, link, ofPage.queue(link), born(page, i), pathState);
      } else {
        writeClosed(page, members.get(sequence), born(page, i));
      }
    }
  }

  private void write(Assigned page, ScoredLink link, int queue, long born, double[] pathState)
      throws IOException {
    Candidate target = link.candidate();
    Optional<CrawlUrl> canonical = canonical(target.url());
    if (canonical.isEmpty()) {
      return; // an analyzer of the application made it, and no one could fetch it
    }
    byte[] url = canonical.get().toString().getBytes(UTF_8);
    Fingerprint fingerprint = Fingerprint.of(url);
    files.link(
        fingerprint.high(),
        page.fingerprint().high(),
        page.fingerprint().low(),
        fingerprint.high(),
        fingerprint.low(),
        url,
        true,
        queue,
        target.score(),
        target.tieBreak(),
        target.depth(),
        born,
        pathState,
        target.features().toArray());
  }

  /** A round's URLs are seeds of its tasks, and these have one form. */
  private Optional<CrawlUrl> canonical(CrawlUrl url) {
    return areCanonical ? Optional.of(url) : urls.canonicalize(url.toString());
  }

  private void writeClosed(Assigned page, @Nullable Assigned target, long born) throws IOException {
    if (target == null) {
      throw new IllegalStateException("a link of " + page.url() + " leads nowhere");
    }
    files.link(
        target.fingerprint().high(),
        page.fingerprint().high(),
        page.fingerprint().low(),
        target.fingerprint().high(),
        target.fingerprint().low(),
        target.url().toString(),
        false,
        0,
        0.0,
        0.0,
        0,
        born,
        UrlRow.NO_PATH_STATE,
        UrlRow.NO_FEATURES);
  }

  /** Writes where a URL redirects to: a target that is worth as much as the URL. */
  void redirect(Assigned from, CrawlUrl target) throws IOException {
    String url = target.toString();
    Fingerprint fingerprint = Fingerprint.of(url);
    Candidate before = from.candidate(0);
    files.redirect(
        fingerprint.high(),
        fingerprint.low(),
        url,
        hosts.groupOf(target),
        true,
        from.queue(),
        before.score(),
        before.tieBreak(),
        before.depth(),
        0L,
        born(from, 0),
        before.isSeed(),
        from.parent().high(),
        from.parent().low(),
        from.hops() + 1,
        from.pathState().toArray(),
        before.features().toArray());
  }
}
