package io.dowser.crawler.bayes;

import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.Crawler;
import io.dowser.crawler.Persistence;
import io.dowser.crawler.api.CrawlEvent;
import io.dowser.crawler.api.LinkContext;
import io.dowser.crawler.testkit.InMemoryWeb.WebPage;
import io.dowser.crawler.testkit.RandomWeb;
import io.dowser.crawler.text.TextAnalyzer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The scores of pending links survive the end of the process. */
class ResumedCrawlTest {

  private static final RandomWeb WEB = RandomWeb.builder(11).pages(200).build();
  private static final int STEP = 31; // visits between two copies, which are what a kill leaves

  @TempDir Path directory;
  private final List<String> order = new ArrayList<>();

  @BeforeEach
  void train() throws IOException {
    PageTrainer.builder("on").build().train(documents()).save(directory.resolve("bayes-page"));
    LinkTrainer.builder()
        .build()
        .train(documents().map(ResumedCrawlTest::link))
        .save(directory.resolve("bayes-link"));
  }

  private static Stream<LabelledText> documents() {
    return WEB.web().urls().stream()
        .map(
            url -> {
              WebPage page = WEB.web().page(url).orElseThrow();
              return new LabelledText(WEB.onTopic().contains(url) ? "on" : "off", page.text());
            });
  }

  private static LabelledLink link(LabelledText text) {
    var context = new LinkContext(text.text(), "");
    return new LabelledLink("", "", "", context, text.label().equals("on"));
  }

  @Test
  void crawlsByPagesContinueInTheSameOrderWhereverTheyWereKilled() {
    resumes("bayes-page");
  }

  @Test
  void crawlsByLinksContinueInTheSameOrderWhereverTheyWereKilled() {
    resumes("bayes-link");
  }

  private void resumes(String scorer) {
    Path whole = directory.resolve("whole");
    List<Path> copies = new ArrayList<>();
    run(
        equipped(Crawler.builder(), order)
            .seed(WEB.seed().toString())
            .scorer(scorer, Map.of("model", directory.resolve(scorer).toString()))
            .persistence(Persistence.builder().commitVisits(7).build())
            .directory(whole)
            .listener(
                event -> {
                  if (event instanceof CrawlEvent.Visited && order.size() % STEP == 0) {
                    copies.add(copy(whole, directory.resolve("at" + order.size())));
                  }
                }));

    assertThat(copies).hasSizeGreaterThan(3);
    for (Path copy : copies) {
      List<String> rest = new ArrayList<>();
      run(equipped(Crawler.resume(copy), rest));
      assertThat(rest)
          .as("killed %s", copy.getFileName())
          .isNotEmpty()
          .isEqualTo(order.subList(order.size() - rest.size(), order.size()));
    }
  }

  private static Crawler.Builder equipped(Crawler.Builder builder, List<String> visits) {
    return builder
        .fetcher(WEB.web().fetcher())
        .textAnalyzer(TextAnalyzer.PLAIN)
        .judge(WEB.judge())
        .workers(1)
        .delay(Duration.ZERO)
        .listener(
            event -> {
              if (event instanceof CrawlEvent.Visited visited) {
                visits.add(visited.visit().url().toString());
              }
            });
  }

  private static void run(Crawler.Builder builder) {
    try (Crawler crawler = builder.build()) {
      crawler.run().orThrow();
    }
  }

  private static Path copy(Path from, Path to) {
    try {
      Files.createDirectories(to);
      for (String name : List.of("crawl.db", "crawl.db-wal")) {
        if (Files.exists(from.resolve(name))) {
          Files.copy(from.resolve(name), to.resolve(name));
        }
      }
      return to;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
