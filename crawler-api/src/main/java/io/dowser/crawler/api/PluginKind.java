package io.dowser.crawler.api;

/**
 * The kinds of plugin that take part in a crawl.
 *
 * <pre>{@code
 * if (event instanceof CrawlEvent.PluginFailed failed && failed.kind() == PluginKind.LINK_SCORER) {
 *   System.err.println(failed.plugin() + " failed on " + failed.url() + ": " + failed.cause());
 * }
 * }</pre>
 */
public enum PluginKind {
  /** A {@link Frontier}. */
  FRONTIER("frontier"),
  /** A {@link Fetcher}. */
  FETCHER("fetcher"),
  /** A {@link PageAnalyzer}. */
  PAGE_ANALYZER("page analyzer"),
  /** A {@link RelevanceJudge}. */
  RELEVANCE_JUDGE("relevance judge"),
  /** A {@link LinkScorer}. */
  LINK_SCORER("link scorer"),
  /** A {@link LinkPolicy}. */
  LINK_POLICY("link policy"),
  /** A {@link RevisitPolicy}. */
  REVISIT_POLICY("revisit policy");

  private final String words;

  PluginKind(String words) {
    this.words = words;
  }

  /** {@return the kind in running text, for example {@code link scorer}} */
  @Override
  public String toString() {
    return words;
  }
}
