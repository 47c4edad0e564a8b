package io.dowser.crawler.cli;

import io.dowser.crawler.CrawlHistory;
import io.dowser.crawler.Crawler;
import io.dowser.crawler.UrlCheck;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.Topic;
import io.dowser.crawler.store.StoredVisit.PathStep;
import io.dowser.crawler.store.UrlStatus;
import io.dowser.crawler.url.UrlCanonicalizer;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Reports why a URL was fetched or not, or would be. */
@Command(
    name = "check",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Reports what a crawl would do with a URL: its canonical form, whether it is in scope, where it"
          + " connects to, which rule of robots.txt decides, and the delay. Fetches robots.txt and"
          + " nothing else.",
      "",
      "With --crawl, reports first what became of the URL in that crawl, and by which links it was"
          + " reached. The crawl must not be running."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  dowser check https://www.example.org/tides",
      "  dowser check https://www.example.org/tides --crawl tides"
    })
final class CheckCommand implements Callable<Integer> {

  @Spec private CommandSpec spec = CommandSpec.create();

  @Parameters(paramLabel = "URL", description = "Any page.")
  private String url = "";

  @Option(
      names = {"-c", "--crawl"},
      paramLabel = "DIRECTORY",
      description = "The --out of dowser crawl; its settings are used.")
  private @Nullable Path directory;

  @Mixin private ScopeOptions scope = new ScopeOptions();
  @Mixin private PolitenessOptions politeness = new PolitenessOptions();

  @Override
  public Integer call() throws InterruptedException {
    Path crawl = directory;
    Optional<CrawlUrl> known = UrlCanonicalizer.standard().canonicalize(url);
    if (crawl != null) {
      known.ifPresent(page -> history(page, crawl));
    }
    Crawler.Builder settings =
        CrawlRun.checked(spec, () -> crawl == null ? fresh(known) : resumed(crawl));
    try (Crawler crawler = CrawlRun.checked(spec, settings::build)) {
      UrlCheck check = crawler.check(url);
      PrintWriter out = spec.commandLine().getOut();
      out.print(check);
      out.println(check.isAllowed() ? "would be fetched" : "would not be fetched");
      return check.isAllowed() ? 0 : Dowser.REFUSED;
    }
  }

  private Crawler.Builder fresh(Optional<CrawlUrl> known) {
    CrawlUrl seed =
        known.orElseThrow(
            () ->
                new IllegalArgumentException(
                    "'" + url + "' must be an absolute http or https URL"));
    Crawler.Builder crawl = Crawler.builder().seed(seed.toString()).topic(Topic.of("any"));
    scope.apply(crawl, List.of(seed));
    politeness.apply(crawl);
    return crawl;
  }

  private static Crawler.Builder resumed(Path directory) {
    return Crawler.resume(directory).pageSink(new CrawlFiles(directory).sink());
  }

  private void history(CrawlUrl page, Path crawl) {
    PrintWriter out = spec.commandLine().getOut();
    try (CrawlHistory history = CrawlHistory.open(crawl)) {
      UrlStatus status = history.whyNotFetched(page);
      out.println(("in this crawl: " + status.state() + " " + status.reason()).strip());
      history.pathTo(page).forEach(step -> out.println("  " + line(step)));
    }
  }

  private static String line(PathStep step) {
    return step.url() + (step.anchor().isEmpty() ? "" : " by the link \"" + step.anchor() + '"');
  }
}
