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
import io.dowser.crawler.api.internal.Checks;
import io.dowser.crawler.html.RobotsDirectives;
import java.io.File;
import java.net.URI;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Reads PDF, Word, Excel and PowerPoint (old and new), OpenDocument, EPUB and RTF with Apache Tika
 * and PDFBox.
 *
 * <pre>{@code
 * Strategy.builder().addPageAnalyzer("tika", Map.of("timeout", "PT10S"));
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

  private TikaAnalyzer(Builder builder, TikaLimits limits) {
    this.context = builder.context;
    this.types = DocumentTypes.limitedTo(limits.maxBytes());
    this.obeyNofollow = builder.obeyNofollow;
    this.obeyNoindex = builder.obeyNoindex;
    this.pool = new ParserPool(limits);
  }

  /**
   * {@return a builder with all defaults}
   *
   * @param context the services of the crawl: canonicalizer, text analyzer, robot's name, time
   *     limit
   */
  public static Builder builder(CrawlContext context) {
    return new Builder(context);
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
    return DocumentContent.of(
        document.parts(), href -> context.canonicalizer().resolve(base, href));
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

  /** A builder of {@link TikaAnalyzer}. Each call checks its value at once. Not thread-safe. */
  public static final class Builder {

    private static final Duration USUAL_TIMEOUT = Duration.ofSeconds(30);

    private final CrawlContext context;
    private int maxBytes = 20 << 20;
    private int maxCharacters = 1_000_000;
    private int maxLinks = 10_000;
    private Duration timeout;
    private int heap = 256;
    private boolean obeyNofollow = true;
    private boolean obeyNoindex = true;
    private int processes = Runtime.getRuntime().availableProcessors();
    private String classPath = loadedFrom();

    /**
     * Returns the class path of this JVM, after the files of a loader that has loaded this class.
     */
    private static String loadedFrom() {
      String ofJvm = System.getProperty("java.class.path", "");
      return TikaAnalyzer.class.getClassLoader() instanceof URLClassLoader loader
          ? Stream.concat(
                  Arrays.stream(loader.getURLs())
                      .filter(url -> url.getProtocol().equals("file"))
                      .map(url -> Path.of(URI.create(url.toString())).toString()),
                  Stream.of(ofJvm))
              .collect(Collectors.joining(File.pathSeparator))
          : ofJvm;
    }

    private Builder(CrawlContext context) {
      this.context = requireNonNull(context, "context");
      Duration half = context.analysisTimeout().dividedBy(2);
      timeout = half.compareTo(USUAL_TIMEOUT) < 0 ? half : USUAL_TIMEOUT;
    }

    /**
     * Sets the most decoded bytes of a document that the fetcher keeps.
     *
     * @param bytes 1 to 1,073,741,824, by default 20 MiB
     * @return this
     * @throws IllegalArgumentException if the number is out of its range
     */
    public Builder maxBytes(int bytes) {
      maxBytes = Checks.within("maxBytes", bytes, 1, 1 << 30);
      return this;
    }

    /**
     * Sets the most characters of text that are read from a document.
     *
     * @param characters 1 to 100,000,000, by default 1,000,000
     * @return this
     * @throws IllegalArgumentException if the number is out of its range
     */
    public Builder maxCharacters(int characters) {
      maxCharacters = Checks.within("maxCharacters", characters, 1, 100_000_000);
      return this;
    }

    /**
     * Sets the most links that are read from a document; the text of further ones is plain text.
     *
     * @param links 0 or more, by default 10,000
     * @return this
     * @throws IllegalArgumentException if the number is negative
     */
    public Builder maxLinks(int links) {
      maxLinks = Checks.notNegative("maxLinks", links);
      return this;
    }

    /**
     * Sets whether to leave out the links of documents whose {@code X-Robots-Tag} says {@code
     * nofollow}.
     *
     * @param obey by default true
     * @return this
     */
    public Builder obeyNofollow(boolean obey) {
      obeyNofollow = obey;
      return this;
    }

    /**
     * Sets whether {@link AnalyzedPage#isIndexable} is false for documents whose {@code
     * X-Robots-Tag} says {@code noindex}; if not, it is true for all documents.
     *
     * @param obey by default true
     * @return this
     */
    public Builder obeyNoindex(boolean obey) {
      obeyNoindex = obey;
      return this;
    }

    /**
     * Sets how long a document may take, without the start of its process.
     *
     * @param time 100 ms to 1 h, by default 30 s, or half of the crawl's {@code analysisTimeout} if
     *     that is less; above that timeout, a late document counts as a failure of this plugin
     * @return this
     * @throws IllegalArgumentException if the time is out of its range
     */
    public Builder timeout(Duration time) {
      timeout = Checks.within("timeout", time, Duration.ofMillis(100), Duration.ofHours(1));
      return this;
    }

    /**
     * Sets the heap of each process, which takes about 100 MiB in addition.
     *
     * @param mebibytes 32 to 65,536, by default 256
     * @return this
     * @throws IllegalArgumentException if the number is out of its range
     */
    public Builder heap(int mebibytes) {
      heap = Checks.within("heap", mebibytes, 32, 65_536);
      return this;
    }

    /**
     * Sets the most processes, and so the most documents that are read at a time.
     *
     * @param number 1 to 1,000, by default one for each processor
     * @return this
     * @throws IllegalArgumentException if the number is out of its range
     */
    public Builder processes(int number) {
      processes = Checks.within("processes", number, 1, 1_000);
      return this;
    }

    /**
     * Sets the class path on which the processes find this class and its libraries.
     *
     * @param path a class path of jars and directories, by default the files of the {@link
     *     URLClassLoader} that has loaded this class, and that of this JVM; a program that loads
     *     its libraries otherwise, as an application server or a jar of jars does, must set it
     * @return this
     * @throws IllegalArgumentException if the path is blank
     */
    public Builder classPath(String path) {
      if (path.isBlank()) {
        throw new IllegalArgumentException(
            "classPath must name jars or directories, but was blank");
      }
      classPath = path;
      return this;
    }

    /**
     * Creates the analyzer; no process is started yet.
     *
     * @return an analyzer with the settings so far, to be closed
     */
    public TikaAnalyzer build() {
      return new TikaAnalyzer(
          this,
          new TikaLimits(maxBytes, maxCharacters, maxLinks, timeout, heap, processes, classPath));
    }
  }

  /**
   * Creates {@link TikaAnalyzer}s by the name {@code tika}.
   *
   * <p>The settings, listed in docs/settings.md, have the names of the methods of {@link Builder}.
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
      Builder builder = builder(context);
      int processes =
          settings.integer(
              "processes",
              0,
              0,
              1_000,
              "documents that are parsed in parallel; 0 for one on each processor");
      if (processes > 0) {
        builder.processes(processes);
      }
      String classPath =
          settings.text(
              "classPath",
              "",
              "jars and directories",
              "class path of the processes; by default that of this one and of the class loader of the plugin");
      if (!classPath.isBlank()) {
        builder.classPath(classPath);
      }
      return builder
          .maxBytes(
              settings.integer(
                  "maxBytes",
                  builder.maxBytes,
                  1,
                  1 << 30,
                  "maximum size of a document in bytes; larger ones fail, except RTF, whose beginning is read"))
          .maxCharacters(
              settings.integer(
                  "maxCharacters",
                  builder.maxCharacters,
                  1,
                  100_000_000,
                  "maximum length of the text; the rest is ignored"))
          .maxLinks(
              settings.integer(
                  "maxLinks",
                  builder.maxLinks,
                  0,
                  Integer.MAX_VALUE,
                  "maximum number of links; the text of further ones is plain text"))
          .obeyNofollow(settings.flag("obeyNofollow", true, "obey nofollow in X-Robots-Tag"))
          .obeyNoindex(settings.flag("obeyNoindex", true, "obey noindex in X-Robots-Tag"))
          .timeout(
              settings.duration(
                  "timeout",
                  builder.timeout,
                  Duration.ofMillis(100),
                  Duration.ofHours(1),
                  "time limit of a document; by default at most half of the crawl's analysisTimeout"))
          .heap(
              settings.integer(
                  "heap",
                  builder.heap,
                  32,
                  65_536,
                  "heap of a process in MiB, which needs some 100 MiB in addition"))
          .build();
    }
  }
}
