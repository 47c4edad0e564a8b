package io.dowser.crawler.cli;

import io.dowser.crawler.Crawler;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Continues a crawl that was stopped, killed, or has reached a limit. */
@Command(
    name = "resume",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Continues a crawl that was stopped or killed, or has reached a limit, with the settings that"
          + " it was started with. Pages that were fetched are not fetched again.",
    },
    footerHeading = "%nExample:%n",
    footer = "  dowser resume tides --max-pages 5000")
final class ResumeCommand implements Callable<Integer> {

  @Spec private CommandSpec spec = CommandSpec.create();

  @Parameters(paramLabel = "DIRECTORY", description = "The --out of dowser crawl.")
  private Path directory = Path.of(".");

  @Mixin private LimitOptions limits = new LimitOptions();
  @Mixin private PolitenessOptions politeness = new PolitenessOptions();
  @Mixin private NamedSettings settings = new NamedSettings();
  @Mixin private ProgressOptions progress = new ProgressOptions();

  @Override
  public Integer call() throws IOException, InterruptedException {
    return new CrawlRun(spec, new CrawlFiles(directory), progress).run(this::settings);
  }

  private Crawler.Builder settings() {
    Crawler.Builder crawl = Crawler.resume(directory);
    limits.addTo(settings);
    politeness.addTo(settings);
    settings.applyTo(crawl);
    return crawl;
  }
}
