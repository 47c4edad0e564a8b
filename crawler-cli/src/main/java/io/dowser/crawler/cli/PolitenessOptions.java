package io.dowser.crawler.cli;

import io.dowser.crawler.Crawler;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How a crawl treats sites, first run or later one. */
final class PolitenessOptions {

  @Option(
      names = "--contact",
      paramLabel = "ADDRESS",
      description =
          "Your web page or e-mail address. Operators of sites see it in their logs and can reach"
              + " you; give it in a crawl of more than some pages.")
  private @Nullable String contact;

  @Option(
      names = "--user-agent",
      paramLabel = "TEXT",
      description = "The whole line instead: acme-crawler/1.0 (+https://acme.example/crawler)")
  private @Nullable String userAgent;

  @Option(
      names = "--delay",
      paramLabel = "TIME",
      description = "Between two requests to one host, such as 0.5s or 5s (default: 1s).")
  private @Nullable Duration delay;

  @Option(
      names = "--workers",
      paramLabel = "N",
      description = "Pages in flight at once, each from another host (default: 20).")
  private @Nullable Integer workers;

  void apply(Crawler.Builder crawl) {
    if (contact != null && userAgent != null) {
      throw new IllegalArgumentException("--contact and --user-agent exclude each other");
    }
    if (contact != null) {
      crawl.userAgent("Dowser (+" + contact + ")");
    }
    if (userAgent != null) {
      crawl.userAgent(userAgent);
    }
    if (delay != null) {
      crawl.delay(delay);
    }
    if (workers != null) {
      crawl.workers(workers);
    }
  }
}
