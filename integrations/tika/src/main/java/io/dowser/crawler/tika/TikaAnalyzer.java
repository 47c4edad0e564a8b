package io.dowser.crawler.tika;

import static java.util.Objects.requireNonNull;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlContext;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.api.FetchResult.FailureReason;
import io.dowser.crawler.api.PageAnalyzer;
import io.dowser.crawler.api.PageAnalyzerProvider;
import io.dowser.crawler.api.PageAttributes;
import io.dowser.crawler.api.Settings;
import io.dowser.crawler.api.SkipReason;
import io.dowser.crawler.html.RobotsDirectives;
import java.util.List;

/**
 * Reads PDF, Word, Excel and PowerPoint (old and new), OpenDocument, EPUB and RTF with Apache Tika
 * and PDFBox.
 *
 * <pre>{@code
 * Strategy.builder().addPageAnalyzer("tika", Map.of("timeout", "10s"));
 * }</pre>
 *
 * <p><b>Processes.</b> Documents are read in separate processes, one document at a time, which are
 * started on demand. If a document takes too long, or needs more heap than a process has, its
 * process is killed and replaced, and the crawl continues. {@link #close} kills the processes. If
 * this one is killed, they end by themselves.
 *
 * <p><b>Text and links.</b> The title, then the text in document order, without pictures and
 * embedded files. The text under a link is its anchor text, and its target is canonicalized as in
 * the crawl. Targets that are not web addresses are left out, and so are links between the chapters
 * of an EPUB. {@code X-Robots-Tag} is obeyed unless set otherwise. The language is the one that the
 * document declares.
 *
 * <p><b>Main text.</b> {@link AnalyzedPage#attributes} has headings, plain text and Markdown with
 * paragraphs and links. In PDF, lines in a larger font are headings; page headers and footers,
 * which repeat at the edge of three pages or more, are left out of all texts.
 *
 * <p><b>Failures.</b> A page is {@linkplain AnalyzedPage#unreadable unreadable} with {@link
 * FailureReason#ENCRYPTED} if the document needs a password, {@link FailureReason#TOO_COSTLY} if it
 * exceeds time or memory or grows like a zip bomb, and {@link FailureReason#DAMAGED} if it is
 * damaged or not of a type that is read here. A truncated document is read if it is RTF, and fails
 * with {@link FailureReason#TRUNCATED} otherwise.
 *
 * <p>Thread-safe. A thread that is interrupted leaves {@link #analyze} at once, with a page that is
 * {@code TOO_COSTLY}, and stays interrupted.
 */
public final class TikaAnalyzer implements PageAnalyzer, AutoCloseable {

  private final CrawlContext context;
  private final List<Type> types;
  private final boolean obeyNofollow;
  private final boolean obeyNoindex;
  private final ParserPool pool;

  private TikaAnalyzer(Settings settings, CrawlContext context) {
    TikaLimits limits = TikaLimits.of(settings, context.analysisTimeout());
    this.context = context;
    this.types = DocumentTypes.limitedTo(limits.maxBytes());
    this.obeyNofollow = settings.flag("obeyNofollow", true, "obey nofollow in X-Robots-Tag");
    this.obeyNoindex = settings.flag("obeyNoindex", true, "obey noindex in X-Robots-Tag");
    settings.refuseUnread();
    this.pool = new ParserPool(limits);
  }

  /**
   * Creates an analyzer, which starts no process yet.
   *
   * @param settings those of {@link Provider}; absent ones have their defaults
   * @param context the services of the crawl: canonicalizer, text analyzer, robot's name, time
   *     limit
   * @return an analyzer, to be closed
   * @throws io.dowser.crawler.api.SettingException if a value or name is not allowed
   */
  public static TikaAnalyzer of(Settings settings, CrawlContext context) {
    return new TikaAnalyzer(settings, requireNonNull(context, "context"));
  }

  @Override
  public List<Type> types() {
    return types;
  }

  /**
   * Analyses one document.
   *
   * @param fetched the document
   * @param arrival the candidate that led to it
   * @return the page, with relevance 0
   * @throws io.dowser.crawler.api.CrawlException if no process can be started, or this is closed
   */
  @Override
  public AnalyzedPage analyze(FetchResult.Fetched fetched, Candidate arrival) {
    ParsedDocument document = parse(fetched);
    AnalyzedPage.Builder page =
        AnalyzedPage.builder(arrival)
            .url(fetched.url())
            .textAnalyzer(context.textAnalyzer())
            .title(document.title())
            .language(document.language().replace('_', '-'));
    document.unreadable().ifPresent(why -> page.unreadable(why.reason(), why.detail()));
    page.text(document.title()).breakText();
    document.parts().forEach(part -> add(part, fetched.url(), page));
    page.attributes(() -> content(document, fetched.url()));
    var robots = new RobotsDirectives(context.robotName());
    robots.addHeaders(fetched.headers().allValues("x-robots-tag"));
    if (obeyNofollow && robots.isNofollow()) {
      page.skipLinks(SkipReason.NOFOLLOW);
    }
    return page.indexable(!(obeyNoindex && robots.isNoindex())).build();
  }

  private PageAttributes content(ParsedDocument document, CrawlUrl base) {
    return DocumentContent.of(document, href -> context.canonicalizer().resolve(base, href));
  }

  private ParsedDocument parse(FetchResult.Fetched fetched) {
    try {
      return pool.parse(fetched.contentType(), fetched.body().toArray());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return ParsedDocument.unreadable(FailureReason.TOO_COSTLY, "interrupted");
    }
  }

  private void add(ParsedDocument.Part part, CrawlUrl base, AnalyzedPage.Builder page) {
    context
        .canonicalizer()
        .resolve(base, part.href())
        .filter(target -> !part.href().isEmpty())
        .ifPresentOrElse(target -> page.link(target, part.text()), () -> page.text(part.text()));
    if (part.endsBlock()) {
      page.breakText();
    }
  }

  /** Kills the processes; documents that are being read become unreadable. */
  @Override
  public void close() {
    pool.close();
  }

  /**
   * Creates {@link TikaAnalyzer}s by the name {@code tika}, with the settings that are listed in
   * docs/settings.md.
   */
  public static final class Provider implements PageAnalyzerProvider {

    /** Creates a provider; called by the service loader. */
    public Provider() {}

    @Override
    public String name() {
      return "tika";
    }

    @Override
    public PageAnalyzer create(Settings settings, CrawlContext context) {
      return of(settings, context);
    }
  }
}
