package io.dowser.crawler.hmm;

import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.Crawler;
import io.dowser.crawler.Means;
import io.dowser.crawler.Persistence;
import io.dowser.crawler.Politeness;
import io.dowser.crawler.Strategy;
import io.dowser.crawler.api.CrawlEvent;
import io.dowser.crawler.testkit.InMemoryWeb;
import io.dowser.crawler.text.TextAnalyzer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a page passes down survives the end of the process: the beliefs of a path continue. */
@Tag("slow")
class ResumedCrawlTest {

  private static final int STEP = 17; // visits between two copies, which are what a kill leaves

  @TempDir Path directory;

  private static Crawler.Builder equipped(Crawler.Builder builder, List<String> visits) {
    InMemoryWeb web = Tunnels.web(5);
    return builder
        .fetcher(web.fetcher())
        .strategy(Strategy.builder().textAnalyzer(TextAnalyzer.PLAIN).build())
        .judge(page -> Tunnels.isTarget(page.url()) ? 1 : 0)
        .means(Means.builder().workers(1).build())
        .politeness(Politeness.builder().delay(Duration.ZERO).build())
        .listener(
            event -> {
              if (event instanceof CrawlEvent.Visited visited) {
                visits.add(visited.visit().url().toString());
              }
            });
  }

  private Crawler.Builder begun(Path store, int commitVisits, List<String> visits)
      throws IOException {
    Path model = directory.resolve("tunnels.hmm");
    HmmTrainer.builder().build().train(Tunnels.trainingSet()).save(model);
    return equipped(Crawler.builder(), visits)
        .seed(Tunnels.url("noise", 0).toString())
        .scorer("hmm", Map.of("model", model.toString()))
        .persistence(Persistence.builder().commitVisits(commitVisits).build())
        .directory(store);
  }

  @Test
  void continuesInTheSameOrderWhereverItWasKilled() throws IOException {
    for (int commitVisits : new int[] {1, 10}) {
      Path whole = directory.resolve("whole" + commitVisits);
      List<String> order = new ArrayList<>();
      List<Path> copies = new ArrayList<>();
      run(
          begun(whole, commitVisits, order)
              .listener(
                  event -> {
                    if (event instanceof CrawlEvent.Visited && order.size() % STEP == 0) {
                      copies.add(copy(whole, directory.resolve(commitVisits + "-" + order.size())));
                    }
                  }));

      assertThat(copies).hasSizeGreaterThan(3);
      for (Path copy : copies) {
        List<String> rest = new ArrayList<>();
        run(equipped(Crawler.resume(copy), rest));
        assertThat(rest)
            .as("killed at %s", copy.getFileName())
            .isNotEmpty()
            .isEqualTo(order.subList(order.size() - rest.size(), order.size()));
      }
    }
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
