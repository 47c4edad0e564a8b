package io.dowser.crawler.bayes;

import io.dowser.crawler.Crawler;
import io.dowser.crawler.Means;
import io.dowser.crawler.Persistence;
import io.dowser.crawler.Politeness;
import io.dowser.crawler.Strategy;
import io.dowser.crawler.api.LinkContext;
import io.dowser.crawler.testkit.InMemoryWeb.WebPage;
import io.dowser.crawler.testkit.RandomWeb;
import io.dowser.crawler.testkit.ResumedCrawlContract;
import io.dowser.crawler.text.TextAnalyzer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;

/** The scores of pending links survive the end of the process. */
@Tag("slow")
class ResumedBayesTest extends ResumedCrawlContract {

  private static final String PAGES = "bayes-page";

  @Override
  protected List<String> variants() {
    return List.of(PAGES, "bayes-link");
  }

  @Override
  protected RandomWeb web() {
    return RandomWeb.builder(11).pages(200).build();
  }

  @Override
  protected void crawl(Task task) {
    try (Crawler crawler =
        Crawler.builder()
            .seed(task.web().seed().toString())
            .fetcher(task.fetcher())
            .strategy(Strategy.builder().textAnalyzer(TextAnalyzer.PLAIN).build())
            .judge(task.web().judge())
            .scorer(task.variant(), Map.of("model", model(task).toString()))
            .means(Means.builder().workers(1).build())
            .politeness(Politeness.builder().delay(Duration.ZERO).build())
            .directory(task.directory())
            .persistence(Persistence.builder().commitVisits(task.commitVisits()).build())
            .listener(task.listener())
            .build()) {
      crawler.run().orThrow();
    }
  }

  private static Path model(Task task) {
    Path model = task.directory().resolveSibling(task.variant());
    try {
      if (Files.exists(model)) {
        return model;
      }
      if (task.variant().equals(PAGES)) {
        PageTrainer.builder("on").build().train(documents(task.web())).save(model);
      } else {
        Stream<LabelledLink> links = documents(task.web()).map(ResumedBayesTest::link);
        LinkTrainer.builder().build().train(links).save(model);
      }
      return model;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Stream<LabelledText> documents(RandomWeb web) {
    return web.web().urls().stream()
        .map(
            url -> {
              WebPage page = web.web().page(url).orElseThrow();
              return new LabelledText(web.onTopic().contains(url) ? "on" : "off", page.text());
            });
  }

  private static LabelledLink link(LabelledText text) {
    var context = new LinkContext(text.text(), "");
    return new LabelledLink("", "", "", context, text.label().equals("on"));
  }

  public static void main(String[] arguments) {
    new ResumedBayesTest().crawlUntilKilled(arguments);
  }
}
