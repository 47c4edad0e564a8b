package io.dowser.crawler;

import io.dowser.crawler.analysis.MixedScriptAnalyzer;
import io.dowser.crawler.api.CrawlContext;
import io.dowser.crawler.api.Settings;
import io.dowser.crawler.judge.ExpandedTopicJudge;
import io.dowser.crawler.testkit.RandomWeb;
import io.dowser.crawler.testkit.ResumedCrawlContract;
import io.dowser.crawler.text.TextNormalizer;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;

/** The judge of this module that learns and asks, in crawls that are aborted and killed. */
@Tag("slow")
class ResumedJudgesTest extends ResumedCrawlContract {

  @Override
  protected List<String> variants() {
    return List.of("expanded-topic", "asking");
  }

  @Override
  protected void crawl(Task task) {
    Crawler.Builder builder = Crawls.of(task.web());
    if (task.variant().equals("expanded-topic")) {
      builder.judge("expanded-topic", Map.of());
    } else {
      builder.judge(asking(task.web()));
    }
    try (Crawler crawler =
        builder
            .fetcher(task.fetcher())
            .directory(task.directory())
            .persistence(Persistence.builder().commitVisits(task.commitVisits()).build())
            .listener(task.listener())
            .build()) {
      crawler.run().orThrow();
    }
  }

  private static ExpandedTopicJudge asking(RandomWeb web) {
    return ExpandedTopicJudge.builder(
            Settings.none(),
            CrawlContext.about(web.topic(), TextNormalizer.PLAIN, MixedScriptAnalyzer.create()))
        .answers(20, page -> CompletableFuture.completedFuture(page.links().size() % 2 == 0))
        .build();
  }

  public static void main(String[] arguments) {
    new ResumedJudgesTest().crawlUntilKilled(arguments);
  }
}
