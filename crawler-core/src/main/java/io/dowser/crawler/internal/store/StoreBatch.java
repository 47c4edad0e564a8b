package io.dowser.crawler.internal.store;

import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.Explanation;
import io.dowser.crawler.api.Link;
import io.dowser.crawler.api.LinkFeatures;
import io.dowser.crawler.api.RelevanceJudge.Answer;
import io.dowser.crawler.api.SkippedLink;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Rows that become one transaction, in the order in which they were added. Filled by one thread and
 * then handed over to the store.
 */
public final class StoreBatch {

  final CountDownLatch written = new CountDownLatch(1);
  final List<@Nullable Object[]> urls = new ArrayList<>(); // rows of known
  final List<Long> reopened = new ArrayList<>(0); // numbers of URLs
  final List<VisitRow> visits = new ArrayList<>();
  final Map<Long, PageRow> pages = new LinkedHashMap<>(0); // by number of the URL
  final Map<Long, Supplier<Optional<ExcerptRow>>> excerpts = new LinkedHashMap<>(); // by URL
  final Map<Long, @Nullable Object @Nullable []> answers = new LinkedHashMap<>(0); // by URL
  final List<KeptPage> judged = new ArrayList<>(0);
  final List<ChangeRow> changes = new ArrayList<>(0);
  final List<@Nullable Object[]> laterLinks = new ArrayList<>(0); // rows of later_link
  final List<Integer> linkEnds = new ArrayList<>(); // for each visit
  final List<@Nullable Object[]> links = new ArrayList<>(); // rows of found without their numbers
  final Map<Integer, Explanation> explanations = new LinkedHashMap<>(0); // by place of the link
  final Map<Long, @Nullable Object[]> skipped = new LinkedHashMap<>(0); // by fingerprint of the URL
  final Map<String, String> settings = new LinkedHashMap<>(0);
  final Map<String, State> states = new LinkedHashMap<>();
  final Map<Long, PendingChange> pending = new LinkedHashMap<>(); // by number of the URL
  boolean indexesPending;
  Barrier barrier = () -> {};
  private final long firstUrl;

  /** Longer texts of links are truncated; they are there to be read. */
  private static final int ANCHOR_CHARACTERS = 100;

  public static final int KIND_BITS = 2;
  static final int KIND_MASK = (1 << KIND_BITS) - 1;

  /**
   * A change of a row of pending.
   *
   * @param replaces whether the row that is there counts no more
   * @param row the new row, or null if there is none from now on
   */
  record PendingChange(boolean replaces, @Nullable PendingRow row) {}

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
   * @param before the barrier to wait for; if it throws, the batch is not committed
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

  /** Returns whether the batch is empty. */
  public boolean isEmpty() {
    return urls.isEmpty()
        && reopened.isEmpty()
        && visits.isEmpty()
        && pages.isEmpty()
        && answers.isEmpty()
        && judged.isEmpty()
        && skipped.isEmpty()
        && settings.isEmpty()
        && pending.isEmpty()
        && states.isEmpty();
  }

  /** Returns whether the batch is committed, or never will be. */
  public boolean isWritten() {
    return written.getCount() == 0;
  }

  /** Counts the ends of URLs and the checks of pages in it. */
  public int visits() {
    return visits.size() + pages.size();
  }

  /** Returns the number that the next URL gets. */
  public long nextUrl() {
    return firstUrl + urls.size();
  }

  /**
   * Adds a URL, numbered {@link #nextUrl}.
   *
   * @param depth links between it and a seed
   * @param referrer number of the URL where it was found, negative for a seed
   */
  public void addUrl(CrawlUrl url, int depth, long referrer, Instant time) {
    Long found = referrer < 0 ? null : referrer;
    urls.add(new Object[] {nextUrl(), url.toString(), depth, found, time.toEpochMilli()});
  }

  /**
   * Adds a link of the visit that is added next.
   *
   * @param linkFeatures the features that a learning scorer left with it
   */
  public void addLink(
      Link link,
      long target,
      LinkKind kind,
      double score,
      double tieBreak,
      LinkFeatures linkFeatures) {
    boolean reported = kind != LinkKind.IGNORED; // else its text matters to no page
    links.add(
        new Object[] {
          target << KIND_BITS | kind.code(),
          score,
          reported ? anchor(link.anchorText()) : null,
          tieBreak == 0 ? null : tieBreak,
          reported ? RowValues.of(linkFeatures) : null
        });
  }

  private static @Nullable String anchor(String text) {
    int end = Math.min(text.length(), ANCHOR_CHARACTERS);
    boolean splits = end < text.length() && Character.isHighSurrogate(text.charAt(end - 1));
    return text.isEmpty() ? null : text.substring(0, splits ? end - 1 : end);
  }

  /** Adds the parts of the score of the link that was added last. */
  public void explainLink(Explanation parts) {
    explanations.put(links.size() - 1, parts);
  }

  /** Replaces what is known of a visited page. */
  public void setPage(PageRow page) {
    pages.put(page.url(), page);
  }

  /**
   * Sets what is shown of a page.
   *
   * @param excerpt called by the store's thread; empty if nothing is kept of the page
   */
  public void setExcerpt(long url, Supplier<Optional<ExcerptRow>> excerpt) {
    excerpts.put(url, excerpt);
  }

  /** Sets the answer about a page. */
  public void setAnswer(AnswerRow row, Instant time) {
    Answer answer = row.answer();
    answers.put(
        row.url(),
        new Object[] {
          row.url(), answer.relevant() ? 1 : 0, answer.relevance(), time.toEpochMilli()
        });
  }

  /** Removes the answer about a page. */
  public void removeAnswer(long url) {
    answers.put(url, null);
  }

  /** Sets how a page is judged now, unless it has another version meanwhile. */
  public void setJudged(KeptPage page) {
    judged.add(page);
  }

  /** Adds a change of a visited page. */
  public void addChange(ChangeRow change) {
    changes.add(change);
  }

  /** Sets the link of a later version of a page that led to a URL, or the redirect there. */
  public void setLaterLink(Candidate target, String anchor) {
    laterLinks.add(
        new Object[] {
          target.sequence(),
          target.parent(),
          target.score(),
          anchor(anchor),
          target.tieBreak() == 0 ? null : target.tieBreak(),
          RowValues.of(target.features())
        });
  }

  /**
   * Adds a link that is not queued; of one URL the last reason is kept.
   *
   * @param example whether to keep its URL
   */
  public void addSkipped(SkippedLink link, boolean example) {
    long fingerprint = RowValues.fingerprint(link.target());
    String url = example ? link.target().toString() : null;
    skipped.put(fingerprint, new @Nullable Object[] {fingerprint, link.why(), url});
  }

  /** Replaces the values of recorded settings. */
  public void changeSettings(Map<String, String> changed) {
    settings.putAll(changed);
  }

  /** Adds the end of a URL, with the links added since the one before. */
  public void addVisit(VisitRow row) {
    linkEnds.add(links.size());
    visits.add(row);
  }

  /** Has the end of a URL removed, which is pending again; before another end of it is added. */
  public void reopen(long url) {
    reopened.add(url);
  }

  /** Adds a pending URL; of two rows of a URL the one that goes first stays. */
  public void offerPending(PendingRow row) {
    pending.merge(
        row.candidate().sequence(),
        new PendingChange(false, row),
        (before, added) ->
            new PendingChange(
                before.replaces(), before.row() == null ? row : before.row().merge(row)));
  }

  /** Sets the row of a pending URL, at the smaller depth of the new and the old one. */
  public void setPending(PendingRow row) {
    pending.merge(
        row.candidate().sequence(),
        new PendingChange(true, row),
        (before, added) ->
            new PendingChange(true, before.row() == null ? row : row.notDeeperThan(before.row())));
  }

  /** Removes the row of a URL that is pending no more. */
  public void removePending(long url) {
    pending.put(url, new PendingChange(true, null));
  }

  /** Creates the indexes of pending URLs with this batch, if there are none. */
  public void indexPending() {
    indexesPending = true;
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
   * @param count the number of chunks from now on, 1 or more
   */
  public void setState(String name, Map<Integer, Supplier<byte[]>> changed, int count) {
    states.put(name, new State(changed, count));
  }
}
