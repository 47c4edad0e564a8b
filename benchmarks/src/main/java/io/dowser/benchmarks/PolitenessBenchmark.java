package io.dowser.benchmarks;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.dowser.crawler.api.Body;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.api.FetchResult.Truncation;
import io.dowser.crawler.api.HostGrouping;
import io.dowser.crawler.api.SkipReason;
import io.dowser.crawler.internal.robots.RobotsCache;
import io.dowser.crawler.internal.robots.RobotsReader;
import io.dowser.crawler.internal.traps.HostBudgets;
import io.dowser.crawler.internal.traps.PageContentHash;
import io.dowser.crawler.robots.RobotsPolicy;
import io.dowser.crawler.traps.TrapRules;
import java.net.http.HttpHeaders;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * The cost of politeness: robots rules once per request, trap rules once per link, the budget once
 * per link and request, the content hash once per page.
 *
 * <p>1,000 sites with a robots.txt of 30 rules each, two of them with wildcards, and 8,192 URLs.
 *
 * <p>Run: {@code java -jar benchmarks/target/benchmarks.jar jmh PolitenessBenchmark}
 */
@State(Scope.Benchmark)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(java.util.concurrent.TimeUnit.NANOSECONDS)
public class PolitenessBenchmark {

  private static final int SITES = 1_000;
  private static final int URLS = 8_192;
  private static final int RULES = 30;

  private final CrawlUrl[] urls = new CrawlUrl[URLS];
  private final RobotsCache robots = new RobotsCache(RobotsPolicy.OBEY, () -> Instant.EPOCH);
  private HostBudgets budgets =
      new HostBudgets(TrapRules.DEFAULT, HostGrouping.FULL_HOST, Integer.MAX_VALUE);
  private String text = "";
  private int next;

  /** Creates the benchmark; JMH does. */
  public PolitenessBenchmark() {}

  /** Creates the sites. */
  @Setup
  public void prepare() {
    var reader = new RobotsReader(RobotsPolicy.OBEY, "dowser");
    var rules = new StringBuilder("User-agent: *\nDisallow: /*.pdf$\nDisallow: /*?sort=\n");
    for (int i = 2; i < RULES; i++) {
      rules.append("Disallow: /private/part-").append(i).append("/\n");
    }
    for (int i = 0; i < SITES; i++) {
      CrawlUrl at = CrawlUrl.of("http://site-" + i + ".example/robots.txt");
      robots.put(at.origin(), reader.read(fetched(at, rules.toString())).orElseThrow());
    }
    for (int i = 0; i < URLS; i++) {
      String path = "/articles/2024/05/" + i + "/some-words-" + i % 97 + ".html?page=" + i % 5;
      urls[i] = CrawlUrl.of("http://site-" + i % SITES + ".example" + path);
      budgets.visited(urls[i], i % 3 == 0, false);
    }
    text = "some words of a page that are not all alike ".repeat(100);
  }

  private static FetchResult.Fetched fetched(CrawlUrl url, String body) {
    var headers =
        HttpHeaders.of(Map.of("content-type", List.of("text/plain")), (name, value) -> true);
    return new FetchResult.Fetched(
        url, 200, headers, Body.of(body.getBytes(UTF_8)), Truncation.NONE, Duration.ZERO);
  }

  private CrawlUrl url() {
    return urls[next++ & (URLS - 1)];
  }

  /** Rules from memory, and what they say. */
  @Benchmark
  public boolean robotsRules() {
    CrawlUrl url = url();
    return robots.find(url.origin()).orElseThrow().allows(url);
  }

  /** The rules about traps that look at a URL alone. */
  @Benchmark
  public Optional<SkipReason> trapRules() {
    return TrapRules.DEFAULT.check(url());
  }

  /** The budget of a host and of a pattern of URLs. */
  @Benchmark
  public boolean budget() {
    CrawlUrl url = url();
    return budgets.admit(url, url).isPresent() || budgets.isSpent(url);
  }

  /** The content hash of a text of 4,400 characters. */
  @Benchmark
  public Object contentHash() {
    return PageContentHash.of(text);
  }
}
