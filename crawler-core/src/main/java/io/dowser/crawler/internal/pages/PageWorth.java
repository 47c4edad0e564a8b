package io.dowser.crawler.internal.pages;

import static java.util.Objects.requireNonNull;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.AnalyzedPage.Irrelevance;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlEvent.DuplicateFound.Likeness;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.Link;
import io.dowser.crawler.api.Resumable;
import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.StateWriter;
import io.dowser.crawler.internal.plan.CrawlPlan;
import io.dowser.crawler.internal.politeness.FetchTask;
import io.dowser.crawler.internal.recovery.Fingerprint;
import io.dowser.crawler.internal.recovery.KnownUrls;
import io.dowser.crawler.internal.sites.Sites;
import io.dowser.crawler.internal.store.PageReader;
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
 * Decides which visited pages are worth nothing, whatever the judge returns.
 *
 * <p>The reasons, in their order:
 *
 * <ol>
 *   <li>{@code noindex}, unless all of the first pages of the host have it: then it distinguishes
 *       none of them.
 *   <li>A canonical URL that is another one, if the crawl takes it and it may still come: it is
 *       pending or in flight, or was visited and its text is not an entirely different one. So
 *       pages of a site that names its start page everywhere count. Once three canonical URLs of a
 *       host have turned out wrong, and more than were right, those of its other pages are ignored.
 *   <li>A main text that an earlier page has, or nearly.
 * </ol>
 *
 * <p>Workers {@linkplain #assume assume} a reason before they score the links of a page. The engine
 * thread, which alone knows the visits before, {@linkplain #review reviews} it, and returns the
 * page to a worker if the assumption was wrong: if equal pages were analysed at the same time, or a
 * canonical URL turns out to be no other form of the page.
 */
public final class PageWorth implements Resumable {

  private static final int FORMAT = 1;

  /** Pages whose text is compared with that of pages which name them as canonical. */
  private static final int MOST_TEXTS = 10_000;

  /** Decides whether a link of a page leads to a new URL, which would be queued. */
  public interface NewLinks {

    boolean takes(Outcome.Page page, CrawlUrl url);
  }

  private final CrawlPlan.Rules rules;
  private final KnownUrls known;
  private final Duplicates duplicates;
  private final Sites sites;
  private final PagesInRecheck inRecheck;
  private final EarlierPages earlier;
  private final Map<Long, PageContentHash> texts = new LinkedHashMap<>(); // by sequence number
  private final Map<Long, String> named = new LinkedHashMap<>(); // canonical URLs, by whose pages
  private final Set<Long> withoutPage = new LinkedHashSet<>(); // URLs that ended so

  public PageWorth(
      CrawlPlan.Rules rules,
      PagesInRecheck inRecheck,
      KnownUrls known,
      Duplicates duplicates,
      Sites sites,
      EarlierPages earlier) {
    this.rules = rules;
    this.inRecheck = inRecheck;
    this.earlier = earlier;
    this.known = known;
    this.duplicates = duplicates;
    this.sites = sites;
  }

  /** Returns the reason that a worker can know; {@link #review} corrects it. Thread-safe. */
  Optional<Irrelevance> assume(FetchTask task, AnalyzedPage page, PageContentHash text) {
    if (task.review() != null) {
      return task.review().reason();
    }
    if (isNoindex(page)) {
      return Optional.of(Irrelevance.NOINDEX);
    }
    return canonical(task, page).isPresent()
        ? Optional.of(Irrelevance.CANONICAL)
        : original(task, text).map(PageWorth::reason);
  }

  /**
   * Returns the task by which a worker scores a page again, or empty if its reason is right.
   * Confined to the engine thread.
   */
  public Optional<FetchTask> review(Outcome.Page page, NewLinks newLinks) {
    Optional<Irrelevance> assumed = page.page().irrelevance();
    if (page.task().review() != null || page.otherLanguage().isPresent()) {
      return Optional.empty();
    }
    Optional<Irrelevance> reason = reason(page, newLinks);
    return reason.equals(assumed)
        ? Optional.empty()
        : Optional.of(page.task().reviewed(page.fetched(), reason));
  }

  private Optional<Irrelevance> reason(Outcome.Page page, NewLinks newLinks) {
    if (isNoindex(page.page())) {
      return Optional.of(Irrelevance.NOINDEX);
    }
    Optional<CrawlUrl> canonical = canonical(page.task(), page.page());
    return canonical.isPresent() && isBelieved(canonical.get(), page, newLinks)
        ? Optional.of(Irrelevance.CANONICAL)
        : original(page.task(), page.contentHash()).map(PageWorth::reason);
  }

  private boolean isNoindex(AnalyzedPage page) {
    return !page.isIndexable() && !sites.isAllNoindex(page.url());
  }

  /** Returns the other URL that a page links to as its canonical one, if the crawl takes it. */
  private Optional<CrawlUrl> canonical(FetchTask task, AnalyzedPage page) {
    return page.canonical()
        .filter(url -> isOther(url, page.url()) && isOther(url, task.candidate().url()))
        .filter(url -> !sites.distrustsCanonical(page.url()))
        .filter(url -> page.links().stream().anyMatch(link -> isCanonical(link, url)))
        .filter(url -> rules.refusal(url).isEmpty());
  }

  private boolean isOther(CrawlUrl canonical, CrawlUrl page) {
    return !sites.identity(canonical).equals(sites.identity(page));
  }

  private static boolean isCanonical(Link link, CrawlUrl url) {
    return link.rel().contains("canonical") && link.target().equals(url);
  }

  private boolean isBelieved(CrawlUrl canonical, Outcome.Page page, NewLinks newLinks) {
    Fingerprint url = Fingerprint.of(canonical);
    long sequence = known.find(url);
    PageContentHash text = texts.get(sequence);
    boolean believed;
    if (withoutPage.contains(sequence)) {
      believed = false;
    } else if (text != null) {
      believed = text.isRelated(page.contentHash());
    } else if (earlier.isKnown(url)) {
      believed = earlier.believes(url, page.contentHash());
    } else {
      believed = sequence != KnownUrls.UNKNOWN || newLinks.takes(page, canonical);
    }
    if (!believed && !page.task().isRecheck()) {
      sites.canonical(page.page().url().host(), false);
    }
    return believed;
  }

  /** Returns the content hash of the page of a candidate that was just visited. */
  public PageContentHash text(Candidate visited) {
    return requireNonNull(texts.get(visited.sequence()));
  }

  /** Returns whether a page is among the last ones that were visited. */
  public boolean isVisited(long sequence) {
    return texts.containsKey(sequence);
  }

  /**
   * Notes that a candidate became no page; the pages that name it as canonical are not restored.
   */
  public void abandoned(Candidate candidate) {
    withoutPage.add(candidate.sequence());
    bound(withoutPage);
    String host = takeNamed(candidate);
    if (host != null) {
      sites.canonical(host, false);
    }
  }

  /** Takes out the host of the page that has named a URL as its canonical one; null for none. */
  private @Nullable String takeNamed(Candidate candidate) {
    String host = named.remove(candidate.sequence());
    return host == null ? earlier.namedBy(candidate.url()) : host;
  }

  /** Returns an earlier page with the same text, or nearly. Thread-safe. */
  public Optional<Duplicates.Original> original(FetchTask task, PageContentHash text) {
    long visit = task.isRecheck() ? inRecheck.page(task).number() : 0;
    return duplicates.find(text, visit).or(() -> earlier.original(text, visit));
  }

  /** Adds a page for comparison with later ones, by the number of its visit. */
  public void add(Outcome.Page page, long visit) {
    Optional<Irrelevance> reason = page.page().irrelevance();
    long sequence = page.task().candidate().sequence();
    if (reason.isEmpty()) {
      duplicates.add(page.contentHash(), visit);
    }
    String host = takeNamed(page.task().candidate());
    if (reason.equals(Optional.of(Irrelevance.CANONICAL))) {
      withoutPage.add(sequence); // two pages that name each other do not both count for nothing
    } else {
      withoutPage.remove(sequence);
      if (host != null) {
        sites.canonical(host, true);
      }
    }
    texts.put(sequence, page.contentHash());
    bound(texts.keySet());
    bound(withoutPage);
  }

  /** Adds another version of a page, so that later checks find the copies of this one alone. */
  public void changed(Outcome.Page page, long visit) {
    duplicates.forget(visit);
    add(page, visit);
  }

  /** Forgets a page that is gone or has moved, so that its copies count once they are checked. */
  public void gone(PageReader.Known page) {
    duplicates.forget(page.number());
    withoutPage.add(page.row().url());
    bound(withoutPage);
  }

  /** Takes back {@link #gone}. */
  public void back(PageReader.Known page) {
    duplicates.remember(page.number());
    if (page.row().version().irrelevance().isEmpty()) {
      withoutPage.remove(page.row().url());
    }
  }

  /** Notes the canonical URL of a page that counts for nothing, once its links are admitted. */
  public void addNamed(Outcome.Page page) {
    if (page.page().irrelevance().equals(Optional.of(Irrelevance.CANONICAL))) {
      CrawlUrl canonical = page.page().canonical().orElseThrow();
      long sequence = known.find(Fingerprint.of(canonical));
      if (sequence != KnownUrls.UNKNOWN && !texts.containsKey(sequence)) {
        named.put(sequence, page.page().url().host());
        bound(named.keySet());
      }
    }
  }

  /** Forgets the oldest entry beyond a number. */
  static void bound(Set<?> entries) {
    if (entries.size() > MOST_TEXTS) {
      entries.remove(entries.iterator().next());
    }
  }

  static Irrelevance reason(Duplicates.Original original) {
    return original.likeness() == Likeness.EXACT
        ? Irrelevance.DUPLICATE
        : Irrelevance.NEAR_DUPLICATE;
  }

  @Override
  public void save(StateWriter out) throws IOException {
    out.section("texts", FORMAT);
    out.writeInt(texts.size());
    for (Map.Entry<Long, PageContentHash> entry : texts.entrySet()) {
      out.writeLong(entry.getKey());
      entry.getValue().saveSimilarity(out);
    }
    out.writeInt(named.size());
    for (Map.Entry<Long, String> entry : named.entrySet()) {
      out.writeLong(entry.getKey());
      out.writeText(entry.getValue());
    }
    out.writeNumbers(withoutPage);
  }

  @Override
  public void restore(StateReader in) throws IOException {
    texts.clear();
    named.clear();
    withoutPage.clear();
    in.section("texts", FORMAT);
    for (int left = in.readInt(0, MOST_TEXTS, "number of texts"); left > 0; left--) {
      texts.put(in.readNumber("sequence number"), PageContentHash.restoredSimilarity(in));
    }
    for (int left = in.readInt(0, MOST_TEXTS, "number of canonical URLs"); left > 0; left--) {
      named.put(in.readNumber("sequence number"), in.readText());
    }
    withoutPage.addAll(in.readNumbers("URL without a page"));
  }
}
