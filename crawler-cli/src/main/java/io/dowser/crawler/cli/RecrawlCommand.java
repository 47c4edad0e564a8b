package io.dowser.crawler.cli;

import io.dowser.crawler.Crawler;
import io.dowser.crawler.Recrawl;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Checks the pages of a crawl for changes. */
@Command(
    name = "recrawl",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Checks the pages of a crawl for changes, fetches new ones, and writes the results again."
          + " changes.csv lists the changes that the rechecks of all runs have found."
    },
    footerHeading = "%nExample, once a day:%n",
    footer = "  dowser recrawl tides --policy poisson --only-relevant --max-requests 5000")
final class RecrawlCommand implements Callable<Integer> {

  @Spec private CommandSpec spec = CommandSpec.create();

  @Parameters(paramLabel = "DIRECTORY", description = "The --out of dowser crawl.")
  private Path directory = Path.of(".");

  @Option(
      names = "--policy",
      paramLabel = "NAME",
      description =
          "The policy that decides when a page is due: fixed (default: every page), adaptive or"
              + " poisson. Set its options with --set revisitPolicy.interval=P7D.")
  private @Nullable String policy;

  @Option(names = "--only-relevant", description = "Check only relevant pages.")
  private boolean onlyRelevant;

  @Option(names = "--max-requests", paramLabel = "N", description = "${bundle:setting.maxRequests}")
  private @Nullable String requests;

  @Option(names = "--new-share", paramLabel = "SHARE", description = "${bundle:setting.newShare}")
  private @Nullable String newShare;

  @Option(names = "--max-age", paramLabel = "TIME", description = "${bundle:setting.maxAge}")
  private @Nullable String age;

  @Mixin private LimitOptions limits = new LimitOptions();
  @Mixin private PolitenessOptions politeness = new PolitenessOptions();
  @Mixin private NamedSettings settings = new NamedSettings();
  @Mixin private ProgressOptions progress = new ProgressOptions();

  @Override
  public Integer call() throws IOException, InterruptedException {
    return new CrawlRun(spec, new CrawlFiles(directory), progress).run(this::settings);
  }

  private Crawler.Builder settings() {
    Crawler.Builder crawl = Crawler.recrawl(directory, Recrawl.builder().build());
    settings.put("revisitPolicy", policy, "--policy");
    settings.put("onlyRelevant", onlyRelevant ? "true" : null, "--only-relevant");
    settings.put("maxRequests", requests, "--max-requests");
    settings.put("newShare", newShare, "--new-share");
    settings.put("maxAge", age, "--max-age");
    limits.addTo(settings);
    politeness.addTo(settings);
    settings.applyTo(crawl);
    return crawl;
  }
}
