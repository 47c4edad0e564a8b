package io.dowser.crawler;

import static io.dowser.crawler.Crawls.run;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dowser.crawler.api.CrawlEvent;
import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.LinkPolicy;
import io.dowser.crawler.api.SkipReason;
import io.dowser.crawler.api.SkippedLink;
import io.dowser.crawler.api.StopReason;
import io.dowser.crawler.api.Topic;
import io.dowser.crawler.api.Visit;
import io.dowser.crawler.archive.PageSink;
import io.dowser.crawler.net.AddressRules;
import io.dowser.crawler.robots.RobotsPolicy;
import io.dowser.crawler.testkit.InMemoryFetcher;
import io.dowser.crawler.testkit.InMemoryWeb;
import io.dowser.crawler.traps.TrapRules;
import io.dowser.crawler.url.UrlCanonicalizer;
import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.UnaryOperator;
import mockwebserver3.Dispatcher;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import mockwebserver3.RecordedRequest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A crawl that continues keeps the borders and limits that it was begun with. */
class ResumedSettingsTest {

  private static final String SEED = "http://chain.test/0";

  @TempDir Path directory;

  private final EventLog log = new EventLog();

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aLimitOfPagesHoldsForTheWholeCrawl(boolean byDirectory) {
    InMemoryWeb web = Crawls.chain(300);
    begin(web, builder -> builder.maxPages(20));

    CrawlReport second = resume(web, byDirectory, UnaryOperator.identity());

    assertThat(second.stopReason()).isEqualTo(StopReason.PAGES);
    assertThat(StoredCrawls.visited(directory)).hasSize(20);
  }

  @Test
  void theLimitThatWasSetLastIsTheOneThatHolds() {
    InMemoryWeb web = Crawls.chain(300);
    begin(web, builder -> builder.maxPages(20));

    resume(web, true, builder -> builder.maxPages(50));
    resume(web, true, UnaryOperator.identity());
    assertThat(StoredCrawls.visited(directory)).hasSize(50);

    resume(web, true, builder -> builder.maxPages(Long.MAX_VALUE));
    assertThat(StoredCrawls.visited(directory)).hasSize(300);
  }

  @Test
  void widerWindowOfTheHarvestRateIsFilledBeforeItCounts() {
    InMemoryWeb web = Crawls.chain(300);
    begin(
        web,
        builder -> builder.limits(Limits.builder().maxPages(20).minHarvestRate(0.4, 10).build()));

    resume(
        web,
        true,
        builder -> builder.limits(Limits.builder().maxPages(40).minHarvestRate(0.4, 15).build()));

    assertThat(StoredCrawls.visited(directory)).hasSize(40);
  }

  @Test
  void theOtherLimitsHoldForTheWholeCrawlToo() {
    Map<StopReason, UnaryOperator<Crawler.Builder>> limits =
        Map.of(
            StopReason.RELEVANT_PAGES,
                builder -> builder.limits(Limits.builder().maxRelevantPages(10).build()),
            StopReason.BYTES, builder -> builder.limits(Limits.builder().maxBytes(1_000).build()),
            StopReason.HARVEST_RATE,
                builder -> builder.limits(Limits.builder().minHarvestRate(0.9, 10).build()),
            StopReason.FOUND,
                builder -> builder.limits(Limits.builder().stopWhenFound(0.9).build()));
    limits.forEach(
        (reason, limit) -> {
          Path own = directory.resolve(reason.name());
          InMemoryWeb web = Crawls.chain(300);
          assertThat(run(limit.apply(crawl(web)).directory(own)).stopReason()).isEqualTo(reason);
          int before = StoredCrawls.visited(own).size();

          CrawlReport second = run(Crawler.resume(own).fetcher(web.fetcher()));

          assertThat(second.stopReason()).isEqualTo(reason);
          assertThat(StoredCrawls.visited(own)).as(reason.name()).hasSize(before);
        });
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void whatTheProgramGaveIsAskedForInOneMessage(boolean byDirectory) {
    InMemoryWeb web = Crawls.chain(30);
    begin(
        web,
        builder ->
            builder
                .maxPages(5)
                .strategy(
                    Strategy.builder()
                        .linkPolicy(
                            LinkPolicy.urls(url -> url.host().equals("chain.test"), "other host"))
                        .build())
                .judge(page -> 1)
                .scorer(page -> link -> 1)
                .persistence(Persistence.builder().pageSink(new CountingSink()).build()));

    Crawler.Builder later = later(byDirectory).maxPages(10);
    assertThatThrownBy(later::build)
        .isInstanceOf(CrawlException.class)
        .hasMessageContaining(directory.toString())
        .hasMessageContaining("fetcher(..)")
        .hasMessageContaining("judge(..)")
        .hasMessageContaining("linkPolicy(..)")
        .hasMessageContaining("pageSink(..)")
        .hasMessageContaining("scorer(..)")
        .hasMessageContaining("allowChanged(true)");
    assertThatThrownBy(() -> later.fetcher(web.fetcher()).judge(page -> 1).build())
        .hasMessageContaining("linkPolicy(..)")
        .hasMessageContaining("pageSink(..)")
        .hasMessageNotContaining("judge(..)")
        .hasMessageNotContaining("fetcher(..)");

    var sink = new CountingSink();
    run(
        later
            .strategy(Strategy.builder().linkPolicy(LinkPolicy.allLinks()).build())
            .scorer(page -> link -> 1)
            .persistence(Persistence.builder().pageSink(sink).build()));
    assertThat(sink.pages).isEqualTo(5);
    assertThat(StoredCrawls.visited(directory)).hasSize(10);
  }

  @Test
  void aBorderMayBeLeftOutOnPurpose() {
    InMemoryWeb web = Crawls.chain(30);
    begin(
        web,
        builder ->
            builder.strategy(
                Strategy.builder()
                    .linkPolicy(LinkPolicy.urls(url -> !url.path().equals("/10"), "too far"))
                    .build()));
    assertThat(StoredCrawls.visited(directory)).hasSize(10);

    resume(
        web,
        true,
        builder -> builder.persistence(Persistence.builder().allowChanged(true).build()));
    assertThat(StoredCrawls.strings(directory, "SELECT value FROM setting WHERE name='linkPolicy'"))
        .containsExactly("all-links");
  }

  @Test
  void allowedAddressesStayAllowed() throws Exception {
    try (var server = new MockWebServer()) {
      server.setDispatcher(new Numbered());
      server.start(InetAddress.getLoopbackAddress(), 0);
      run(
          Crawler.builder()
              .seed(server.url("/0").toString())
              .topic(Crawls.TOPIC)
              .politeness(
                  Crawls.HASTY.toBuilder()
                      .addressRules(AddressRules.publicAnd("127.0.0.1", "localhost"))
                      .build())
              .maxPages(5)
              .directory(directory));

      run(Crawler.resume(directory).maxPages(20).listener(log));
    }
    assertThat(log.all(CrawlEvent.FetchFailed.class)).isEmpty();
    assertThat(StoredCrawls.visited(directory)).hasSize(20);
  }

  @Test
  void theUserAgentThatWasSetLastIsTheOneThatIsSent() throws Exception {
    var dispatcher = new Numbered();
    try (var server = new MockWebServer()) {
      server.setDispatcher(dispatcher);
      server.start(InetAddress.getLoopbackAddress(), 0);
      String seed = server.url("/0").toString();
      run(
          Crawler.builder()
              .seed(seed)
              .topic(Crawls.TOPIC)
              .politeness(
                  Crawls.HASTY.toBuilder()
                      .userAgent("first")
                      .addressRules(AddressRules.publicAnd("127.0.0.0/8"))
                      .build())
              .maxPages(1)
              .directory(directory));

      run(
          Crawler.resume(directory)
              .politeness(Politeness.builder().userAgent("second").build())
              .maxPages(2));
      run(Crawler.resume(directory).maxPages(3));
    }
    assertThat(dispatcher.userAgents).containsExactly("first", "second", "second");
  }

  @Test
  void aTopicWhoseTermsHaveLineBreaksIsRestored() {
    Topic topic = Topic.of(Map.of("laser", 0.5, "a\nb\\n", 1.0, "c\rd", 2.0));
    InMemoryWeb web = Crawls.chain(3);
    begin(web, builder -> builder.topic(topic).maxPages(1));

    resume(web, true, builder -> builder.topic(topic).maxPages(2));
    resume(web, true, builder -> builder.maxPages(3));

    assertThat(StoredCrawls.visited(directory)).hasSize(3);
  }

  @Test
  void rulesAboutHostsRobotsAndTrapsStayAsTheyWere() {
    InMemoryWeb.Builder builder = InMemoryWeb.builder();
    builder.document("http://a.test/robots.txt", "text/plain", "User-agent: *\nDisallow: /c\n");
    builder.page("http://a.test/", "", "laser", "/b");
    builder.page("http://a.test/b", "", "laser", "/c", "/dd/ee/ff/gg");
    builder.page("http://a.test/c", "", "laser");
    builder.page("http://a.test/dd/ee/ff/gg", "", "laser");
    InMemoryWeb web = builder.build();
    run(
        Crawler.builder()
            .seed("http://a.test/")
            .topic(Crawls.TOPIC)
            .fetcher(web.fetcher())
            .politeness(Crawls.HASTY.toBuilder().maxRetries(0).robots(RobotsPolicy.IGNORE).build())
            .strategy(
                Strategy.builder().traps(TrapRules.builder().maxPathSegments(3).build()).build())
            .maxPages(1)
            .directory(directory));
    InMemoryFetcher later = web.fetcher();

    run(Crawler.resume(directory).fetcher(later).maxPages(100).listener(log));

    assertThat(later.order()).extracting(CrawlUrl::path).containsExactly("/b", "/c");
    assertThat(log.all(CrawlEvent.LinksSkipped.class))
        .flatMap(CrawlEvent.LinksSkipped::links)
        .extracting(SkippedLink::reason)
        .containsExactly(SkipReason.PATH_TOO_DEEP);
  }

  @Test
  void oneRuleAboutHostsMayBeChangedAndTheOthersStay() {
    InMemoryWeb web = Crawls.chain(30);
    begin(
        web,
        builder ->
            builder
                .politeness(
                    Crawls.HASTY.toBuilder().hostGrouping(Politeness.registrableDomain()).build())
                .maxPages(5));

    run(
        Crawler.resume(directory)
            .fetcher(web.fetcher())
            .politeness(
                Politeness.builder().delay(Duration.ofMillis(3)).connectionsPerHost(2).build())
            .maxPages(6));

    assertThat(setting("politeness.delay")).isEqualTo("3ms");
    assertThat(setting("politeness.connectionsPerHost")).isEqualTo("2");
    assertThat(setting("politeness.maxBackOff")).isEqualTo("4ms");
    assertThat(setting("politeness.hostGrouping")).isEqualTo("registrable-domain");
  }

  @Test
  void whatGivesStoredNumbersTheirMeaningMustNotChange() {
    InMemoryWeb web = Crawls.chain(30);
    UrlCanonicalizer canonicalizer =
        UrlCanonicalizer.builder().removeTrackingParameters().removeSessionIds().build();
    begin(
        web,
        builder ->
            builder
                .strategy(Strategy.builder().canonicalizer(canonicalizer).build())
                .limits(Limits.builder().maxDepth(20).build())
                .maxPages(5));

    assertThatThrownBy(
            () ->
                Crawler.resume(directory)
                    .strategy(Strategy.builder().canonicalizer(UrlCanonicalizer.standard()).build())
                    .limits(Limits.builder().maxDepth(21).build())
                    .build())
        .isInstanceOf(CrawlException.class)
        .hasMessageContaining("canonicalizer.removeSessionIds=was 'true' and is 'false'")
        .hasMessageContaining("maxDepth=was '20' and is '21'")
        .hasMessageContaining("fetcher(..)");
    resume(web, true, builder -> builder.maxPages(100));
    assertThat(StoredCrawls.visited(directory)).hasSize(21);
  }

  private String setting(String name) {
    List<String> values =
        StoredCrawls.strings(directory, "SELECT value FROM setting WHERE name='" + name + "'");
    assertThat(values).as(name).hasSize(1);
    return values.get(0);
  }

  private void begin(InMemoryWeb web, UnaryOperator<Crawler.Builder> more) {
    run(more.apply(crawl(web)).directory(directory));
  }

  private CrawlReport resume(
      InMemoryWeb web, boolean byDirectory, UnaryOperator<Crawler.Builder> more) {
    return run(more.apply(later(byDirectory).fetcher(web.fetcher())));
  }

  private Crawler.Builder later(boolean byDirectory) {
    return byDirectory ? Crawler.resume(directory) : Crawler.builder().directory(directory);
  }

  private static Crawler.Builder crawl(InMemoryWeb web) {
    return Crawls.of(web, SEED);
  }

  private static final class CountingSink implements PageSink {

    private int pages;

    @Override
    public void page(Visit visit) {
      pages++;
    }

    @Override
    public void close() {}
  }

  /** Page n links to the page after it. */
  private static final class Numbered extends Dispatcher {

    private final List<String> userAgents = new CopyOnWriteArrayList<>();

    @Override
    public MockResponse dispatch(RecordedRequest request) {
      List<String> segments = new ArrayList<>(request.getUrl().pathSegments());
      if (!segments.get(0).matches("[0-9]+")) {
        return new MockResponse.Builder().code(404).build();
      }
      userAgents.add(request.getHeaders().get("User-Agent"));
      int next = Integer.parseInt(segments.get(0)) + 1;
      return new MockResponse.Builder()
          .addHeader("Content-Type", "text/html")
          .body("<p>laser<a href='/" + next + "'>next</a>")
          .build();
    }
  }
}
