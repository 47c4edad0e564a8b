package io.dowser.crawler.html;

import io.dowser.crawler.api.CrawlContext;
import io.dowser.crawler.api.PageAnalyzer;
import io.dowser.crawler.api.PageAnalyzerProvider;
import io.dowser.crawler.api.Settings;
import io.dowser.crawler.url.UrlCanonicalizer;
import java.util.Objects;

/**
 * Creates {@link HtmlPageAnalyzer} by the name {@code html}.
 *
 * <p>Settings, named as the methods of {@link HtmlPageAnalyzer.Builder}: {@code obeyNofollow},
 * {@code obeyUgc}, {@code obeySponsored}, {@code obeyCanonical}, {@code obeyNoindex}, {@code
 * followFrames} (true or false), {@code maxLinks}, {@code maxCharacters} (whole numbers), {@code
 * robotName} (text). Terms are cut by the crawl's text analyzer.
 */
public final class HtmlPageAnalyzerProvider implements PageAnalyzerProvider {

  /** The name of the plugin. */
  public static final String NAME = "html";

  private final UrlCanonicalizer canonicalizer;

  /** Creates a provider whose analyzers canonicalise without options. */
  public HtmlPageAnalyzerProvider() {
    this(UrlCanonicalizer.standard());
  }

  /**
   * Creates a provider.
   *
   * @param canonicalizer how its analyzers make canonical URLs of links
   */
  public HtmlPageAnalyzerProvider(UrlCanonicalizer canonicalizer) {
    this.canonicalizer = Objects.requireNonNull(canonicalizer, "canonicalizer");
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public PageAnalyzer create(Settings settings, CrawlContext context) {
    return HtmlPageAnalyzer.builder()
        .canonicalizer(canonicalizer)
        .textAnalyzer(context.textAnalyzer())
        .obeyNofollow(settings.flag("obeyNofollow", true))
        .obeyUgc(settings.flag("obeyUgc", true))
        .obeySponsored(settings.flag("obeySponsored", true))
        .obeyCanonical(settings.flag("obeyCanonical", true))
        .obeyNoindex(settings.flag("obeyNoindex", true))
        .followFrames(settings.flag("followFrames", true))
        .maxLinks(settings.integer("maxLinks", 10_000, 0, Integer.MAX_VALUE))
        .maxCharacters(settings.integer("maxCharacters", 1_000_000, 1, Integer.MAX_VALUE))
        .robotName(settings.text("robotName", ""))
        .build();
  }
}
