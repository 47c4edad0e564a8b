package io.dowser.crawler.internal.store;

import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.Explanation;
import io.dowser.crawler.api.Link;
import io.dowser.crawler.api.LinkFeatures;
import io.dowser.crawler.api.SkipReason;
import io.dowser.crawler.api.SkippedLink;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Rows that become one transaction, in the order in which they were added. Filled by one thread and
 * then handed over to the store.
 */
public final class StoreBatch {

  final CountDownLatch written = new CountDownLatch(1);
  final List<CrawlUrl> urls = new ArrayList<>();
  final List<VisitRow> visits = new ArrayList<>();
  final List<@Nullable Link> links = new ArrayList<>();
  final List<LinkFeatures> features = new ArrayList<>();
  final Map<Integer, Explanation> explanations = new LinkedHashMap<>(0); // by place of the link
  final Map<Long, SkipReason> skipped = new LinkedHashMap<>(0); // by fingerprint of the URL
  final Map<String, State> states = new LinkedHashMap<>();
  final List<byte[]> journal = new ArrayList<>();
  boolean forgetsJournal;
  private boolean plainLinks = true;
  Barrier barrier = () -> {};
  long[] urlFacts = new long[256]; // depth, referrer, time
  long[] linkFacts = new long[1024]; // target with kind, score, tie-break
  int[] linkEnds = new int[64]; // for each visit
  private final long firstUrl;

  static final int URL_FACTS = 3;
  static final int LINK_FACTS = 3;
  public static final int KIND_BITS = 2;
  static final int KIND_MASK = (1 << KIND_BITS) - 1;

  /** Chunks of a state that changed, and how many there are in all. */
  record State(Map<Integer, Supplier<byte[]>> changed, int count) {}

  /** Something that must be safe before the batch is committed. */
  @FunctionalInterface
  public interface Barrier {

    /**
     * Waits for it; called by the store's thread.
     *
     * @throws InterruptedException if the thread is interrupted
     */
    void await() throws InterruptedException;
  }

  /**
   * Lets the commit wait for something.
   *
   * @param before what must be safe first; if it throws, the batch is not committed
   */
  public void commitAfter(Barrier before) {
    barrier = before;
  }

  /**
   * Creates an empty batch.
   *
   * @param firstUrl the number of the first URL that it will hold
   */
  public StoreBatch(long firstUrl) {
    this.firstUrl = firstUrl;
  }

  /** Reports whether there is nothing in it. */
  public boolean isEmpty() {
    return urls.isEmpty()
        && visits.isEmpty()
        && skipped.isEmpty()
        && journal.isEmpty()
        && states.isEmpty();
  }

  /** Reports whether it is committed, or never will be. */
  public boolean isWritten() {
    return written.getCount() == 0;
  }

  /** Counts the ends of URLs in it. */
  public int visits() {
    return visits.size();
  }

  /** Counts the links in it. */
  public int links() {
    return links.size();
  }

  /** Returns the number that the next URL gets. */
  public long nextUrl() {
    return firstUrl + urls.size();
  }

  /** Reports whether no link has a second key or features. */
  boolean hasPlainLinks() {
    return plainLinks;
  }

  long firstUrl() {
    return firstUrl;
  }

  /**
   * Adds a URL, numbered {@link #nextUrl}.
   *
   * @param depth links between it and a seed
   * @param referrer number of the URL where it was found, negative for a seed
   */
  public void addUrl(CrawlUrl url, int depth, long referrer, Instant time) {
    int at = URL_FACTS * urls.size();
    if (at + URL_FACTS > urlFacts.length) {
      urlFacts = Arrays.copyOf(urlFacts, 2 * urlFacts.length);
    }
    urls.add(url);
    urlFacts[at] = depth;
    urlFacts[at + 1] = referrer;
    urlFacts[at + 2] = time.toEpochMilli();
  }

  /**
   * Adds a link of the visit that is added next.
   *
   * @param linkFeatures what a learning scorer left with it
   */
  public void addLink(
      Link link,
      long target,
      LinkKind kind,
      double score,
      double tieBreak,
      LinkFeatures linkFeatures) {
    int at = LINK_FACTS * links.size();
    if (at + LINK_FACTS > linkFacts.length) {
      linkFacts = Arrays.copyOf(linkFacts, 2 * linkFacts.length);
    }
    boolean reported = kind != LinkKind.IGNORED;
    links.add(reported ? link : null); // its text can matter only for who comes that way
    features.add(reported ? linkFeatures : LinkFeatures.NONE);
    plainLinks &= tieBreak == 0 && features.get(features.size() - 1).size() == 0;
    linkFacts[at] = target << KIND_BITS | kind.code();
    linkFacts[at + 1] = Double.doubleToRawLongBits(score);
    linkFacts[at + 2] = Double.doubleToRawLongBits(tieBreak);
  }

  /** Adds the parts of the score of the link that was added last. */
  public void explainLink(Explanation parts) {
    explanations.put(links.size() - 1, parts);
  }

  /** Adds a link that is not queued; of one URL the last reason is kept. */
  public void addSkipped(SkippedLink link) {
    skipped.put(RowBytes.fingerprint(link.target()), link.reason());
  }

  /** Adds the end of a URL, with the links added since the one before. */
  public void addVisit(VisitRow row) {
    if (visits.size() == linkEnds.length) {
      linkEnds = Arrays.copyOf(linkEnds, 2 * linkEnds.length);
    }
    linkEnds[visits.size()] = links.size();
    visits.add(row);
  }

  /** Adds the calls of the frontier since the last batch. */
  public void addJournal(byte[] data) {
    journal.add(data);
  }

  /** Has all that was in the journal before this batch forgotten, because a state covers it. */
  public void forgetJournal() {
    forgetsJournal = true;
    journal.clear();
  }

  /** Replaces a state by one chunk. */
  public void setState(String name, byte[] chunk) {
    setState(name, Map.of(0, () -> chunk), 1);
  }

  /**
   * Replaces chunks of a state.
   *
   * @param changed the chunks that are not as they were, by their places from 0 on; each is asked
   *     for once, by the store's thread
   * @param count how many chunks there are from now on, 1 or more
   */
  public void setState(String name, Map<Integer, Supplier<byte[]>> changed, int count) {
    states.put(name, new State(changed, count));
  }
}
