package io.dowser.crawler.internal.pages;

import io.dowser.crawler.api.AnalyzedPage.Irrelevance;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.Resumable;
import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.StateWriter;
import io.dowser.crawler.internal.recovery.Fingerprint;
import io.dowser.crawler.internal.traps.Duplicates;
import io.dowser.crawler.internal.traps.PageContentHash;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The pages of earlier parts of a crawl that runs in several engines: the originals of duplicates,
 * and the last pages that may be canonical ones, by their URLs. Pages are added in the order of
 * their visits, by one thread; engines read them afterwards, all at once.
 */
public final class EarlierPages implements Resumable {

  private static final int FORMAT = 2;

  private final Duplicates originals = new Duplicates(Long.MAX_VALUE);
  private final Map<Fingerprint, PageContentHash> texts = new LinkedHashMap<>();
  private final Map<Fingerprint, String> named = new LinkedHashMap<>(); // hosts of pages
  private final Set<Fingerprint> withoutPage = new LinkedHashSet<>();

  /**
   * Adds a page and returns why it counts for nothing: as its engine found, or because it repeats a
   * page of another engine.
   *
   * @param number of the visit, above that of each earlier one
   * @param requested the URL by which the page was found
   * @param host the host that counts the page's canonical URLs
   * @param canonical the URL that a page names which counts for nothing because of that
   */
  public Optional<Irrelevance> visited(
      long number,
      CrawlUrl requested,
      String host,
      Optional<Irrelevance> found,
      PageContentHash text,
      Optional<CrawlUrl> canonical) {
    Optional<Irrelevance> reason = found.or(() -> original(text, number).map(PageWorth::reason));
    if (reason.isEmpty()) {
      originals.add(text, number);
    }
    Fingerprint url = Fingerprint.of(requested);
    named.remove(url);
    if (reason.equals(Optional.of(Irrelevance.CANONICAL))) {
      withoutPage.add(url);
      canonical
          .map(Fingerprint::of)
          .filter(each -> !texts.containsKey(each))
          .ifPresent(each -> named.put(each, host));
    } else {
      withoutPage.remove(url);
    }
    texts.put(url, text);
    PageWorth.bound(texts.keySet());
    PageWorth.bound(withoutPage);
    PageWorth.bound(named.keySet());
    return reason;
  }

  /** Adds a URL that became no page. */
  public void abandoned(CrawlUrl url) {
    Fingerprint fingerprint = Fingerprint.of(url);
    named.remove(fingerprint);
    withoutPage.add(fingerprint);
    PageWorth.bound(withoutPage);
  }

  /** Forgets the text of a visited page that has changed, so that the next version is added. */
  public void changed(long number) {
    originals.forget(number);
  }

  /** Forgets a visited page that is gone or has moved, so that its copies count. */
  public void gone(long number, CrawlUrl url) {
    originals.forget(number);
    abandoned(url);
  }

  /** Takes back {@link #gone}. */
  public void back(long number, CrawlUrl url) {
    originals.remember(number);
    withoutPage.remove(Fingerprint.of(url));
  }

  /** Returns an earlier page than that of a visit with the same text, or nearly. */
  Optional<Duplicates.Original> original(PageContentHash text, long number) {
    return originals.find(text, number);
  }

  /** Returns whether a URL has ended, and is among the last of these. */
  boolean isKnown(Fingerprint url) {
    return texts.containsKey(url) || withoutPage.contains(url);
  }

  /** Returns whether a known URL may be the canonical one of a page. */
  boolean believes(Fingerprint url, PageContentHash page) {
    PageContentHash text = texts.get(url);
    return !withoutPage.contains(url) && text != null && text.isRelated(page);
  }

  /** Returns the host of the page that has named a URL as its canonical one; null for none. */
  @Nullable String namedBy(CrawlUrl url) {
    return named.get(Fingerprint.of(url));
  }

  @Override
  public void save(StateWriter out) throws IOException {
    out.section("earlier pages", FORMAT);
    out.writeInt(texts.size());
    for (Map.Entry<Fingerprint, PageContentHash> entry : texts.entrySet()) {
      save(entry.getKey(), out);
      entry.getValue().saveSimilarity(out);
    }
    out.writeInt(named.size());
    for (Map.Entry<Fingerprint, String> entry : named.entrySet()) {
      save(entry.getKey(), out);
      out.writeText(entry.getValue());
    }
    out.writeInt(withoutPage.size());
    for (Fingerprint url : withoutPage) {
      save(url, out);
    }
    originals.save(out);
  }

  private static void save(Fingerprint url, StateWriter out) throws IOException {
    out.writeLong(url.high());
    out.writeLong(url.low());
  }

  @Override
  public void restore(StateReader in) throws IOException {
    texts.clear();
    named.clear();
    withoutPage.clear();
    in.section("earlier pages", FORMAT);
    for (int left = in.readCount("number of texts"); left > 0; left--) {
      texts.put(fingerprint(in), PageContentHash.restoredSimilarity(in));
    }
    for (int left = in.readCount("number of canonical URLs"); left > 0; left--) {
      named.put(fingerprint(in), in.readText());
    }
    for (int left = in.readCount("number of URLs without a page"); left > 0; left--) {
      withoutPage.add(fingerprint(in));
    }
    originals.restore(in);
  }

  private static Fingerprint fingerprint(StateReader in) throws IOException {
    return new Fingerprint(in.readLong(), in.readLong());
  }
}
