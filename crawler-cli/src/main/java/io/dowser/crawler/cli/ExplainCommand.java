package io.dowser.crawler.cli;

import io.dowser.crawler.CrawlHistory;
import io.dowser.crawler.CrawlHistory.Change;
import io.dowser.crawler.CrawlHistory.UrlStatus;
import io.dowser.crawler.Crawler;
import io.dowser.crawler.Persistence;
import io.dowser.crawler.UrlExplanation;
import io.dowser.crawler.api.AnalyzedPage.Irrelevance;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.Topic;
import io.dowser.crawler.lab.Lab;
import io.dowser.crawler.store.StoredVisit;
import io.dowser.crawler.store.StoredVisit.PathStep;
import io.dowser.crawler.url.UrlCanonicalizer;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Prints why a URL was, or would be, fetched or not. */
@Command(
    name = "explain",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Reports what a crawl would do with a URL: its canonical form, whether it is in scope, where it"
          + " connects to, which rule of robots.txt decides, and the delay. Fetches only"
          + " robots.txt.",
      "",
      "The URL is checked like a link that the crawl has found; one of the seeds, like a seed.",
      "",
      "With --crawl, reports first what became of the URL in that crawl, and by which links it was"
          + " reached. The crawl must not be running."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  dowser explain https://www.example.org/tides",
      "  dowser explain https://www.example.org/tides --crawl tides",
      "  dowser explain https://www.example.org/tides --seed https://example.org/ --stay-on host"
    })
final class ExplainCommand implements Callable<Integer> {

  /** Without a border, seeds are of no account; this one is no page that is asked about. */
  private static final List<CrawlUrl> ANY_SEED = List.of(CrawlUrl.of("https://seed.invalid/"));

  @Spec private CommandSpec spec = CommandSpec.create();

  @Parameters(paramLabel = "URL", description = "The URL of any page.")
  private String url = "";

  @Option(
      names = {"-c", "--crawl"},
      paramLabel = "DIRECTORY",
      description = "The --out of dowser crawl; only its settings are used.")
  private @Nullable Path directory;

  @Option(
      names = {"-s", "--seed"},
      paramLabel = "URL|FILE",
      description = "The seed of the crawl, as in dowser crawl; --stay-on is a border around it.")
  private List<String> seeds = new ArrayList<>();

  @Mixin private ScopeOptions scope = new ScopeOptions();
  @Mixin private NamedSettings settings = new NamedSettings();
  @Mixin private PolitenessOptions politeness = new PolitenessOptions();

  @Override
  public Integer call() throws InterruptedException {
    Path crawl = directory;
    refuseSettingsOfTwoCrawls();
    Crawler.Builder described =
        CrawlRun.checked(spec, () -> crawl == null ? fresh() : resumed(crawl));
    try (Crawler crawler = CrawlRun.checked(spec, described::build)) {
      UrlExplanation explained = crawler.explain(url);
      boolean wasFetched =
          crawl != null && explained.url().map(page -> history(page, crawl)).orElse(false);
      PrintWriter out = spec.commandLine().getOut();
      out.print(explained);
      out.println(conclusion(wasFetched, explained.isAllowed()));
      return explained.isAllowed() ? 0 : Dowser.REFUSED;
    }
  }

  private void refuseSettingsOfTwoCrawls() {
    if (directory != null) {
      spec.commandLine().getParseResult().matchedOptions().stream()
          .map(OptionSpec::longestName)
          .filter(option -> !option.equals("--crawl"))
          .findFirst()
          .ifPresent(
              option -> {
                throw new ParameterException(
                    spec.commandLine(),
                    "--crawl uses the settings of that crawl; leave out " + option);
              });
    }
  }

  private Crawler.Builder fresh() {
    CrawlUrl page =
        UrlCanonicalizer.standard()
            .canonicalize(url)
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "'" + url + "' must be an absolute http or https URL"));
    List<CrawlUrl> around = Lab.seeds(seeds);
    if (around.isEmpty() && scope.hasBorder()) {
      throw new IllegalArgumentException("--stay-on is a border around seeds: name one by --seed");
    }
    List<CrawlUrl> start = around.isEmpty() ? ANY_SEED : around;
    Crawler.Builder crawl = Crawler.builder().topic(Topic.of("any"));
    crawl.seeds(start.stream().map(CrawlUrl::toString).toList());
    scope.addTo(settings, around.isEmpty() ? List.of(page) : around);
    politeness.addTo(settings);
    settings.applyTo(crawl);
    return crawl;
  }

  private static Crawler.Builder resumed(Path directory) {
    return Crawler.resume(directory)
        .persistence(Persistence.builder().pageSink(new CrawlFiles(directory).sink()).build());
  }

  private static String conclusion(boolean wasFetched, boolean isAllowed) {
    if (!isAllowed) {
      return "would not be fetched";
    }
    return wasFetched ? "was fetched; only a recrawl fetches it again" : "would be fetched";
  }

  /** Prints what became of a URL and returns whether it was fetched. */
  private boolean history(CrawlUrl page, Path crawl) {
    PrintWriter out = spec.commandLine().getOut();
    try (CrawlHistory history = CrawlHistory.open(crawl)) {
      UrlStatus status = history.whyNotFetched(page);
      String judgement = history.visit(page).map(visit -> judgement(visit, history)).orElse("");
      out.println(("in this crawl: " + status.state() + " " + status.reason()).strip() + judgement);
      history.pathTo(page).forEach(step -> out.println("  " + line(step)));
      return status.state() == UrlStatus.State.FETCHED;
    }
  }

  /** Returns the relevance of the last version of a page, and why it counts for nothing. */
  private static String judgement(StoredVisit visit, CrawlHistory history) {
    List<Change> versions = history.versions(visit.page());
    Change last = versions.get(versions.size() - 1);
    String reason =
        last.irrelevance().map(why -> ": " + why + original(visit, why, history)).orElse("");
    return String.format(
        Locale.ROOT,
        ", with relevance %.2f, %s%s",
        last.relevance(),
        last.relevant() ? "relevant" : "not relevant",
        reason);
  }

  private static String original(StoredVisit visit, Irrelevance reason, CrawlHistory history) {
    CrawlUrl original =
        reason == Irrelevance.DUPLICATE ? history.originals().get(visit.number()) : null;
    return original == null ? "" : " of " + original;
  }

  private static String line(PathStep step) {
    return step.url() + (step.anchor().isEmpty() ? "" : " by the link \"" + step.anchor() + '"');
  }
}
