package io.dowser.benchmarks;

import crawlercommons.filters.basic.BasicURLNormalizer;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.url.UrlCanonicalizer;
import java.net.MalformedURLException;
import java.net.URL;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.Blackhole;

/**
 * Hrefs of real pages to canonical absolute URLs, per second, compared with crawler-commons'
 * normaliser.
 *
 * <p>The {@code resolve} pair begins with the original hrefs, each page's address parsed once. The
 * normaliser takes absolute URLs only, so {@link URL} resolves for it, the quickest way in the JDK.
 * The {@code absolute} pair begins with the absolute URLs and leaves resolving out.
 *
 * <p>Run: {@code java -jar benchmarks/target/benchmarks.jar jmh CanonicalizationBenchmark}
 */
@State(Scope.Benchmark)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class CanonicalizationBenchmark {

  /** Hrefs of one invocation. */
  static final int HREFS = 2_700;

  private final UrlCanonicalizer canonicalizer = UrlCanonicalizer.standard();
  private final BasicURLNormalizer normalizer = new BasicURLNormalizer();
  private final List<Page> pages = new ArrayList<>();
  private final List<String> absolute = new ArrayList<>();

  /** Creates the benchmark; JMH does. */
  public CanonicalizationBenchmark() {}

  /** Reads the hrefs. */
  @Setup
  public void read() throws MalformedURLException {
    var byPage = new LinkedHashMap<String, List<String>>();
    for (String line : Resources.lines("hrefs.tsv").subList(0, HREFS)) {
      int tab = line.indexOf('\t');
      byPage
          .computeIfAbsent(line.substring(0, tab), key -> new ArrayList<>())
          .add(line.substring(tab + 1));
    }
    for (Map.Entry<String, List<String>> page : byPage.entrySet()) {
      URL base = new URL(page.getKey());
      pages.add(new Page(CrawlUrl.of(page.getKey()), base, page.getValue()));
      for (String href : page.getValue()) {
        absolute.add(new URL(base, href).toString());
      }
    }
  }

  /** Ours: resolved and canonical. */
  @Benchmark
  @OperationsPerInvocation(HREFS)
  public void resolve(Blackhole sink) {
    for (Page page : pages) {
      UrlCanonicalizer.Resolver resolver = canonicalizer.resolver(page.url);
      for (String href : page.hrefs) {
        sink.consume(resolver.resolve(href));
      }
    }
  }

  /** The JDK's resolution and crawler-commons' normaliser. */
  @Benchmark
  @OperationsPerInvocation(HREFS)
  public void resolveCrawlerCommons(Blackhole sink) {
    for (Page page : pages) {
      for (String href : page.hrefs) {
        sink.consume(normalize(page.sameUrl, href));
      }
    }
  }

  /** Ours: absolute to canonical. */
  @Benchmark
  @OperationsPerInvocation(HREFS)
  public void absolute(Blackhole sink) {
    for (String url : absolute) {
      sink.consume(canonicalizer.canonicalize(url));
    }
  }

  /** The normaliser of crawler-commons: absolute to canonical. */
  @Benchmark
  @OperationsPerInvocation(HREFS)
  public void absoluteCrawlerCommons(Blackhole sink) {
    for (String url : absolute) {
      sink.consume(normalizer.filter(url));
    }
  }

  private @Nullable String normalize(URL page, String href) {
    try {
      return normalizer.filter(new URL(page, href).toString());
    } catch (MalformedURLException e) { // not a web address
      return null;
    }
  }

  private record Page(CrawlUrl url, URL sameUrl, List<String> hrefs) {}
}
