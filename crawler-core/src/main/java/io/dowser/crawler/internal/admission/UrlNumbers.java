package io.dowser.crawler.internal.admission;

import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.internal.pages.PageWorth;
import io.dowser.crawler.internal.plan.MemoryBudget;
import io.dowser.crawler.internal.recovery.CrawlRecord;
import io.dowser.crawler.internal.recovery.Fingerprint;
import io.dowser.crawler.internal.recovery.KnownUrls;
import io.dowser.crawler.internal.recovery.ScoredTarget;
import io.dowser.crawler.internal.sites.Sites;
import java.time.Instant;
import java.util.function.LongSupplier;

/**
 * Numbers the URLs of a crawl, and finds the number of a URL that is known, or that differs from a
 * known one in parameters without effect. Confined to the engine thread.
 */
public final class UrlNumbers {

  private final KnownUrls known;
  private final CrawlRecord record;
  private final Sites sites;
  private final PageWorth worth;
  private final MemoryBudget memory;
  private final LongSupplier otherTables;

  /**
   * Creates the numbers of a crawl.
   *
   * @param otherTables the bytes that tables of known URLs, hosts and pages take besides these
   */
  public UrlNumbers(
      KnownUrls known,
      CrawlRecord record,
      Sites sites,
      PageWorth worth,
      MemoryBudget memory,
      LongSupplier otherTables) {
    this.known = known;
    this.record = record;
    this.sites = sites;
    this.worth = worth;
    this.memory = memory;
    this.otherTables = otherTables;
  }

  /** Returns the number of a URL, or {@link KnownUrls#UNKNOWN}. */
  int find(Fingerprint url) {
    return known.find(url);
  }

  /** Returns the number of a link's target, or else of a URL that it is merged with. */
  int find(ScoredTarget target) {
    int own = known.find(target.fingerprint());
    return own == KnownUrls.UNKNOWN ? mergedWith(target.link().target()) : own;
  }

  /** Returns the number of a pending or visited URL that differs in nothing that has an effect. */
  private int mergedWith(CrawlUrl url) {
    String identity = sites.identity(url);
    if (identity.equals(url.toString())) {
      return KnownUrls.UNKNOWN;
    }
    int plain = known.find(Fingerprint.of(identity));
    int other = plain == KnownUrls.UNKNOWN ? sites.alias(url.host(), identity) : plain;
    boolean lives = other >= 0 && (!known.isClosed(other) || worth.isVisited(other));
    return lives ? other : KnownUrls.UNKNOWN;
  }

  /** Numbers and records a new URL. */
  int add(CrawlUrl url, Fingerprint fingerprint, int depth, long referrer, Instant time) {
    int sequence = known.add(fingerprint); // first, because a full disk refuses it
    sites.addAlias(url, sequence);
    record.discovered(url, depth, referrer, time);
    return sequence;
  }

  /** Returns whether a URL was polled, or visited by a redirect. */
  boolean isClosed(int sequence) {
    return known.isClosed(sequence);
  }

  /** Reopens a URL that has ended, so that it is pending again. */
  void reopen(long sequence) {
    record.reopened(sequence);
    known.reopen(sequence);
  }

  /**
   * Returns whether memory suffices for another URL.
   *
   * @param share the share of the tables' memory that may be in use for it, 0 to 1
   */
  boolean hasRoom(double share) {
    return memory.allows(known, otherTables.getAsLong(), share);
  }
}
