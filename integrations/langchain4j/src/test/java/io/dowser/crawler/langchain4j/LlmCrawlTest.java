package io.dowser.crawler.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.model.openai.OpenAiChatModel;
import io.dowser.crawler.CrawlReport;
import io.dowser.crawler.Crawler;
import io.dowser.crawler.Means;
import io.dowser.crawler.Persistence;
import io.dowser.crawler.Politeness;
import io.dowser.crawler.api.StopReason;
import io.dowser.crawler.api.Topic;
import io.dowser.crawler.langchain4j.LlmJudge.Fallback;
import io.dowser.crawler.testkit.InMemoryWeb;
import io.dowser.crawler.testkit.KilledProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whole crawls that are judged by a model behind a network. */
@Tag("slow")
class LlmCrawlTest {

  private static final int PAGES = 24;
  private static final int TEXTS = 12; // each on two pages

  /** The request during which a crawl is killed; those before were for other texts. */
  private static final int KILLED_AT = 8;

  private static InMemoryWeb web() {
    InMemoryWeb.Builder web = InMemoryWeb.builder();
    String[] targets = IntStream.range(0, PAGES).mapToObj(i -> "/" + i).toArray(String[]::new);
    web.page("http://example.org/", "seed", "about a flood", targets);
    for (int i = 0; i < PAGES; i++) {
      String text = i % TEXTS + (i % 2 == 0 ? " tides" : " pies");
      web.page("http://example.org/" + i, "page", text, "/" + (i + 1) % PAGES);
    }
    return web.build();
  }

  private static LlmJudge.Builder judge(OpenAiServer server) {
    return judge(server.url());
  }

  private static LlmJudge.Builder judge(String url) {
    return LlmJudge.builder(
        OpenAiChatModel.builder()
            .baseUrl(url)
            .apiKey("key")
            .modelName("test")
            .maxRetries(0)
            .build(),
        Topic.of("flood"));
  }

  private static Crawler.Builder crawl(LlmJudge judge) {
    return Crawler.builder()
        .seed("http://example.org/")
        .topic(Topic.of("flood"))
        .fetcher(web().fetcher())
        .judge(judge)
        .politeness(Politeness.builder().delay(Duration.ZERO).build());
  }

  private static CrawlReport run(Crawler.Builder crawl) {
    try (Crawler crawler = crawl.build()) {
      return crawler.run();
    }
  }

  @Test
  void resumedCrawlKnowsTheAnswersAndWhatWasSpent(@TempDir Path directory) throws IOException {
    try (var server = new OpenAiServer()) {
      LlmJudge first = judge(server).pagesPerRequest(1).build();
      run(
          crawl(first)
              .directory(directory)
              .means(Means.builder().workers(1).build())
              .maxPages(1 + TEXTS));
      LlmJudge second = judge(server).pagesPerRequest(1).build();

      CrawlReport report = run(crawl(second).directory(directory).maxPages(1_000));

      assertThat(report.statistics().visited()).isEqualTo(1 + PAGES);
      assertThat(report.statistics().relevant()).isEqualTo(PAGES / 2);
      assertThat(server.requests()).isEqualTo(1 + TEXTS);
      assertThat(second.statistics().requests()).isEqualTo(1 + TEXTS);
      assertThat(second.statistics().known()).isEqualTo(PAGES - TEXTS);
    }
  }

  /** Crawls in a process that is killed: the URL of the model, the directory. */
  public static void main(String[] arguments) {
    LlmJudge judge = judge(arguments[0]).pagesPerRequest(1).timeout(Duration.ofMinutes(5)).build();
    run(committed(judge, Path.of(arguments[1])));
  }

  private static Crawler.Builder committed(LlmJudge judge, Path directory) {
    return crawl(judge)
        .means(Means.builder().workers(1).build())
        .directory(directory)
        .persistence(Persistence.builder().commitVisits(1).build());
  }

  @Test
  void killedCrawlAsksAtMostOnceMoreForEachText(@TempDir Path folder) throws Exception {
    Path directory = folder.resolve("crawl");
    try (var server = new OpenAiServer()) {
      var killed = new CountDownLatch(1);
      server.chat(
          message -> {
            if (server.requests() == KILLED_AT) {
              awaitKill(killed);
            }
            return OpenAiServer.sayYesToTides(message);
          });
      assertThat(
              KilledProcess.start(
                      LlmCrawlTest.class,
                      folder.resolve("output"),
                      server.url(),
                      directory.toString())
                  .killOnce(() -> server.requests() == KILLED_AT))
          .isTrue();
      killed.countDown();
      LlmJudge judge = judge(server).pagesPerRequest(1).build();

      CrawlReport report = run(committed(judge, directory));

      assertThat(report.statistics().visited()).isEqualTo(1 + PAGES);
      assertThat(report.statistics().relevant()).isEqualTo(PAGES / 2);
      assertThat(server.requests()).isLessThanOrEqualTo(KILLED_AT + TEXTS);
    }
  }

  private static void awaitKill(CountDownLatch killed) {
    try {
      killed.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void crawlGoesToItsEndWithoutTheModel() throws IOException {
    try (var server = new OpenAiServer()) {
      server.failWith(503);
      LlmJudge judge = judge(server).pagesPerRequest(1).concurrentRequests(1).build();

      CrawlReport report =
          run(crawl(judge).means(Means.builder().workers(4).maxConcurrentAnalyses(4).build()));

      assertThat(report.stopReason()).isEqualTo(StopReason.FRONTIER_EMPTY);
      assertThat(report.statistics().visited()).isEqualTo(1 + PAGES);
      assertThat(report.statistics().relevant()).isEqualTo(1); // by the word of the topic
      long failed = FailurePause.FAILURES;
      assertThat(judge.statistics().fallbacks())
          .isEqualTo(Map.of(Fallback.FAILED, failed, Fallback.PAUSED, 1 + PAGES - failed));
    }
  }

  @Test
  void keyThatIsRefusedEndsTheCrawl() throws IOException {
    try (var server = new OpenAiServer()) {
      server.failWith(401);

      CrawlReport report = run(crawl(judge(server).pagesPerRequest(1).build()));

      assertThat(report.stopReason()).isEqualTo(StopReason.FAILED);
      assertThat(report.cause().orElseThrow()).hasStackTraceContaining("refuses the program");
    }
  }

  @Test
  void pagesThatAreJudgedAtTheSameTimeShareRequests() throws IOException {
    try (var server = new OpenAiServer()) {
      LlmJudge judge = judge(server).pagesPerRequest(8).concurrentRequests(1).build();

      CrawlReport report =
          run(crawl(judge).means(Means.builder().workers(8).maxConcurrentAnalyses(8).build()));

      assertThat(report.statistics().relevant()).isEqualTo(PAGES / 2);
      assertThat(server.requests()).isLessThan(1 + PAGES);
    }
  }
}
