package io.dowser.crawler.spark;

import io.dowser.crawler.api.CrawlContext;
import io.dowser.crawler.api.FetchResult.FailureReason;
import io.dowser.crawler.api.Fetcher;
import io.dowser.crawler.api.FetcherProvider;
import io.dowser.crawler.api.Settings;
import io.dowser.crawler.testkit.InMemoryWeb;

/** Creates fetchers of a small web with redirects, failures and a page that no scorer survives. */
public final class OddWebProvider implements FetcherProvider {

  /** For the service loader. */
  public OddWebProvider() {}

  static final String TRAP = "http://a.example/x/x/x/x/x/x/x/x";

  static final String ARCHIVE = "http://b.example/laser.zip";

  @Override
  public String name() {
    return "odd-web";
  }

  @Override
  public Fetcher create(Settings settings, CrawlContext context) {
    InMemoryWeb.Builder web = InMemoryWeb.builder();
    for (int hop = 0; hop < 12; hop++) {
      web.redirect("http://c.example/" + hop, "http://c.example/" + (hop + 1));
    }
    return web.page(
            "http://a.example/",
            "Home",
            "All about lasers.",
            "/moved",
            "/poison",
            "/secret",
            "/lost",
            "/latest",
            "/laser.tar.gz",
            "http://gone.example/",
            "http://b.example/")
        .redirect("http://a.example/moved", "http://b.example/target")
        .redirect("http://a.example/lost", TRAP)
        .page(TRAP, "Trap", "A laser.")
        .redirect("http://a.example/latest", ARCHIVE)
        .page(ARCHIVE, "Archive", "A laser.")
        .page("http://a.example/laser.tar.gz", "Archive", "A laser.")
        .redirect("http://b.example/again", "http://a.example/")
        .page("http://a.example/poison", "Poison", "A laser.", "http://b.example/after")
        .page("http://a.example/secret", "Secret", "A laser.")
        .document("http://a.example/robots.txt", "text/plain", "User-agent: *\nDisallow: /secret\n")
        .page("http://b.example/", "B", "A lens.", "/again", "/target")
        .page("http://b.example/target", "Target", "A laser lens.", "/leaf")
        .page("http://b.example/leaf", "Leaf", "A laser.")
        .failure("http://gone.example/", FailureReason.TLS)
        .build()
        .fetcher();
  }
}
