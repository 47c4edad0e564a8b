package io.dowser.crawler;

import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.OutLinks;
import io.dowser.crawler.api.ScoredLink;
import io.dowser.crawler.api.SkipReason;
import io.dowser.crawler.api.SkippedLink;
import io.dowser.crawler.store.LinkKind;
import io.dowser.crawler.traps.HostBudgets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Turns the targets of a page into candidates; for the crawl's own thread. */
final class LinkIntake {

  private final KnownUrls known;
  private final CrawlRecord record;
  private final int maxDepth;
  private final HostBudgets budgets;

  LinkIntake(KnownUrls known, CrawlRecord record, int maxDepth, HostBudgets budgets) {
    this.known = known;
    this.record = record;
    this.maxDepth = maxDepth;
    this.budgets = budgets;
  }

  /**
   * What a page's links come to.
   *
   * @param scored the links that the frontier gets
   * @param outLinks all distinct targets that may be crawled
   * @param skipped the other targets
   */
  record Links(List<ScoredLink> scored, OutLinks outLinks, List<SkippedLink> skipped) {}

  Links take(Outcome.Page page) {
    List<Outcome.Target> targets = page.targets();
    var scored = new ArrayList<ScoredLink>(targets.size());
    var skipped = new ArrayList<>(page.skipped());
    long[] outLinks = new long[targets.size()];
    int count = 0;
    int depth = page.flight().candidate().depth() + 1;
    for (Outcome.Target target : targets) {
      int earlier = known.find(target.fingerprint());
      boolean waiting = earlier != KnownUrls.UNKNOWN;
      if (!waiting && isTooMany(target, skipped)) {
        continue;
      }
      int sequence = waiting ? earlier : add(target, page);
      outLinks[count++] = sequence;
      boolean offered = depth <= maxDepth && !known.isClosed(sequence);
      LinkKind kind = waiting ? LinkKind.KNOWN : LinkKind.NEW;
      record.link(page, target, sequence, offered ? kind : LinkKind.IGNORED);
      if (offered) {
        scored.add(new ScoredLink(target.link(), candidate(page, target, sequence), waiting));
      }
    }
    return new Links(scored, OutLinks.of(Arrays.copyOf(outLinks, count)), skipped);
  }

  /** Asks the budgets about a URL that was never met before. */
  private boolean isTooMany(Outcome.Target target, List<SkippedLink> skipped) {
    CrawlUrl url = target.link().target();
    Optional<SkipReason> reason = budgets.admit(url);
    reason.ifPresent(why -> skipped.add(new SkippedLink(url, why)));
    return reason.isPresent();
  }

  private int add(Outcome.Target target, Outcome.Page page) {
    Candidate parent = page.flight().candidate();
    record.discovered(target.link().target(), parent.depth() + 1, parent.sequence(), page.time());
    return known.add(target.fingerprint());
  }

  private static Candidate candidate(Outcome.Page page, Outcome.Target target, int sequence) {
    Candidate parent = page.flight().candidate();
    return new Candidate(
        target.link().target(),
        sequence,
        parent.depth() + 1,
        target.score(),
        target.tieBreak(),
        parent.sequence(),
        page.carry(),
        target.features());
  }
}
