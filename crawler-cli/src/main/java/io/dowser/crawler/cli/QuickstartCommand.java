package io.dowser.crawler.cli;

import io.dowser.crawler.Crawler;
import io.dowser.crawler.Politeness;
import io.dowser.crawler.Strategy;
import io.dowser.crawler.api.LinkPolicy;
import io.dowser.crawler.api.Topic;
import io.dowser.crawler.api.internal.Checks;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.UnaryOperator;
import okhttp3.OkHttpClient;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * Crawls the bundled web in three orders and compares what was found within a budget. The
 * breadth-first crawl continues to the end: it reports how many relevant pages there are, and how
 * late it finds them.
 */
@Command(
    name = "quickstart",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description =
        "Shows the benefit of focused crawling: crawls 471 bundled pages of four manuals over HTTP"
            + " on this machine, breadth-first, best-first and adaptive, and compares the"
            + " results.")
final class QuickstartCommand implements Callable<Integer> {

  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(
      names = {"-t", "--topic"},
      paramLabel = "TERM",
      split = "[,，、]",
      splitSynopsisLabel = ",",
      defaultValue =
          "authentication,authorization,password,username,certificate,login,credentials,access control",
      description = "The topic, with commas between terms (default: ${DEFAULT-VALUE}).")
  private List<String> terms = List.of();

  @Option(
      names = {"-n", "--max-pages"},
      paramLabel = "N",
      description = "The number of pages after which to compare (default: ${DEFAULT-VALUE}).")
  private int budget = 100;

  @Mixin private ProgressOptions progress = new ProgressOptions();

  @Override
  public Integer call() throws IOException {
    CrawlRun.checked(spec, () -> Checks.positive("maxPages", budget));
    Topic topic = CrawlRun.checked(spec, () -> Topic.of(terms.toArray(String[]::new)));
    BundledWeb web = BundledWeb.load();
    try (var server = ManualServer.start(web)) {
      OkHttpClient client = NamedHosts.client(web.hosts(), server.address());
      var bundled = new Crawls(web, client, topic);
      Harvest breadthFirst =
          crawl(bundled, "breadth-first", web.size(), to -> to.frontier("breadth-first", Map.of()));
      Harvest bestFirst = crawl(bundled, "best-first", budget, to -> to);
      Harvest adaptive = crawl(bundled, "adaptive", budget, to -> to.scorer("adaptive", Map.of()));
      print(bundled, List.of(breadthFirst, bestFirst, adaptive));
    }
    return 0;
  }

  /** Settings that the crawls share. */
  private record Crawls(BundledWeb web, OkHttpClient client, Topic topic) {}

  /** Crawls with one worker, so that every run gives the same. */
  private Harvest crawl(
      Crawls bundled, String name, int pages, UnaryOperator<Crawler.Builder> order) {
    var harvest = new Harvest(name);
    Crawler.Builder crawl =
        order
            .apply(Crawler.builder())
            .means(progress.means().name(name).httpClient(bundled.client()).workers(1).build())
            .seeds(BundledWeb.FRONT_PAGES)
            .topic(bundled.topic())
            .strategy(
                Strategy.builder()
                    .linkPolicy(LinkPolicy.urls(bundled.web()::contains, "not in the web"))
                    .build())
            .politeness(Politeness.builder().delay(Duration.ZERO).build())
            .listener(harvest);
    try (Crawler crawler = CrawlRun.checked(spec, crawl.maxPages(pages)::build)) {
      crawler.run().orThrow();
    }
    return harvest;
  }

  private void print(Crawls bundled, List<Harvest> harvests) {
    Harvest breadthFirst = harvests.get(0);
    Harvest bestFirst = harvests.get(1);
    int targets = breadthFirst.relevant(breadthFirst.pages());
    int found = bestFirst.relevant(budget);
    print(
        "%n%d of %d pages on %d hosts are about: %s%n",
        targets,
        bundled.web().size(),
        bundled.web().hosts().size(),
        String.join(", ", bundled.topic().terms()));
    print("%-15s %7s %10s %14s %15s", "", "pages", "relevant", "harvest rate", "target recall");
    harvests.forEach(harvest -> row(harvest, targets));
    print(
        "%nTo find %d of the %d, breadth-first needs %d pages where best-first needs %d.",
        found, targets, breadthFirst.pagesFor(found), bestFirst.pagesFor(found));
  }

  private void row(Harvest harvest, int targets) {
    int pages = Math.min(budget, harvest.pages());
    int relevant = harvest.relevant(pages);
    print(
        "%-15s %7d %10d %14.3f %15.3f",
        harvest.name(),
        pages,
        relevant,
        (double) relevant / pages,
        targets == 0 ? 0 : (double) relevant / targets);
  }

  private void print(String format, Object... values) {
    PrintWriter out = spec.commandLine().getOut();
    out.println(String.format(Locale.ROOT, format, values));
  }
}
