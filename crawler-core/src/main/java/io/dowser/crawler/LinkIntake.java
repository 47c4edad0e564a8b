package io.dowser.crawler;

import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.OutLinks;
import io.dowser.crawler.api.ScoredLink;
import java.util.ArrayList;
import java.util.List;

/** Turns the targets of a page into candidates; for the crawl's own thread. */
final class LinkIntake {

  private final KnownUrls known;
  private final int maxDepth;

  LinkIntake(KnownUrls known, int maxDepth) {
    this.known = known;
    this.maxDepth = maxDepth;
  }

  /**
   * What a page's links come to.
   *
   * @param scored the links that the frontier gets
   * @param outLinks all distinct targets
   */
  record Links(List<ScoredLink> scored, OutLinks outLinks) {}

  Links take(Outcome.Page page) {
    List<Outcome.Target> targets = page.targets();
    var scored = new ArrayList<ScoredLink>(targets.size());
    long[] outLinks = new long[targets.size()];
    int depth = page.flight().candidate().depth() + 1;
    for (int i = 0; i < outLinks.length; i++) {
      Outcome.Target target = targets.get(i);
      int earlier = known.find(target.fingerprint());
      boolean waiting = earlier != KnownUrls.UNKNOWN;
      int sequence = waiting ? earlier : known.add(target.fingerprint());
      outLinks[i] = sequence;
      if (depth <= maxDepth && !known.isClosed(sequence)) {
        scored.add(new ScoredLink(target.link(), candidate(page, target, sequence), waiting));
      }
    }
    return new Links(scored, OutLinks.of(outLinks));
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
