package io.dowser.examples.linkevaluation;

import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.Crawler;
import io.dowser.crawler.bayes.LabelledText;
import io.dowser.crawler.bayes.PageModel;
import io.dowser.crawler.bayes.PageSettings;
import io.dowser.crawler.bayes.PageTrainer;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ZouCrawlTest {

  @Test
  void settingsAreThoseOfThePaper() {
    assertThat(ZouCrawl.FRONTIER).isEqualTo(100_000);
    assertThat(ZouCrawl.HOST_WINDOW).isEqualTo(100);
    assertThat(ZouCrawl.PAGE_BYTES).isEqualTo(10_240);
    assertThat(ZouCrawl.ROBOTS_CACHE).isEqualTo(1_000);
    assertThat(ZouCrawl.DEPTH).isEqualTo(5);
    assertThat(ZouCrawl.WORKERS).isEqualTo(20);
  }

  @Test
  void allPartsOfTheCrawlerAreThere() {
    PageModel model =
        PageTrainer.builder("on")
            .settings(PageSettings.PAPER)
            .build()
            .train(Stream.of(new LabelledText("on", "fund"), new LabelledText("off", "match")));

    try (Crawler crawler =
        ZouCrawl.builder(model, List.of("http://portal.example/")).judge(page -> 0).build()) {
      assertThat(crawler).isNotNull();
    }
  }
}
