package io.dowser.crawler.spark;

import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.Crawler;
import io.dowser.crawler.Means;
import io.dowser.crawler.Politeness;
import io.dowser.crawler.analysis.MixedScriptAnalyzer;
import io.dowser.crawler.bayes.LabelledText;
import io.dowser.crawler.bayes.PageTrainer;
import io.dowser.crawler.hmm.HmmTrainer;
import io.dowser.crawler.hmm.TrainingSet;
import io.dowser.crawler.testkit.RandomWeb;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Trained models travel as files; in rounds of one page, the order is that of one machine. */
@Tag("slow")
class ShippedModelTest {

  private static final int BUDGET = Boolean.getBoolean("dowser.exhaustive") ? 50 : 4;
  private static final RandomWeb WEB = WebFetcherProvider.web(5, 60, 4);

  @TempDir Path directory;

  private static List<String> onOneMachine(String scorer, Path model) {
    return OneMachine.order(WEB, scorer, Map.of("model", model.toString()), BUDGET);
  }

  private List<String> onSpark(String scorer, Path model) throws Exception {
    String crawl = directory.resolve("crawl").toString();
    SparkCrawl.builder(LocalSpark.session(), crawl)
        .seed(WEB.seed().toString())
        .topic(WEB.topic())
        .file(model)
        .scorer(scorer, Map.of("model", "file:" + model.getFileName()))
        .fetcher("random-web", Map.of("pages", "60", "hosts", "4", "seed", "5"))
        .politeness(Politeness.builder().delay(Duration.ZERO).build())
        .roundSize(1)
        .buckets(1)
        .leaseTime(Duration.ofSeconds(1))
        .maxPages(BUDGET)
        .build()
        .run();
    return CrawlTables.open(LocalSpark.session(), crawl)
        .visits()
        .filter("outcome = 'VISITED'")
        .orderBy("round")
        .select("page_url")
        .collectAsList()
        .stream()
        .map(row -> row.getString(0))
        .toList();
  }

  @Test
  @Tag("exhaustive")
  void hiddenMarkovModelAndWhatItPathStatesGiveTheOrderOfOneMachine() throws Exception {
    Path model = directory.resolve("browsing.model");
    var recorder = new TrainingSet.Recorder();
    try (Crawler crawler =
        Crawler.builder()
            .seed(WEB.seed().toString())
            .topic(WEB.topic())
            .judge(WEB.judge())
            .frontier("breadth-first", Map.of())
            .fetcher(WEB.web().fetcher())
            .politeness(Politeness.builder().delay(Duration.ZERO).build())
            .means(Means.builder().workers(1).build())
            .maxPages(40)
            .listener(recorder)
            .build()) {
      crawler.run().orThrow();
    }
    HmmTrainer.builder().minDocuments(1).build().train(recorder.trainingSet()).save(model);
    List<String> expected = onOneMachine("hmm", model);
    assertThat(expected).hasSize(BUDGET);
    assertThat(onSpark("hmm", model)).containsExactlyElementsOf(expected);
  }

  @Test
  void naiveBayesGivesTheOrderOfOneMachine() throws Exception {
    Path model = directory.resolve("page.model");
    String words = String.join(" ", WEB.topic().terms());
    PageTrainer.builder("+")
        .threads(1)
        .analyzer(MixedScriptAnalyzer.create()) // the crawl's
        .build()
        .train(
            Stream.of(
                new LabelledText("+", words + " " + words),
                new LabelledText("+", "all about " + words),
                new LabelledText("-", "all about the weather"),
                new LabelledText("-", "the weather of the day")))
        .save(model);
    List<String> expected = onOneMachine("bayes-page", model);
    assertThat(expected).hasSize(BUDGET);
    assertThat(onSpark("bayes-page", model)).containsExactlyElementsOf(expected);
  }
}
