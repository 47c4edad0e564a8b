package io.dowser.crawler.internal.engine;

import io.dowser.crawler.api.CrawlEvent.DuplicateFound.Likeness;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.Resumable;
import io.dowser.crawler.api.SkipReason;
import io.dowser.crawler.api.SkippedLink;
import io.dowser.crawler.internal.recovery.Fingerprint;
import io.dowser.crawler.internal.recovery.KnownUrls;
import io.dowser.crawler.internal.recovery.ScoredTarget;
import io.dowser.crawler.internal.traps.Duplicates;
import io.dowser.crawler.traps.TrapRules;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Finds visited pages that repeat earlier ones. Confined to the engine thread. */
final class DuplicatePages {

  /** The original of a page that names a visited page as its canonical form. */
  private static final Duplicates.Original CANONICAL =
      new Duplicates.Original(Likeness.CANONICAL, 0);

  private final TrapRules rules;
  private final KnownUrls known;
  private final Duplicates index;

  /** Starts with no page; hashes of pages may take a number of bytes. */
  DuplicatePages(TrapRules rules, KnownUrls known, long bytes) {
    this.rules = rules;
    this.known = known;
    this.index = new Duplicates(bytes);
  }

  Resumable index() {
    return index;
  }

  long bytes() {
    return index.bytes();
  }

  /** Returns an earlier page with the same text, or nearly; keeps this one if there is none. */
  Optional<Duplicates.Original> find(Outcome.Page outcome, long visit) {
    Optional<Duplicates.Original> byText = index.findOrAdd(outcome.contentHash(), visit);
    return byText.isPresent() || !namesAnother(outcome) ? byText : Optional.of(CANONICAL);
  }

  /** Returns whether the page names a visited page as its canonical form. */
  private boolean namesAnother(Outcome.Page outcome) {
    CrawlUrl canonical = outcome.page().canonical().orElse(null);
    if (canonical == null
        || canonical.equals(outcome.page().url())
        || canonical.equals(outcome.task().candidate().url())
        || !canonical.host().equals(outcome.page().url().host())) {
      return false;
    }
    int sequence = known.find(Fingerprint.of(canonical));
    return sequence != KnownUrls.UNKNOWN && known.isClosed(sequence);
  }

  /** Takes the links off a copy, if duplicates are not to be expanded. */
  Outcome.Page withoutLinksIfDuplicate(Outcome.Page page, Optional<Duplicates.Original> original) {
    if (original.isEmpty() || rules.expandsDuplicates()) {
      return page;
    }
    List<SkippedLink> skipped = new ArrayList<>(page.skipped());
    for (ScoredTarget target : page.targets()) {
      skipped.add(new SkippedLink(target.link().target(), SkipReason.DUPLICATE_PAGE));
    }
    return page.withLinks(List.of(), skipped);
  }
}
