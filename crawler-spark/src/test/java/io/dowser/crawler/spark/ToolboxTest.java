package io.dowser.crawler.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.LinkFeatures;
import io.dowser.crawler.api.PathState;
import io.dowser.crawler.api.Topic;
import io.dowser.crawler.url.HostRules;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.iceberg.hadoop.SerializableConfiguration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ToolboxTest {

  @TempDir Path directory;

  private Path log() {
    return directory.resolve("log");
  }

  private Toolbox toolbox(boolean fails) {
    CrawlPlan plan =
        new SparkCrawl.Builder(null, directory.toString())
            .topic(Topic.of("laser"))
            .fetcher("started", Map.of("log", log().toString(), "fails", fails + ""))
            .scorer("counting", Map.of())
            .hostRules("*.example.org", HostRules.builder().priority(3).build())
            .plan();
    return new Toolbox(
        plan.task(),
        List.of(),
        new Toolbox.Tables(
            new TaskLease(
                new CrawlCatalog(
                    "", "", Map.of(), new SerializableConfiguration(new Configuration())),
                0,
                plan.rounds().leaseTime()),
            Map.of(),
            ""),
        Toolbox.Cycle.NONE);
  }

  @Test
  void fetcherIsStartedOnceForAllTasks() throws Exception {
    Toolbox toolbox = toolbox(false);
    toolbox.open("here");
    toolbox.open("here");
    toolbox.close();
    toolbox.open("here");

    assertThat(Files.readAllLines(log())).containsExactly("start PT1S", "close", "start PT1S");
  }

  @Test
  void newScoreOfAPendingUrlHasThePriorityOfItsHost() {
    Toolbox toolbox = toolbox(false);

    assertThat(rescored(toolbox, "https://www.example.org/")).isEqualTo(3);
    assertThat(rescored(toolbox, "https://www.example.com/")).isEqualTo(0);
  }

  private static double rescored(Toolbox toolbox, String url) {
    var pending =
        new Candidate(CrawlUrl.of(url), 1, 1, 0.5, 0, 0, PathState.NONE, LinkFeatures.NONE);
    return toolbox.rescore(pending, LearnedModel.none(1));
  }

  @Test
  void orderThatNeedsATopicIsRefusedWithoutOneBeforeItRuns() {
    CrawlPlan plan =
        new SparkCrawl.Builder(null, directory.toString())
            .frontier("shark", Map.of())
            .scorer("counting", Map.of())
            .judge("constant", Map.of())
            .plan();

    assertThatThrownBy(plan::checkPlugins)
        .isInstanceOf(CrawlException.class)
        .hasMessage("'shark' needs a topic, but the crawl was given none");
  }

  @Test
  void fetcherThatCannotBeStartedIsClosedAndNamesTheMachine() throws Exception {
    Toolbox toolbox = toolbox(true);

    assertThatThrownBy(() -> toolbox.open("here"))
        .isInstanceOf(CrawlException.class)
        .hasMessage("on here: the login failed");
    assertThat(Files.readAllLines(log())).containsExactly("start PT1S", "close");
  }
}
