package io.dowser.crawler.hmm.history;

import static java.util.Objects.requireNonNull;

import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.api.Fetcher;
import io.dowser.crawler.hmm.BrowsingSession;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * The visits of a browser history, in the order of time.
 *
 * <p>A browser's files are only read, and the browser may run meanwhile: its database is copied
 * into a temporary directory of this user alone, what the browser had not committed is taken back
 * in the copy, and the copy is deleted in the end.
 *
 * <p>Visits that show no page of their own are left out: frames, downloads, reloads, pages that
 * redirected elsewhere, visits without URL, and URLs that the crawl cannot visit. Visits that came
 * from one of these then come from the one before.
 *
 * <p>Immutable and thread-safe.
 */
public final class BrowserHistory {

  private final List<PageVisit> visits;

  BrowserHistory(List<PageVisit> visits) {
    this.visits = List.copyOf(visits);
  }

  /**
   * Reads the history of a Firefox profile: visits with the visits that led to them, and bookmark
   * folders.
   *
   * @param places the file {@code places.sqlite}
   * @param urls the canonical form of a URL, see {@link BrowsingSession#read}
   * @return the history
   * @throws io.dowser.crawler.hmm.BrowsingSession.FormatException if the file is no such history
   * @throws IOException if the file is absent or cannot be read or copied
   */
  public static BrowserHistory ofFirefox(Path places, Function<String, Optional<CrawlUrl>> urls)
      throws IOException {
    requireNonNull(urls, "urls");
    return SqliteCopy.read(places, database -> FirefoxPlaces.read(database, urls));
  }

  /**
   * Reads the history of a Chromium profile (Chrome, Edge, Brave and others) without bookmarks.
   *
   * @param history the file {@code History}
   * @param urls the canonical form of a URL, see {@link BrowsingSession#read}
   * @return the history
   * @throws io.dowser.crawler.hmm.BrowsingSession.FormatException if the file is no such history
   * @throws IOException if the file is absent or cannot be read or copied
   */
  public static BrowserHistory ofChromium(Path history, Function<String, Optional<CrawlUrl>> urls)
      throws IOException {
    requireNonNull(urls, "urls");
    return SqliteCopy.read(history, database -> ChromiumVisits.read(database, Map.of(), urls));
  }

  /**
   * Reads the history of a Chromium profile with its bookmark folders.
   *
   * @param history the file {@code History}
   * @param bookmarks the file {@code Bookmarks}
   * @param urls the canonical form of a URL, see {@link BrowsingSession#read}
   * @return the history
   * @throws io.dowser.crawler.hmm.BrowsingSession.FormatException if one of the files is not what
   *     it should be
   * @throws IOException if a file is absent or cannot be read or copied
   */
  public static BrowserHistory ofChromium(
      Path history, Path bookmarks, Function<String, Optional<CrawlUrl>> urls) throws IOException {
    requireNonNull(urls, "urls");
    var folders = ChromiumBookmarks.read(bookmarks);
    return SqliteCopy.read(history, database -> ChromiumVisits.read(database, folders, urls));
  }

  /**
   * Reads an HTTP archive (HAR 1.2), as the developer tools of browsers export it: the HTML
   * documents in their order, with the {@code Referer} of each as the page that led to it.
   *
   * @param archive the file
   * @param urls the canonical form of a URL, see {@link BrowsingSession#read}
   * @return the history
   * @throws io.dowser.crawler.hmm.BrowsingSession.FormatException if the file is no such archive
   * @throws IOException if the file is absent or cannot be read
   */
  public static BrowserHistory ofHttpArchive(
      Path archive, Function<String, Optional<CrawlUrl>> urls) throws IOException {
    return new BrowserHistory(HttpArchive.visits(archive, requireNonNull(urls, "urls")));
  }

  /**
   * Creates a source of the pages of an HTTP archive, if it was exported with its contents: {@code
   * TrainingSet.PageSource.of(BrowserHistory.fetcherOfHttpArchive(file, urls), analyzer, urls)}.
   *
   * @param archive the file; its HTML documents are kept in memory
   * @param urls the canonical form of a URL, see {@link BrowsingSession#read}
   * @return a fetcher that answers from the archive alone, thread-safe; pages that are not in it,
   *     or without their contents, fail
   * @throws io.dowser.crawler.hmm.BrowsingSession.FormatException if the file is no such archive
   * @throws IOException if the file is absent or cannot be read
   */
  public static Fetcher fetcherOfHttpArchive(
      Path archive, Function<String, Optional<CrawlUrl>> urls) throws IOException {
    requireNonNull(urls, "urls");
    Map<CrawlUrl, ArchivedText> texts = Map.copyOf(HttpArchive.texts(archive, urls));
    return request -> {
      CrawlUrl url = request.url();
      ArchivedText text = texts.get(url);
      return text == null
          ? FetchResult.Failed.of(
              url, FetchResult.FailureReason.HTTP_STATUS, "has no contents in " + archive)
          : text.answer(url);
    };
  }

  /** {@return an unmodifiable list in the order of time} */
  public List<PageVisit> visits() {
    return visits;
  }

  /**
   * Creates sessions: one for each visit that no other one led to, with all visits that it led to.
   *
   * @param targets which pages the user was looking for, for example {@code visit ->
   *     visit.folders().contains("storms")}; none where a judge is given to {@link
   *     io.dowser.crawler.hmm.TrainingSet#of}
   * @return the sessions in the order of their first visits; a target is marked in the sessions
   *     that visit it
   */
  public List<BrowsingSession> sessions(Predicate<PageVisit> targets) {
    Map<Long, Sessions> bySession = new LinkedHashMap<>(); // by the first visit
    Map<Long, Long> firstVisits = new HashMap<>();
    for (PageVisit visit : visits) {
      long first = firstVisits.getOrDefault(visit.from(), visit.id());
      firstVisits.put(visit.id(), first);
      bySession.computeIfAbsent(first, key -> new Sessions()).add(visit, targets);
    }
    List<BrowsingSession> sessions = new ArrayList<>();
    bySession.values().forEach(each -> sessions.add(each.session.build()));
    return sessions;
  }

  @Override
  public String toString() {
    return "BrowserHistory[" + visits.size() + " visits]";
  }

  /** A session in the making. */
  private static final class Sessions {

    private final BrowsingSession.Builder session = BrowsingSession.builder();
    private final Map<Long, Integer> steps = new HashMap<>(); // by the visit

    void add(PageVisit visit, Predicate<PageVisit> targets) {
      session.visit(visit.url(), steps.getOrDefault(visit.from(), BrowsingSession.START));
      steps.put(visit.id(), steps.size());
      if (targets.test(visit)) {
        session.target(visit.url());
      }
    }
  }

  /**
   * One visit of a browser history.
   *
   * @param id its number in the history
   * @param from the visit that led here, or {@link #NONE}
   * @param url the page
   * @param title its title, possibly empty
   * @param folders the bookmark folders that the page is in, possibly none
   */
  public record PageVisit(long id, long from, CrawlUrl url, String title, Set<String> folders) {

    /** The {@link #from} of a visit that no other one led to. */
    public static final long NONE = 0;

    /**
     * Copies the set.
     *
     * @param id its number in the history
     * @param from the visit that led here, or {@link #NONE}
     * @param url the page
     * @param title its title, possibly empty
     * @param folders the bookmark folders that the page is in, possibly none
     */
    public PageVisit {
      requireNonNull(url, "url");
      requireNonNull(title, "title");
      folders = Set.copyOf(folders);
    }
  }
}
