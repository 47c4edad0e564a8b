package io.dowser.crawler.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dowser.crawler.api.CrawlException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ToolboxTest {

  @TempDir Path directory;

  private Path log() {
    return directory.resolve("log");
  }

  private Toolbox toolbox(boolean fails) {
    return new Toolbox(
        new TaskPlan(
            NamedPlugin.of("best-first"),
            NamedPlugin.of("html"),
            new NamedPlugin("started", Map.of("log", log().toString(), "fails", fails + "")),
            NamedPlugin.of("topic-terms"),
            Map.of("laser", 1.0),
            PendingTable.RULES,
            1,
            Duration.ofMinutes(1),
            PageOutput.NONE,
            new VisitOrder.BestFirst(),
            PartFile.Place.of(directory.toString(), "run", new Configuration()),
            10,
            1));
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
  void fetcherThatCannotBeStartedIsClosedAndNamesTheMachine() throws Exception {
    Toolbox toolbox = toolbox(true);

    assertThatThrownBy(() -> toolbox.open("here"))
        .isInstanceOf(CrawlException.class)
        .hasMessage("on here: the login failed");
    assertThat(Files.readAllLines(log())).containsExactly("start PT1S", "close");
  }
}
