package io.dowser.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.text.ParseException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import jdk.jfr.Configuration;
import jdk.jfr.Recording;

/**
 * Profiles the processor time of a whole crawl, cold and warm: flame graphs, and the methods of
 * this project with the largest shares. A share includes the calls into libraries.
 */
final class CrawlProfile {

  private static final int METHODS = 15;
  private static final String SETTINGS = "profile";

  private final CrawlPlan plan;
  private final Path directory;
  private final Report report;

  /** Prepares to write into a directory, which is created. */
  CrawlProfile(CrawlPlan plan, Path directory, Report report) {
    this.plan = plan;
    this.directory = directory;
    this.report = report;
  }

  void run() throws IOException {
    Files.createDirectories(directory);
    try (ServedSite site = ServedSite.start(plan.site(), Duration.ZERO)) {
      crawl(new FetchAll(site.site()), site); // so that the server is compiled
      recordCold(site);
      show("cold");
      recordWarm(site);
      show("warm");
    }
  }

  private void crawl(CrawlerUnderTest crawler, ServedSite site) {
    WholeCrawl.timed(crawler, site.site(), site.port(), plan.workers());
  }

  private Path recording(String name) {
    return directory.resolve(name + ".jfr");
  }

  private void recordCold(ServedSite site) {
    String option =
        "-XX:StartFlightRecording=settings=" + SETTINGS + ",filename=" + recording("cold");
    List<String> options = List.of(option, "-Xlog:jfr+startup=off");
    ColdCrawl.run(options, CrawlerUnderTest.DOWSER, site, plan.coldPages(), plan.workers());
  }

  private void recordWarm(ServedSite site) throws IOException {
    for (int round = 1; round < plan.warmRounds(); round++) {
      crawl(CrawlerUnderTest.DOWSER, site);
    }
    try (var recording = new Recording(Configuration.getConfiguration(SETTINGS))) {
      recording.start();
      crawl(CrawlerUnderTest.DOWSER, site);
      recording.dump(recording("warm"));
    } catch (ParseException e) {
      throw new IOException(e);
    }
  }

  private void show(String name) throws IOException {
    SampleTree samples = SampleTree.of(recording(name));
    FlameGraph.write(samples, "A whole crawl, " + name, directory.resolve(name + ".svg"));
    report.say("%s, %,d samples of Java code", name, samples.samples());
    report.columns("innermost method of this project", "share");
    samples.byOwnMethod().entrySet().stream()
        .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
        .limit(METHODS)
        .forEach(
            each ->
                report.row(
                    "`" + each.getKey().replaceFirst("io\\.dowser\\.([a-z]+\\.)*", "") + "`",
                    Report.text("%.1f %%", 100.0 * each.getValue() / samples.samples())));
  }
}
