package io.dowser.crawler.internal.assembly;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.CrawlReport;
import io.dowser.crawler.Crawler;
import io.dowser.crawler.Crawls;
import io.dowser.crawler.EventLog;
import io.dowser.crawler.api.Body;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchRequest;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.api.FetchResult.Failed;
import io.dowser.crawler.api.FetchResult.FailureReason;
import io.dowser.crawler.api.FetchResult.Fetched;
import io.dowser.crawler.api.FetchResult.Truncation;
import io.dowser.crawler.api.StopReason;
import io.dowser.crawler.internal.plan.MemoryBudget;
import java.net.http.HttpHeaders;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Pages that name ever new hosts, next to a site whose pages are relevant. */
@Tag("slow")
class UnpaidNamesTest {

  private static final int GOOD_PAGES = 300;
  private static final int NAMING_PAGES = 7;
  private static final int NAMES = 500; // of each of these pages
  private static final HttpHeaders HTML =
      HttpHeaders.of(Map.of("Content-Type", List.of("text/html")), (name, value) -> true);

  private final EventLog log = new EventLog();
  private final Map<String, Integer> requests = new ConcurrentHashMap<>(); // by host

  @TempDir Path directory;

  @ParameterizedTest(name = "failing with {0}, in a directory: {1}")
  @CsvSource({"DNS,false", "DNS,true", "TIMEOUT,false"})
  void namesWithoutHostsCostNoGoodPageAndLittleMoreThanARequestEach(
      FailureReason reason, boolean stored) {
    CrawlReport report =
        run(stored, reason, "http://good.test/0", "http://evil.test/0", "http://evil.test/1");

    assertThat(goodPages()).isEqualTo(GOOD_PAGES);
    assertThat(report.stopReason()).isEqualTo(StopReason.FRONTIER_EMPTY);
    long names = requests.keySet().stream().filter(host -> host.startsWith("none")).count();
    long sent =
        requests.entrySet().stream()
            .filter(host -> host.getKey().startsWith("none"))
            .mapToInt(Map.Entry::getValue)
            .sum();
    assertThat(names).isBetween(500L, 1_200L);
    assertThat(sent).isLessThan(100 + names * 3 / 2);
  }

  @Test
  void aHostThatFailsOnceIsAskedAgainWhileRetriesAreLeft() {
    run(false, FailureReason.DNS, "http://late.test/");

    assertThat(log.visited()).contains("http://late.test/");
  }

  @ParameterizedTest(name = "in a directory: {0}")
  @ValueSource(booleans = {false, true})
  void aFarmOfDomainsCostsNoGoodPage(boolean stored) {
    run(stored, FailureReason.DNS, "http://good.test/0", "http://hub.test/0");

    assertThat(goodPages()).isEqualTo(GOOD_PAGES);
    assertThat(requests.keySet().stream().filter(host -> host.startsWith("farm")).count())
        .isBetween(500L, 1_500L);
  }

  @ParameterizedTest(name = "in a directory: {0}")
  @ValueSource(booleans = {false, true})
  void manyFarmsCostNoGoodPage(boolean stored) {
    run(stored, FailureReason.DNS, "http://good.test/0", "http://hubs.test/0");

    assertThat(goodPages()).isEqualTo(GOOD_PAGES);
  }

  private long goodPages() {
    return log.visited().stream().filter(url -> url.startsWith("http://good.test/")).count();
  }

  private CrawlReport run(boolean stored, FailureReason reason, String... seeds) {
    var spec = new CrawlSpec();
    spec.seeds.set(List.of(seeds));
    spec.topic.set(Optional.of(Crawls.TOPIC));
    Crawls.makeHasty(spec);
    spec.fetcher.set(new PluginChoice.Given<>(request -> answer(request, reason)));
    spec.frontier.set(new PluginChoice.Named<>("breadth-first", Map.of())); // names come first
    spec.workers.set(1);
    spec.memory.set(Optional.of(new MemoryBudget(20_000, 2 << 20)));
    spec.directory.set(stored ? Optional.of(directory) : Optional.empty());
    spec.listeners.set(List.of(log));
    try (Crawler crawler = Crawls.crawler(spec)) {
      return crawler.run().orThrow();
    }
  }

  private FetchResult answer(FetchRequest request, FailureReason reason) {
    CrawlUrl url = request.url();
    int before = requests.merge(url.host(), 1, Integer::sum) - 1;
    boolean fails = url.host().startsWith("none") || (url.host().equals("late.test") && before < 2);
    if (fails) {
      return Failed.of(url, reason, url.host());
    }
    if (url.path().equals("/robots.txt")) {
      return new Failed(url, FailureReason.HTTP_STATUS, 404, "HTTP 404", false, HTML);
    }
    Body body = Body.of(page(url).getBytes(UTF_8));
    return new Fetched(url, 200, HTML, body, Truncation.NONE, Duration.ZERO);
  }

  private static String page(CrawlUrl url) {
    String name = url.host().replace(".test", "");
    int number = Integer.parseInt("0" + url.path().replaceAll("\\D", ""));
    return switch (name.replaceAll("\\d", "")) {
      case "good" -> "<title>laser " + number + "</title>laser light of " + number + links(number);
      case "evil" -> "<title>names</title>of " + number + names(number);
      case "hub" -> "<title>hub</title>of one " + farms(1, 1);
      case "hubs" -> "<title>hubs</title>of many " + farms(1, 100);
      case "farm" -> "<title>offers</title>offers of " + name + farmsOf(name);
      default -> "<title>other</title>" + name;
    };
  }

  private static String links(int number) {
    return number + 1 < GOOD_PAGES ? "<p><a href=/" + (number + 1) + ">laser light</a>" : "";
  }

  private static String names(int page) {
    String next = page + 1 < NAMING_PAGES ? link("/" + (page + 1)) : "";
    return next
        + IntStream.range(0, NAMES)
            .mapToObj(i -> link("//none" + page + "x" + i + ".test/"))
            .collect(Collectors.joining());
  }

  /** The farm n leads to the farms 60 n to 60 n + 59. */
  private static String farmsOf(String name) {
    int number = Integer.parseInt(name.replaceAll("\\D", ""));
    return number > 1_000_000 ? "" : farms(60 * number, 60 * number + 60);
  }

  private static String farms(int from, int to) {
    return IntStream.range(from, Math.max(to, from + 1))
        .mapToObj(i -> link("//farm" + i + ".test/"))
        .collect(Collectors.joining());
  }

  private static String link(String to) {
    return "<p><a href=" + to + ">laser light</a>";
  }
}
