package io.dowser.crawler.internal.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.dowser.crawler.Crawler;
import io.dowser.crawler.Crawls;
import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.Body;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.api.Link;
import io.dowser.crawler.api.PathState;
import io.dowser.crawler.api.ScoredLink;
import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.StateWriter;
import io.dowser.crawler.api.Visit;
import io.dowser.crawler.internal.assembly.CrawlSpec;
import io.dowser.crawler.internal.assembly.PluginChoice;
import io.dowser.crawler.internal.plan.MemoryBudget;
import io.dowser.crawler.testkit.InMemoryWeb;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RelevantEstimateTest {

  private final RelevantEstimate estimate = new RelevantEstimate();

  @Test
  void pendingUrlsCountByTheShareOfTheirStratum() throws IOException {
    visit(0, true, 1, 2, 3, 4); // relevant; 1 to 4 are linked from it
    visit(1, true, 2);
    visit(2, false, 5, 6);
    estimate.ended(3);
    estimate.queued(7);

    double ofLinked = 1 * (1 + 0.05) / (2 + 1); // 4 is pending; 1 was relevant, 3 ended
    double ofOthers = 3 * (1 + 0.05) / (1 + 1); // 5 to 7 are pending; 0 was relevant
    assertThat(estimate.total(2)).isCloseTo(2 + ofLinked + ofOthers, within(1e-9));
    assertThat(restored(saved()).total(2)).isEqualTo(estimate.total(2));
  }

  @Test
  void pagesThatWereJudgedAgainCountAsTheyAreNow() {
    visit(0, true, 2);
    visit(1, true);
    double found = 2 + 0.05;
    double ofLinked = (0 + 0.05) / (0 + 1); // 2 is pending, and none of the others was linked

    assertThat(estimate.total(1)).isCloseTo(1 + ofLinked * (1 + 0.05) / found, within(1e-9));
    visit(2, false);
    assertThat(estimate.total(1)).isEqualTo(1);
  }

  @Test
  void droppedUrlIsNoLongerPending() throws IOException {
    visit(0, true, 1, 2, 3);
    estimate.dropped(2);
    estimate.dropped(5_000);

    assertThat(estimate.total(1)).isCloseTo(1 + 2 * 0.05, within(1e-9));
    assertThat(restored(saved()).total(1)).isEqualTo(estimate.total(1));
    visit(1, false, 2);
    assertThat(estimate.total(1)).isCloseTo(1 + 2 * 0.05 / 2, within(1e-9));
  }

  @Test
  void urlsThatAFullFrontierDropsAreNotPending() {
    var spec = new CrawlSpec();
    spec.seeds.preset(List.of("http://a.test/"));
    spec.topic.preset(Optional.of(Crawls.TOPIC));
    Crawls.makeHasty(spec);
    spec.maxPages.preset(1L);
    spec.memory.set(Optional.of(new MemoryBudget(3, 1 << 20)));
    String[] links = {"/1", "/2", "/3", "/4", "/5", "/6"};
    InMemoryWeb web = InMemoryWeb.builder().page("http://a.test/", "", "laser", links).build();
    spec.fetcher.preset(new PluginChoice.Given<>(web.fetcher()));
    try (Crawler crawler = Crawls.crawler(spec)) {
      assertThat(crawler.run().orThrow().statistics().estimatedRelevant())
          .isCloseTo(1 + 3 * 0.05, within(1e-9));
    }
  }

  @Test
  void changesAreRestoredAfterTheStateThatWasSavedBefore() throws IOException {
    visit(0, true, 1, 2, 5_000);
    byte[] whole = saved();
    estimate.ended(1);
    byte[] first = savedChanges();
    visit(5_000, true, 6_000, 2);
    byte[] second = savedChanges();

    RelevantEstimate other = restored(whole);
    other.restoreChanges(StateReader.from(new ByteArrayInputStream(first)));
    other.restoreChanges(StateReader.from(new ByteArrayInputStream(second)));

    assertThat(other.total(2)).isEqualTo(estimate.total(2));
    assertThat(savedChanges()).as("nothing has changed").hasSizeLessThan(first.length);
    first[first.length - 1] = 33;
    assertThatThrownBy(
            () -> other.restoreChanges(StateReader.from(new ByteArrayInputStream(first))))
        .isInstanceOf(IOException.class);
  }

  @Test
  void damagedStateIsRefused() throws IOException {
    visit(0, true, 1);
    byte[] saved = saved();
    saved[saved.length - 1] = 33;

    assertThatThrownBy(() -> restored(saved)).isInstanceOf(IOException.class);
    assertThatThrownBy(() -> restored(Arrays.copyOf(saved, saved.length - 2)))
        .isInstanceOf(IOException.class);
  }

  private void visit(long sequence, boolean relevant, long... links) {
    Candidate candidate = Candidate.seed(url(sequence), sequence);
    AnalyzedPage page = AnalyzedPage.builder(candidate).build().withRelevance(1, relevant);
    var fetched =
        new FetchResult.Fetched(
            url(sequence),
            200,
            FetchResult.NO_HEADERS,
            Body.EMPTY,
            FetchResult.Truncation.NONE,
            Duration.ZERO);
    List<ScoredLink> scored =
        Arrays.stream(links)
            .mapToObj(
                link ->
                    new ScoredLink(Link.of(url(link), ""), Candidate.seed(url(link), link), false))
            .toList();
    var outLinks = Visit.OutLinks.of(links);
    estimate.visited(
        new Visit(sequence + 1, candidate, page, fetched, Instant.EPOCH, outLinks, PathState.NONE),
        scored);
  }

  private static CrawlUrl url(long sequence) {
    return CrawlUrl.of("http://a.test/" + sequence);
  }

  private byte[] saved() throws IOException {
    var bytes = new ByteArrayOutputStream();
    estimate.save(StateWriter.to(bytes));
    return bytes.toByteArray();
  }

  private byte[] savedChanges() throws IOException {
    var bytes = new ByteArrayOutputStream();
    estimate.saveChanges(StateWriter.to(bytes));
    return bytes.toByteArray();
  }

  private static RelevantEstimate restored(byte[] bytes) throws IOException {
    var other = new RelevantEstimate();
    other.restore(StateReader.from(new ByteArrayInputStream(bytes)));
    return other;
  }
}
