package io.dowser.examples.quickstart;

import io.dowser.crawler.Crawler;
import io.dowser.crawler.api.LinkPolicy;
import io.dowser.crawler.api.Topic;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.UnaryOperator;
import okhttp3.OkHttpClient;

/**
 * Crawls the bundled web in three orders and compares what was found within a budget. The
 * breadth-first crawl continues to the end: it reports how many relevant pages there are, and how
 * late it finds them.
 */
final class Comparison {

  private final BundledWeb web;
  private final OkHttpClient client;
  private final Topic topic;
  private final PrintStream progress;

  private Comparison(BundledWeb web, OkHttpClient client, Topic topic, PrintStream progress) {
    this.web = web;
    this.client = client;
    this.topic = topic;
    this.progress = progress;
  }

  static void run(Arguments arguments, PrintStream out, PrintStream err) throws IOException {
    BundledWeb web = BundledWeb.load();
    try (var server = ManualServer.start(web)) {
      var client = NamedHosts.client(web.hosts(), server.address());
      var comparison = new Comparison(web, client, arguments.topic(), err);
      Harvest breadthFirst =
          comparison.crawl(
              "breadth-first", web.size(), crawl -> crawl.frontier("breadth-first", Map.of()));
      Harvest bestFirst = comparison.crawl("best-first", arguments.pages(), crawl -> crawl);
      Harvest adaptive =
          comparison.crawl(
              "adaptive", arguments.pages(), crawl -> crawl.scorer("adaptive", Map.of()));
      comparison.print(out, arguments.pages(), List.of(breadthFirst, bestFirst, adaptive));
    }
  }

  /** Crawls with one worker, so that every run gives the same. */
  private Harvest crawl(String name, int pages, UnaryOperator<Crawler.Builder> order) {
    progress.println("Crawling " + name + " ...");
    var harvest = new Harvest(name);
    try (Crawler crawler =
        order
            .apply(Crawler.builder())
            .seeds(BundledWeb.FRONT_PAGES)
            .topic(topic)
            .linkPolicy(LinkPolicy.urls(web::contains, "not in the web"))
            .httpClient(client)
            .maxPages(pages)
            .workers(1)
            .delay(Duration.ZERO)
            .listener(harvest)
            .progress(progress)
            .build()) {
      crawler.run().orThrow();
    }
    return harvest;
  }

  private void print(PrintStream out, int budget, List<Harvest> harvests) {
    Harvest breadthFirst = harvests.get(0);
    Harvest bestFirst = harvests.get(1);
    int targets = breadthFirst.relevant(breadthFirst.pages());
    int found = bestFirst.relevant(budget);
    out.println();
    print(
        out,
        "%d of %d pages on %d hosts are about: %s",
        targets,
        web.size(),
        web.hosts().size(),
        String.join(", ", topic.terms()));
    out.println();
    print(
        out, "%-15s %7s %10s %14s %15s", "", "pages", "relevant", "harvest rate", "target recall");
    harvests.forEach(harvest -> row(out, budget, harvest, targets));
    out.println();
    print(
        out,
        "To find %d of the %d, breadth-first needs %d pages where best-first needs %d.",
        found,
        targets,
        breadthFirst.pagesFor(found),
        bestFirst.pagesFor(found));
  }

  private static void row(PrintStream out, int budget, Harvest harvest, int targets) {
    int pages = Math.min(budget, harvest.pages());
    int relevant = harvest.relevant(pages);
    print(
        out,
        "%-15s %7d %10d %14.3f %15.3f",
        harvest.name(),
        pages,
        relevant,
        (double) relevant / pages,
        targets == 0 ? 0 : (double) relevant / targets);
  }

  private static void print(PrintStream out, String format, Object... values) {
    out.println(String.format(Locale.ROOT, format, values));
  }
}
