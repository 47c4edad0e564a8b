package io.dowser.crawler.hostile;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.WRITE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.google.gson.JsonParser;
import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.Body;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchRequest;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.api.HostGrouping;
import io.dowser.crawler.api.Resumable;
import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.StateWriter;
import io.dowser.crawler.archive.ReplayFetcher;
import io.dowser.crawler.html.HtmlPageAnalyzer;
import io.dowser.crawler.internal.robots.RobotsCache;
import io.dowser.crawler.internal.robots.RobotsReader;
import io.dowser.crawler.internal.robots.RobotsStore;
import io.dowser.crawler.internal.robots.Sitemap;
import io.dowser.crawler.internal.traps.Duplicates;
import io.dowser.crawler.internal.traps.HostBudgets;
import io.dowser.crawler.internal.traps.PageContentHash;
import io.dowser.crawler.robots.RobotsPolicy;
import io.dowser.crawler.toolkit.model.ModelFile;
import io.dowser.crawler.traps.TrapRules;
import io.dowser.crawler.url.UrlCanonicalizer;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.http.HttpHeaders;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.logging.Logger;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.netpreserve.jwarc.HttpResponse;
import org.netpreserve.jwarc.MediaType;
import org.netpreserve.jwarc.WarcResponse;
import org.netpreserve.jwarc.WarcWriter;

/**
 * Real inputs, mutated at random: nothing may throw what it does not promise, and nothing may take
 * longer than a second of the processor.
 *
 * <p>An ordinary build tries a few thousand; with the system property {@code dowser.exhaustive} it
 * is a hundred times as many.
 */
@Tag("slow")
class FuzzTest {

  private static final long SEED = 20_261_121;
  private static final Path DATA = Path.of(System.getProperty("dowser.data", "absent"));
  private static final int TIMES = Boolean.getBoolean("dowser.exhaustive") ? 100 : 1;
  private static final Duration LONGEST = Duration.ofSeconds(1);
  private static final java.lang.management.ThreadMXBean THREADS =
      java.lang.management.ManagementFactory.getThreadMXBean();
  private static final Logger LOG = Logger.getLogger(FuzzTest.class.getName());
  private static final CrawlUrl SITE = CrawlUrl.of("http://a.test/robots.txt");

  private final Mutations mutations = new Mutations(new SplittableRandom(SEED));

  @Test
  void urlsAreCanonicalisedOrRefused() throws IOException {
    Path file = DATA.resolve("conformance/wpt-urltestdata.json");
    assumeTrue(Files.isRegularFile(file), "wpt-urltestdata.json is absent: set dowser.data");
    List<byte[]> seeds = new ArrayList<>();
    JsonParser.parseString(Files.readString(file, UTF_8))
        .getAsJsonArray()
        .forEach(
            entry -> {
              if (entry.isJsonObject()) {
                seeds.add(entry.getAsJsonObject().get("input").getAsString().getBytes(UTF_8));
              }
            });
    UrlCanonicalizer canonicalizer = UrlCanonicalizer.standard();
    run(
        seeds,
        3_000,
        bytes -> {
          String text = new String(bytes, UTF_8);
          canonicalizer
              .canonicalize(text)
              .ifPresent(
                  url -> {
                    TrapRules.DEFAULT.check(url);
                    assertThat(canonicalizer.canonicalize(url.toString())).contains(url);
                  });
          canonicalizer.resolver(SITE).resolve(text);
        });
  }

  @Test
  void robotsFilesAreRead() throws IOException {
    Path file = DATA.resolve("conformance/robots-cases.jsonl");
    assumeTrue(Files.isRegularFile(file), "robots-cases.jsonl is absent: set dowser.data");
    List<byte[]> seeds = new ArrayList<>();
    for (String line : Files.readAllLines(file, UTF_8)) {
      String robots = JsonParser.parseString(line).getAsJsonObject().get("robots").getAsString();
      seeds.add(robots.getBytes(UTF_8));
    }
    var reader = new RobotsReader(RobotsPolicy.OBEY, "FooBot/1.0");
    var page = CrawlUrl.of("http://a.test/foo/bar?qux=taz&baz=x");
    var cache = new RobotsCache(RobotsPolicy.OBEY, () -> Instant.EPOCH);
    run(
        seeds,
        2_000,
        bytes -> {
          var read = reader.read(fetched(bytes, "text/plain")).orElseThrow();
          boolean allowed = read.allows(page);
          read.decidingRule(page)
              .ifPresent(rule -> assertThat(rule.startsWith("Allow")).isEqualTo(allowed));
          cache.put("http://a.test", read);
        });
  }

  @Test
  void pagesAreAnalysed() throws IOException {
    Path file = DATA.resolve("webkb/cornell-texas.jsonl.gz");
    assumeTrue(Files.isRegularFile(file), "the WebKB pages are absent: set dowser.data");
    HtmlPageAnalyzer analyzer = HtmlPageAnalyzer.create();
    run(
        lines(file, "body", 200),
        150,
        bytes -> {
          AnalyzedPage page =
              analyzer.analyze(fetched(bytes, "text/html"), Candidate.seed(SITE, 0));
          assertThat(page.links()).hasSizeLessThanOrEqualTo(10_000);
          assertThat(page.text().length()).isLessThanOrEqualTo(1_000_000);
          PageContentHash.of(page.text());
        });
  }

  /** In their own charsets, without a declaration. */
  @Test
  void pagesInManyCharsetsAreAnalysed() throws IOException {
    Path file = DATA.resolve("zh-pages/pages.zip");
    assumeTrue(Files.isRegularFile(file), "the Chinese pages are absent: set dowser.data");
    List<byte[]> seeds = new ArrayList<>();
    try (var zip = new ZipInputStream(Files.newInputStream(file))) {
      for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        seeds.add(zip.readAllBytes());
      }
    }
    HtmlPageAnalyzer analyzer = HtmlPageAnalyzer.create();
    run(
        seeds,
        10,
        bytes -> {
          AnalyzedPage page = analyzer.analyze(fetched(bytes, ""), Candidate.seed(SITE, 0));
          assertThat(page.text().length()).isLessThanOrEqualTo(1_000_000);
        });
  }

  @Test
  void sitemapsAreRead() throws IOException {
    String sitemap =
        "<?xml version='1.0' encoding='UTF-8'?>"
            + "<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'>"
            + "<url><loc>http://a.test/one</loc><lastmod>2026-01-01</lastmod></url>"
            + "<url><loc>http://a.test/two</loc><priority>0.5</priority></url></urlset>";
    String text = "http://a.test/one\nhttp://a.test/two\n";
    run(
        List.of(sitemap.getBytes(UTF_8), text.getBytes(UTF_8), gzip(text.getBytes(UTF_8))),
        200,
        bytes -> Sitemap.read(fetched(bytes, "application/xml")));
  }

  @Test
  void savedStateIsRestoredOrRefused() throws IOException {
    var budgets = new HostBudgets(TrapRules.DEFAULT, HostGrouping.FULL_HOST, Integer.MAX_VALUE);
    var copies = new Duplicates(Long.MAX_VALUE);
    for (int i = 0; i < 50; i++) {
      budgets.visited(CrawlUrl.of("http://h" + i % 7 + ".test/"), i % 3 == 0, i % 5 == 0);
      budgets.admit(
          CrawlUrl.of("http://b.test/"),
          CrawlUrl.of("http://a.test/" + (char) ('a' + i % 26) + "?x=" + i));
      copies.add(PageContentHash.of("text number " + i), i);
    }
    run(List.of(saved(budgets)), 1_000, bytes -> restoreOrRefuse(budgets, bytes));
    run(
        List.of(saved(copies)),
        1_000,
        bytes -> {
          restoreOrRefuse(copies, bytes);
          copies.add(PageContentHash.of("another text"), 51);
        });
  }

  private static byte[] saved(Resumable part) throws IOException {
    var bytes = new ByteArrayOutputStream();
    part.save(StateWriter.to(bytes));
    return bytes.toByteArray();
  }

  /** Nothing comes out of nowhere: what is restored is saved in as many bytes, NULs in two each. */
  private static void restoreOrRefuse(Resumable part, byte[] bytes) throws IOException {
    try {
      part.restore(StateReader.from(new ByteArrayInputStream(bytes)));
    } catch (IOException refused) {
      return;
    }
    assertThat(saved(part)).hasSizeLessThanOrEqualTo(2 * bytes.length);
  }

  @Test
  void savedRobotsRulesAreReadOrAskedForAgain() throws IOException {
    var reader = new RobotsReader(RobotsPolicy.OBEY, "x");
    Map<String, byte[]> records = new HashMap<>();
    var cache = new RobotsCache(RobotsPolicy.OBEY, () -> Instant.EPOCH);
    cache.store(
        new RobotsStore() {
          @Override
          public void put(String origin, byte[] record) {
            records.put(origin, record);
          }

          @Override
          public Optional<byte[]> find(String origin) {
            return Optional.ofNullable(records.get(origin));
          }
        });
    for (int i = 0; i < 5; i++) {
      String robots = "User-agent: *\nDisallow: /" + i + "\nSitemap: /s\nCrawl-delay: " + i;
      cache.put(
          "http://a" + i + ".test", reader.read(fetched(robots.getBytes(UTF_8), "")).orElseThrow());
    }
    int[] tries = {0};
    run(
        List.copyOf(records.values()),
        2_000,
        bytes -> {
          String origin = "http://mutant-" + tries[0]++ + ".test";
          records.put(origin, bytes);
          cache.find(origin).ifPresent(rules -> rules.allows(SITE));
          records.remove(origin);
        });
  }

  @ParameterizedTest
  @ValueSource(strings = {"a.warc", "a.warc.gz"})
  void archivesAreReadOrRefused(String name, @TempDir Path directory) throws IOException {
    Path file = directory.resolve(name);
    run(
        warcs(directory),
        25,
        bytes -> {
          Files.write(file, name.endsWith(".gz") ? gzip(bytes) : bytes);
          try (var replay = ReplayFetcher.builder(file).open()) {
            assertThat(replay.fetch(FetchRequest.of(SITE)).url()).isEqualTo(SITE);
          } catch (CrawlException refused) {
            assertThat(refused).hasMessageContaining(name);
          } catch (InterruptedException e) {
            throw new IllegalStateException(e);
          }
        });
  }

  private static List<byte[]> warcs(Path directory) throws IOException {
    Path file = directory.resolve("seed.warc");
    try (var writer = new WarcWriter(Files.newByteChannel(file, CREATE_NEW, WRITE))) {
      byte[] zipped = gzip("<p>text".repeat(100).getBytes(UTF_8));
      for (String url : List.of(SITE.toString(), "http://b.test/")) {
        HttpResponse http =
            new HttpResponse.Builder(200, "OK")
                .addHeader("Content-Encoding", "gzip")
                .body(MediaType.parse("text/html"), zipped)
                .build();
        writer.write(
            new WarcResponse.Builder(url)
                .recordId(new UUID(1, 2)) // so that all runs are the same
                .date(Instant.EPOCH)
                .body(http)
                .build());
      }
    }
    return List.of(Files.readAllBytes(file));
  }

  private static byte[] gzip(byte[] bytes) throws IOException {
    var zipped = new ByteArrayOutputStream();
    try (var gzip = new GZIPOutputStream(zipped)) {
      gzip.write(bytes);
    }
    return zipped.toByteArray();
  }

  @Test
  void modelFilesAreLoadedOrRefused() throws IOException {
    Path file = Files.createTempFile("fuzz", ".model");
    try {
      var frame = new ModelFile("fuzz", 1, 1_000_000);
      frame.save(
          file,
          Map.of("trained", "never"),
          out -> {
            for (int i = 0; i < 100; i++) {
              out.writeDouble(i);
            }
          });
      byte[] whole = Files.readAllBytes(file);
      run(
          List.of(whole),
          300,
          bytes -> {
            try {
              Files.write(file, bytes);
              double sum = frame.load(file, (in, facts) -> sum(in));
              assertThat(sum).as("sum of an undamaged model").isEqualTo(4_950);
            } catch (ModelFile.FormatException refused) {
              assertThat(refused).hasMessageContaining(file.getFileName().toString());
            }
          });
    } finally {
      Files.delete(file);
    }
  }

  private static double sum(StateReader in) throws IOException {
    double sum = 0;
    for (int i = 0; i < 100; i++) {
      sum += in.readDouble();
    }
    return sum;
  }

  private interface Target {
    void accept(byte[] input) throws IOException;
  }

  private void run(List<byte[]> seeds, int tries, Target target) throws IOException {
    long longest = 0;
    for (int i = 0; i < tries * TIMES; i++) {
      byte[] input = mutations.mutate(seeds);
      long start = cpuNanos();
      try {
        target.accept(input);
      } catch (IOException | RuntimeException | AssertionError | StackOverflowError e) {
        throw new AssertionError("try " + i + ", seed " + SEED + ": " + show(input), e);
      }
      long taken = cpuNanos() - start;
      if (taken > LONGEST.toNanos()) {
        assertThat(takenAgain(input, target))
            .as("processor time of try %d, seed %d: %s", i, SEED, show(input))
            .isLessThan(LONGEST.toNanos());
      }
      longest = Math.max(longest, taken);
    }
    long most = longest;
    LOG.info(
        () ->
            String.format(
                Locale.ROOT,
                "%,d tries, longest %d ms of the processor",
                tries * TIMES,
                most / 1_000_000));
  }

  /** On a busy machine the clock on the wall says little. */
  private static long cpuNanos() {
    return THREADS.getCurrentThreadCpuTime();
  }

  /** The first calls of a JVM are slow, and so is one in which it compiles or collects. */
  private static long takenAgain(byte[] input, Target target) throws IOException {
    long start = cpuNanos();
    target.accept(input);
    return cpuNanos() - start;
  }

  private static String show(byte[] input) {
    String text = new String(input, ISO_8859_1);
    return text.length() < 500 ? text : text.substring(0, 500) + "...";
  }

  private static FetchResult.Fetched fetched(byte[] bytes, String type) {
    var headers = HttpHeaders.of(Map.of("content-type", List.of(type)), (name, value) -> true);
    return new FetchResult.Fetched(
        SITE, 200, headers, Body.of(bytes), FetchResult.Truncation.NONE, Duration.ZERO);
  }

  private static List<byte[]> lines(Path gzip, String field, int most) throws IOException {
    List<byte[]> values = new ArrayList<>();
    try (var reader =
        new BufferedReader(
            new InputStreamReader(new GZIPInputStream(Files.newInputStream(gzip)), UTF_8))) {
      String line = reader.readLine();
      while (line != null && values.size() < most) {
        String value = JsonParser.parseString(line).getAsJsonObject().get(field).getAsString();
        values.add(value.getBytes(ISO_8859_1));
        line = reader.readLine();
      }
    }
    return values;
  }
}
