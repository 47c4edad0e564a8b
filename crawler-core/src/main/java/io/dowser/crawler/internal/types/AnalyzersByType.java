package io.dowser.crawler.internal.types;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.api.PageAnalyzer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The page analyzers of a crawl, one for each media type. Thread-safe if they are. */
public final class AnalyzersByType implements AutoCloseable {

  private final List<PageAnalyzer> analyzers;
  private final List<PageAnalyzer> owned;
  private final List<PageAnalyzer.Type> types;
  private final Map<String, Choice> choices = new HashMap<>();

  private record Choice(PageAnalyzer analyzer, PageAnalyzer.Type type) {}

  /**
   * Creates a choice among analyzers.
   *
   * @param analyzers at least one; the first reads what no other one reads as well
   * @param owned those of them that are closed with this
   * @throws CrawlException if two of them read the same type
   */
  public AnalyzersByType(List<PageAnalyzer> analyzers, List<PageAnalyzer> owned) {
    this.analyzers = List.copyOf(analyzers);
    this.owned = List.copyOf(owned);
    this.types = analyzers.stream().flatMap(each -> each.types().stream()).toList();
    analyzers.forEach(each -> each.types().forEach(type -> add(new Choice(each, type))));
  }

  private void add(Choice choice) {
    Choice other = choices.putIfAbsent(choice.type.mediaType(), choice);
    if (other != null) {
      throw new CrawlException(
          "each media type needs one page analyzer, but "
              + choice.type.mediaType()
              + " is read by "
              + other.analyzer.getClass().getName()
              + " and "
              + choice.analyzer.getClass().getName());
    }
  }

  /** Returns all analyzers, the first one first. */
  public List<PageAnalyzer> all() {
    return analyzers;
  }

  /** Returns what they read. */
  public List<PageAnalyzer.Type> types() {
    return types;
  }

  /** Returns whether an analyzer reads a media type. */
  public boolean read(String mediaType) {
    return choices.containsKey(mediaType);
  }

  /** Returns a warning if no analyzer reads HTML, which few crawls do without. */
  public Optional<String> warning() {
    return read("text/html")
        ? Optional.empty()
        : Optional.of(
            "no page analyzer reads text/html, because "
                + analyzers.get(0).getClass().getName()
                + " replaces that of HTML; addPageAnalyzer keeps both");
  }

  /** Returns the analyzer of a page, or one that refuses it if it is truncated. */
  public PageAnalyzer of(FetchResult.Fetched fetched) {
    PageAnalyzer first = analyzers.get(0);
    Choice choice = choices.get(MediaTypes.of(fetched));
    if (choice == null) {
      return first;
    }
    boolean isWhole = fetched.truncation() == FetchResult.Truncation.NONE;
    return isWhole || choice.type.readsTruncated()
        ? choice.analyzer
        : AnalyzersByType::refuseTruncated;
  }

  /**
   * Closes the owned analyzers that can be closed.
   *
   * @throws CrawlException if that fails
   */
  @Override
  public void close() {
    owned.forEach(AnalyzersByType::close);
  }

  /** Closes an analyzer that can be closed. */
  public static void close(PageAnalyzer analyzer) {
    if (analyzer instanceof AutoCloseable closeable) {
      try {
        closeable.close();
      } catch (Exception e) {
        String name = analyzer.getClass().getName();
        throw new CrawlException("the page analyzer " + name + " cannot be closed: " + e, e);
      }
    }
  }

  private static AnalyzedPage refuseTruncated(FetchResult.Fetched fetched, Candidate arrival) {
    String detail = fetched.truncation() + " after " + fetched.body().size() + " bytes";
    return AnalyzedPage.builder(arrival)
        .url(fetched.url())
        .unreadable(FetchResult.FailureReason.TRUNCATED, detail)
        .build();
  }
}
