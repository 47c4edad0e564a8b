package io.dowser.crawler.internal.recovery;

import static java.util.Objects.requireNonNull;

import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.Visit;
import io.dowser.crawler.internal.store.ChangeRow;
import io.dowser.crawler.internal.store.PageReader;
import io.dowser.crawler.internal.store.PageRow;
import io.dowser.crawler.internal.store.PageState;
import io.dowser.crawler.internal.store.PageStates;
import io.dowser.crawler.internal.store.PageVersion;
import io.dowser.crawler.internal.traps.PageContentHash;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * The record of a part of a crawl that runs in several engines. It knows the pages that the part
 * rechecks, with their links, and passes on what rechecks have found. Confined to the engine
 * thread.
 */
public final class PartRecord extends CrawlRecord implements PageStates {

  private static final int LINK_BYTES = 2 * Long.BYTES;

  private final Results results;
  private final KnownUrls known = new KnownUrls();
  private final Map<Long, Recheck> open = new LinkedHashMap<>();
  private PageContentHash stable = PageContentHash.EMPTY;
  private @Nullable ChangeRow change;

  /**
   * A visited page that is rechecked.
   *
   * @param url the URL that led to it
   * @param candidate creates the candidate that led to it, by the number of the URL
   */
  public record Recheck(CrawlUrl url, PageState state, LongFunction<Candidate> candidate) {}

  /** Takes what rechecks have found. */
  public interface Results {

    /** The recheck of a page begins. */
    void started(CrawlUrl url);

    /** A URL is found that may be pending later; before {@link #checked}. */
    void later(Candidate target, String anchor);

    /** The recheck of a page has ended; before its event. */
    void checked(CrawlUrl url, PageState found, Optional<ChangeRow> change);
  }

  /** Creates a record of the pages that a part rechecks. */
  public PartRecord(Collection<Recheck> pages, Results results) {
    this.results = results;
    for (Recheck page : pages) {
      int number = known.add(Fingerprint.of(page.url()));
      known.close(number);
      open.put((long) number, page);
    }
  }

  /** Returns the pages whose rechecks have not ended, by the numbers of their URLs. */
  public Map<Long, Recheck> open() {
    return open;
  }

  /**
   * Returns the state of the page that was visited just now.
   *
   * @param number of the visit among those of all parts
   */
  public PageState first(Visit visit, long number) {
    var version = PageVersion.of(visit, stable.high(), stable.similarity(), new long[0]);
    PageRow row = PageRow.visited(visit.candidate().sequence(), version);
    return new PageState(
        new PageReader.Known(row, visit.url(), visit.time(), number),
        links(visit.outLinks().stream()));
  }

  @Override
  public KnownUrls knownUrls() {
    return known;
  }

  @Override
  public boolean keepsPages() {
    return true;
  }

  @Override
  public PageStates pages() {
    return this;
  }

  @Override
  public void each(Consumer<PageReader.Known> taker) {
    open.forEach((url, page) -> taker.accept(known(url, page.state())));
  }

  @Override
  public Optional<PageReader.Known> page(long url) {
    return Optional.ofNullable(open.get(url)).map(page -> known(url, page.state()));
  }

  private PageReader.Known known(long url, PageState state) {
    ByteBuffer links = ByteBuffer.wrap(state.links());
    long[] numbers = new long[links.remaining() / LINK_BYTES];
    Arrays.setAll(numbers, i -> number(new Fingerprint(links.getLong(), links.getLong())));
    Arrays.sort(numbers);
    return state.page().with(state.page().row().numbered(url, numbers));
  }

  private int number(Fingerprint url) {
    int number = known.find(url);
    return number == KnownUrls.UNKNOWN ? known.add(url) : number;
  }

  private byte[] links(LongStream numbers) {
    List<Fingerprint> urls = numbers.mapToObj(url -> known.get((int) url)).toList();
    ByteBuffer links = ByteBuffer.allocate(urls.size() * LINK_BYTES);
    urls.forEach(url -> links.putLong(url.high()).putLong(url.low()));
    return links.array();
  }

  /** Returns none: the URLs of a part are those that it is given. */
  @Override
  public List<PageReader.Failed> failed(Instant before) {
    return List.of();
  }

  @Override
  public Candidate candidate(long url) {
    Recheck page = requireNonNull(open.get(url));
    results.started(page.url());
    return page.candidate().apply(url);
  }

  @Override
  public void visited(Visit visit, PageContentHash text) {
    stable = text;
  }

  @Override
  public void changed(ChangeRow found) {
    change = found;
  }

  @Override
  public void laterLink(Candidate candidate, String anchor) {
    results.later(candidate, anchor);
  }

  @Override
  public void checked(PageRow found) {
    Recheck page = requireNonNull(open.remove(found.url()));
    byte[] links = links(Arrays.stream(found.version().links()));
    PageState state = new PageState(page.state().page().with(found), links);
    results.checked(page.url(), state, Optional.ofNullable(change));
    change = null;
  }
}
