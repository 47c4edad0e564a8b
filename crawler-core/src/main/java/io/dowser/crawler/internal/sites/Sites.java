package io.dowser.crawler.internal.sites;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import com.google.common.collect.ImmutableMap;
import com.google.common.hash.Hashing;
import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.AnalyzedPage.Irrelevance;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.Resumable;
import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.StateWriter;
import io.dowser.crawler.internal.traps.PageContentHash;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Gathers from the pages of each host which blocks of text they repeat, which shapes of URLs pay,
 * which parameters have no effect, and whether {@code noindex} distinguishes anything. Knows a
 * bounded number of hosts, and forgets those that were visited longest ago. Thread-safe; a crawl
 * with one worker reads what the visits before have written.
 */
public final class Sites implements Resumable {

  /** The name of the state. */
  public static final String STATE = "sites";

  private static final int FORMAT = 2;
  private static final int MOST_SHOWN = 20;
  private static final int MOST_SITES = 1_000;
  private static final int FEWEST_SITES = 16;

  /** Of a site with empty records; a full one takes some 70,000, one of many pages 14,000. */
  private static final int BYTES_OF_EMPTY = 1_000;

  /** From this number of pages on, a directive that all pages of a host have says nothing. */
  private static final int ENOUGH_PAGES = 10;

  private static final int ENOUGH_WRONG = 3;

  private final long maxBytes;
  private final boolean mergesParameters;
  private final Map<String, Site> sites =
      new LinkedHashMap<>(); // saved states differ in few places
  private long visits;
  private long bytes;

  /** All that is known of one host. */
  private static final class Site {

    private final RepeatedBlocks blocks = new RepeatedBlocks();
    private final ShapeRecords shapes = new ShapeRecords();
    private final IneffectiveParameters parameters = new IneffectiveParameters();
    private List<String> ignored = List.of();
    private int indexable;
    private int noindex;
    private int rightCanonical;
    private int wrongCanonical;
    private long lastVisit;
    private long bytes;

    long measured() {
      return BYTES_OF_EMPTY + blocks.bytes() + shapes.bytes() + parameters.bytes();
    }

    void save(StateWriter out) throws IOException {
      blocks.save(out);
      shapes.save(out);
      parameters.save(out);
      out.writeInt(indexable);
      out.writeInt(noindex);
      out.writeInt(rightCanonical);
      out.writeInt(wrongCanonical);
      out.writeLong(lastVisit);
    }

    void restore(StateReader in) throws IOException {
      blocks.restore(in);
      shapes.restore(in);
      parameters.restore(in);
      ignored = parameters.names();
      indexable = in.readCount("indexable pages");
      noindex = in.readCount("pages with noindex");
      rightCanonical = in.readCount("right canonical URLs");
      wrongCanonical = in.readCount("wrong canonical URLs");
      lastVisit = in.readNumber("last visit");
    }
  }

  /** A shape of URLs that waits for its turn on a host, and what its last requests brought. */
  public record Wait(String host, String shape, Map<RequestResult, Integer> results) {

    /** Returns the text that reports and checks have: why URLs of the shape are deferred. */
    @Override
    public String toString() {
      String others =
          results.entrySet().stream()
              .filter(entry -> entry.getKey() != RequestResult.PAID)
              .sorted(Map.Entry.<RequestResult, Integer>comparingByValue().reversed())
              .map(entry -> entry.getValue() + " " + entry.getKey())
              .collect(Collectors.joining(", "));
      return "deferred: "
          + results.getOrDefault(RequestResult.PAID, 0)
          + " of "
          + results.values().stream().mapToInt(Integer::intValue).sum()
          + " requests for "
          + shape
          + " on "
          + host
          + " paid"
          + (others.isEmpty() ? "" : " (" + others + ")");
    }
  }

  /** Counts those of some URLs whose shape has no turn, by why; the most frequent ones. */
  public Map<String, Long> waiting(Stream<CrawlUrl> urls) {
    return mostFrequent(
        urls.flatMap(url -> wait(url).stream())
            .collect(Collectors.groupingBy(Wait::toString, Collectors.counting())));
  }

  /** Returns the entries of the most deferred URLs, in descending order. */
  public static Map<String, Long> mostFrequent(Map<String, Long> deferred) {
    return deferred.entrySet().stream()
        .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
        .limit(MOST_SHOWN)
        .collect(ImmutableMap.toImmutableMap(Map.Entry::getKey, Map.Entry::getValue));
  }

  /** Creates an empty record that takes at most a number of bytes, but knows some hosts. */
  public Sites(long maxBytes, boolean mergesParameters) {
    this.maxBytes = maxBytes;
    this.mergesParameters = mergesParameters;
  }

  /** Creates an empty record that knows as many sites as are restored. */
  public static Sites unbounded() {
    return new Sites(Long.MAX_VALUE, true);
  }

  /** Estimates the memory that is taken, without that of few hosts beyond the maximum. */
  public synchronized long bytes() {
    return Math.min(bytes, maxBytes);
  }

  /** Returns those blocks of a page's main text that most pages of its host do not repeat. */
  public synchronized List<String> withoutRepeated(CrawlUrl page, List<String> blocks) {
    Site site = sites.get(page.host());
    return site == null ? blocks : site.blocks.without(blocks);
  }

  /** Returns whether all pages of a host say {@code noindex}, so that it distinguishes none. */
  public synchronized boolean isAllNoindex(CrawlUrl page) {
    Site site = sites.get(page.host());
    return site != null && site.noindex >= ENOUGH_PAGES && site.indexable == 0;
  }

  /** Returns a URL without the parameters that have no effect on its host. */
  public synchronized String identity(CrawlUrl url) {
    Site site = mergesParameters ? sites.get(url.host()) : null;
    return site == null || site.ignored.isEmpty()
        ? url.toString()
        : IneffectiveParameters.without(url, site.ignored);
  }

  /** Returns the parameters that have no effect on the host of a URL. */
  public synchronized List<String> ignored(CrawlUrl url) {
    Site site = sites.get(url.host());
    return site == null ? List.of() : site.ignored;
  }

  /** Notes the number of a URL for others of the same identity; nothing if that is the URL. */
  public synchronized void addAlias(CrawlUrl url, int sequence) {
    Site site = sites.get(url.host());
    if (site != null && mergesParameters && !site.ignored.isEmpty()) {
      site.parameters.addAlias(identity(url), sequence);
      measure(site);
    }
  }

  /** Returns the number of a URL with an identity, or -1 if none is known. */
  public synchronized int alias(String host, String identity) {
    Site site = sites.get(host);
    return site == null ? -1 : site.parameters.alias(identity);
  }

  /** Returns whether canonical URLs on a host have turned out wrong, and seldom right. */
  public synchronized boolean distrustsCanonical(CrawlUrl page) {
    Site site = sites.get(page.host());
    return site != null
        && site.wrongCanonical >= ENOUGH_WRONG
        && site.wrongCanonical > site.rightCanonical;
  }

  /** Counts a canonical URL that a page of a host names. */
  public synchronized void canonical(String host, boolean right) {
    Site site = sites.get(host);
    if (site != null) {
      site.rightCanonical += right ? 1 : 0;
      site.wrongCanonical += right ? 0 : 1;
    }
  }

  /** Returns the shape for whose turn a URL must wait, or empty if it may be requested now. */
  public synchronized Optional<Wait> wait(CrawlUrl url) {
    Site site = sites.get(url.host());
    return site == null
        ? Optional.empty()
        : site.shapes
            .wait(UrlShape.of(url))
            .map(shape -> new Wait(url.host(), shape, site.shapes.results(shape)));
  }

  /** Returns a shape of URLs of a host with the results of its requests as they are now. */
  public synchronized Wait wait(String host, String shape) {
    Site site = sites.get(host);
    return new Wait(host, shape, site == null ? Map.of() : site.shapes.results(shape));
  }

  /**
   * Returns by host the shapes that have no turn now, by the hash of {@link #shapes}, and the
   * requests that come before it.
   */
  public synchronized Map<String, Map<Long, Integer>> deferredShapes() {
    Map<String, Map<Long, Integer>> deferred = new LinkedHashMap<>();
    sites.forEach(
        (host, site) -> {
          Map<Long, Integer> ofHost = new TreeMap<>();
          site.shapes.deferred().forEach((shape, left) -> ofHost.put(hash(host, shape), left));
          deferred.put(host, ofHost);
        });
    return deferred;
  }

  /** Returns the hashes of the shapes of a URL, which are others on each host. */
  public static List<Long> shapes(CrawlUrl url) {
    return UrlShape.of(url).stream().map(shape -> hash(url.host(), hash(shape))).toList();
  }

  private static long hash(String host, long shape) {
    return hash(host) ^ shape;
  }

  /** Returns the hash by which a shape, a block of text or a parameter is known. */
  static long hash(String text) {
    return Hashing.farmHashFingerprint64().hashString(text, UTF_8).asLong();
  }

  /** Notes that a URL is requested now. */
  public synchronized void begin(CrawlUrl url) {
    Site site = sites.get(url.host());
    if (site != null) {
      site.shapes.begin(UrlShape.of(url));
    }
  }

  /** Counts a request that brought no page. */
  public synchronized void failed(CrawlUrl url, RequestResult result) {
    Site site = site(url);
    site.shapes.end(UrlShape.of(url), result);
    measure(site);
    forgetOldest();
  }

  /** Adds a visited page, by the URL that was requested first. */
  public synchronized void visited(CrawlUrl requested, AnalyzedPage page, PageContentHash text) {
    Optional<Irrelevance> reason = page.irrelevance();
    Site first = site(requested);
    first.shapes.end(UrlShape.of(requested), RequestResult.ofPage(reason));
    measure(first);
    Site site = site(page.url());
    if (page.isIndexable()) {
      site.indexable++;
    } else {
      site.noindex++;
    }
    if (reason.isEmpty()) {
      site.blocks.add(page.mainBlocks(), page.otherBlocks());
    }
    if (text.isComparable() && requested.equals(page.url())) {
      site.parameters.add(requested, text.high());
      site.ignored = site.parameters.names();
    }
    measure(site);
    forgetOldest();
  }

  private Site site(CrawlUrl url) {
    Site site = sites.computeIfAbsent(url.host(), host -> new Site());
    site.lastVisit = ++visits;
    return site;
  }

  private void measure(Site site) {
    bytes -= site.bytes;
    site.bytes = site.measured();
    bytes += site.bytes;
  }

  /** Forgets the sites that were visited longest ago, while there are too many. */
  private void forgetOldest() {
    while (sites.size() > MOST_SITES || (bytes > maxBytes && sites.size() > FEWEST_SITES)) {
      String oldest =
          Collections.min(
                  sites.entrySet(), Comparator.comparingLong(each -> each.getValue().lastVisit))
              .getKey();
      bytes -= requireNonNull(sites.remove(oldest)).bytes;
    }
  }

  /** Returns what is known of each host, for {@link #restoreSite}, by host. */
  public synchronized Map<String, byte[]> saveSites() throws IOException {
    Map<String, byte[]> saved = new LinkedHashMap<>();
    for (Map.Entry<String, Site> entry : sites.entrySet()) {
      var bytes = new ByteArrayOutputStream();
      StateWriter out = StateWriter.to(bytes);
      out.section("site", FORMAT);
      entry.getValue().save(out);
      saved.put(entry.getKey(), bytes.toByteArray());
    }
    return saved;
  }

  /** Restores what another crawl knows of a host, except the numbers that URLs have there. */
  public synchronized void restoreSite(String host, byte[] saved) throws IOException {
    StateReader in = StateReader.from(new ByteArrayInputStream(saved));
    in.section("site", FORMAT);
    var site = new Site();
    site.restore(in);
    site.parameters.forgetAliases();
    site.lastVisit = ++visits;
    sites.put(host, site);
    measure(site);
    forgetOldest();
  }

  @Override
  public synchronized void save(StateWriter out) throws IOException {
    out.section("sites", FORMAT);
    out.writeLong(visits);
    out.writeInt(sites.size());
    for (Map.Entry<String, Site> entry : sites.entrySet()) {
      out.writeText(entry.getKey());
      entry.getValue().save(out);
    }
  }

  @Override
  public synchronized void restore(StateReader in) throws IOException {
    sites.clear();
    bytes = 0;
    in.section("sites", FORMAT);
    visits = in.readNumber("visits");
    for (int left = in.readCount("number of sites"); left > 0; left--) {
      String host = in.readText();
      var site = new Site();
      site.restore(in);
      sites.put(host, site);
      measure(site);
    }
    forgetOldest();
  }
}
