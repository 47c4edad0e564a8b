package io.dowser.crawler.cli;

import io.dowser.crawler.Crawler;
import io.dowser.crawler.Recrawl;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Checks the pages of a crawl for changes. */
@Command(
    name = "recrawl",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Checks the pages of a crawl for changes, fetches new ones beside, and writes the results anew."
          + " changes.csv gets what the checks of all runs have found."
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
      description = "When a page is due: fixed (default: each is), adaptive or poisson.")
  private @Nullable String policy;

  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      description = "A setting of the policy, such as interval=P7D.")
  private Map<String, String> settings = new LinkedHashMap<>();

  @Option(names = "--only-relevant", description = "Check no other pages than relevant ones.")
  private boolean onlyRelevant;

  @Option(
      names = "--max-requests",
      paramLabel = "N",
      description = "Pages to ask for, checks and new pages together.")
  private @Nullable Long requests;

  @Option(
      names = "--new-share",
      paramLabel = "SHARE",
      description = "Share of new pages among these, 0 to 1 (default: 0.5).")
  private @Nullable Double newShare;

  @Option(
      names = "--max-age",
      paramLabel = "TIME",
      description = "A page that was not checked for this time is due in any case.")
  private @Nullable Duration age;

  @Mixin private LimitOptions limits = new LimitOptions();
  @Mixin private PolitenessOptions politeness = new PolitenessOptions();
  @Mixin private ProgressOptions progress = new ProgressOptions();

  @Override
  public Integer call() throws IOException, InterruptedException {
    return new CrawlRun(spec, new CrawlFiles(directory), progress).run(this::settings);
  }

  private Crawler.Builder settings() {
    Crawler.Builder crawl = Crawler.recrawl(directory, recrawl()).limits(limits.limits().build());
    politeness.apply(crawl);
    return crawl;
  }

  private Recrawl recrawl() {
    Recrawl.Builder how = Recrawl.builder().onlyRelevant(onlyRelevant);
    if (policy != null) {
      how.revisitPolicy(policy, settings);
    } else if (!settings.isEmpty()) {
      throw new ParameterException(spec.commandLine(), "--set needs --policy");
    }
    if (requests != null) {
      how.maxRequests(requests);
    }
    if (newShare != null) {
      how.newShare(newShare);
    }
    if (age != null) {
      how.maxAge(age);
    }
    return how.build();
  }
}
