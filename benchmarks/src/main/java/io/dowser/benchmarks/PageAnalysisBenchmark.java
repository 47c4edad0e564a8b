package io.dowser.benchmarks;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.Body;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.api.FetchResult.Fetched;
import io.dowser.crawler.api.FetchResult.Truncation;
import io.dowser.crawler.api.Link;
import io.dowser.crawler.api.PageAnalyzer;
import io.dowser.crawler.html.HtmlPageAnalyzer;
import java.net.http.HttpHeaders;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.Blackhole;

/**
 * Pages analysed per second, from bytes: text, links with their anchor texts and contexts, absolute
 * canonical URLs. Compared with plain jsoup code: {@code select("a[href]")}, {@code absUrl}, {@code
 * text()} of page and links; neither contexts nor canonical URLs.
 *
 * <p>The pages are either real ones of two manuals, or pages of the generated site, which hold more
 * text and less markup. The charset is declared in the header, so it need not be guessed.
 *
 * <p>Run: {@code java -jar benchmarks/target/benchmarks.jar jmh PageAnalysisBenchmark}
 */
@State(Scope.Benchmark)
@Fork(1)
@Warmup(iterations = 4, time = 1)
@Measurement(iterations = 5, time = 1)
public class PageAnalysisBenchmark {

  /** Pages of one invocation. */
  static final int PAGES = 8;

  private static final Map<String, List<String>> MANUALS =
      Map.of(
          "en",
          List.of("datatype3", "faq", "isolation", "json1", "queryplanner", "wal", "whentouse"),
          "zh",
          List.of("apa", "ch01", "ch02", "ch03", "ch06"));

  /** Language of the pages. */
  @Param({"en", "zh"})
  public String language = "en";

  /** The source of the pages. */
  @Param({"manual", "site"})
  public String source = "manual";

  private final PageAnalyzer analyzer = HtmlPageAnalyzer.create();
  private final List<Fetched> pages = new ArrayList<>();

  /** Creates the benchmark; JMH does. */
  public PageAnalysisBenchmark() {}

  /** Reads or renders the pages. */
  @Setup
  public void read() {
    var site = new Site(SiteSpec.FULL);
    List<String> names = MANUALS.getOrDefault(language, List.of());
    for (int i = 0; i < PAGES; i++) {
      if (source.equals("manual")) {
        String name = names.get(i % names.size()) + ".html";
        byte[] bytes = Resources.bytes("pages/" + language + "/" + name);
        pages.add(fetched("https://www.example.test/manual/" + name, bytes));
      } else {
        int page = 4_000 + 2 * i + (language.equals("en") ? 0 : 1);
        pages.add(fetched(site.url(page), site.page(page)));
      }
    }
  }

  private static Fetched fetched(String url, byte[] page) {
    HttpHeaders headers =
        HttpHeaders.of(
            Map.of("content-type", List.of("text/html; charset=utf-8")), (name, value) -> true);
    return new FetchResult.Fetched(
        CrawlUrl.of(url), 200, headers, Body.of(page), Truncation.NONE, Duration.ZERO);
  }

  /** Ours: text, canonical links; anchor texts and contexts stay where they are in the text. */
  @Benchmark
  @OperationsPerInvocation(PAGES)
  public void analyze(Blackhole sink) {
    for (Fetched page : pages) {
      sink.consume(analyzer.analyze(page, Candidate.seed(page.url(), 0)));
    }
  }

  /** Ours, and the texts of each link and of both its sides are cut out. */
  @Benchmark
  @OperationsPerInvocation(PAGES)
  public void analyzeWithContexts(Blackhole sink) {
    for (Fetched page : pages) {
      AnalyzedPage analyzed = analyzer.analyze(page, Candidate.seed(page.url(), 0));
      sink.consume(analyzed.text());
      for (Link link : analyzed.links()) {
        sink.consume(link.anchorText());
        sink.consume(link.contextBefore());
        sink.consume(link.contextAfter());
      }
    }
  }

  /** Ours, and the main text is found, as the judge of a crawl reads it. */
  @Benchmark
  @OperationsPerInvocation(PAGES)
  public void analyzeWithMainText(Blackhole sink) {
    for (Fetched page : pages) {
      sink.consume(analyzer.analyze(page, Candidate.seed(page.url(), 0)).mainBlocks());
    }
  }

  /** Ours, and all attributes are read: Markdown, metadata, dates. */
  @Benchmark
  @OperationsPerInvocation(PAGES)
  public void analyzeWithAttributes(Blackhole sink) {
    for (Fetched page : pages) {
      AnalyzedPage analyzed = analyzer.analyze(page, Candidate.seed(page.url(), 0));
      sink.consume(analyzed.mainBlocks());
      sink.consume(analyzed.attributes());
    }
  }

  /** Analyses pages with plain jsoup code, without anchor texts. */
  @Benchmark
  @OperationsPerInvocation(PAGES)
  public void select(Blackhole sink) {
    for (Fetched page : pages) {
      Document parsed = parse(page);
      sink.consume(parsed.text());
      for (Element link : parsed.select("a[href]")) {
        sink.consume(link.absUrl("href"));
      }
    }
  }

  /** The same with anchor texts, as a focused crawler needs them. */
  @Benchmark
  @OperationsPerInvocation(PAGES)
  public void selectWithAnchors(Blackhole sink) {
    for (Fetched page : pages) {
      Document parsed = parse(page);
      sink.consume(parsed.text());
      for (Element link : parsed.select("a[href]")) {
        sink.consume(link.absUrl("href"));
        sink.consume(link.text());
      }
    }
  }

  private static Document parse(Fetched page) {
    return Jsoup.parse(page.body().decode(StandardCharsets.UTF_8), page.url().toString());
  }
}
