package io.dowser.crawler.lab;

import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlEvent;
import io.dowser.crawler.api.CrawlListener;
import io.dowser.crawler.api.Visit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Records the steps of one run; called by the crawl's own thread. */
final class Recorder implements CrawlListener {

  private final Web web;
  private final CpuMeter cpu;
  private final List<RunResult.Step> steps = new ArrayList<>();
  private final Map<Long, Integer> pages = new HashMap<>();
  private long failures;
  private String problem = "";

  Recorder(Web web, CpuMeter cpu) {
    this.web = web;
    this.cpu = cpu;
  }

  @Override
  public void on(CrawlEvent event) {
    if (event instanceof CrawlEvent.Started) {
      cpu.begin();
    } else if (event instanceof CrawlEvent.Visited visited) {
      visited(visited.visit());
    } else if (event instanceof CrawlEvent.FetchFailed) {
      failures++;
    } else if (event instanceof CrawlEvent.PluginFailed failed) {
      problem = failed.plugin() + " on " + failed.url() + ": " + failed.cause();
    } else if (event instanceof CrawlEvent.Finished) {
      cpu.end();
    }
  }

  private void visited(Visit visit) {
    Candidate arrival = visit.candidate();
    int page =
        web.number(visit.url())
            .or(() -> web.number(arrival.url()))
            .orElseThrow(
                () -> new IllegalStateException(visit.url() + " is not in the web of the study"));
    pages.put(arrival.sequence(), page);
    @Nullable Integer parent = pages.get(arrival.parent());
    boolean seed = arrival.isSeed() || parent == null;
    steps.add(
        new RunResult.Step(
            page,
            seed || parent == null ? RunResult.NO_PARENT : parent,
            seed ? 0 : arrival.score()));
  }

  List<RunResult.Step> steps() {
    return steps;
  }

  long failures() {
    return failures;
  }

  String problem() {
    return problem;
  }
}
