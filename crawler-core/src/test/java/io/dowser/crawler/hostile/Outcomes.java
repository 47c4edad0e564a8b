package io.dowser.crawler.hostile;

import io.dowser.crawler.api.CrawlEvent;
import io.dowser.crawler.api.CrawlListener;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.SkippedLink;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Writes down what became of URLs, in few words. */
final class Outcomes implements CrawlListener {

  private final Set<String> outcomes = new TreeSet<>();
  private final Set<CrawlUrl> visited = new TreeSet<>();
  private final List<String> failures = new ArrayList<>();

  @Override
  public void on(CrawlEvent event) {
    if (event instanceof CrawlEvent.Visited page) {
      visited.add(page.visit().url());
      note(page.visit().url(), "visited " + page.visit().fetched().truncation());
    } else if (event instanceof CrawlEvent.FetchFailed failed) {
      note(failed.candidate().url(), "failed " + failed.failure().reason());
      failures.add(failed.failure().toString());
    } else if (event instanceof CrawlEvent.Dropped dropped) {
      note(dropped.url(), "dropped " + dropped.reason());
    } else if (event instanceof CrawlEvent.Redirected redirected) {
      note(redirected.from(), "redirected");
    } else if (event instanceof CrawlEvent.DuplicateFound duplicate) {
      note(duplicate.visit().url(), "duplicate");
    } else if (event instanceof CrawlEvent.LinksSkipped skipped) {
      for (SkippedLink link : skipped.links()) {
        note(skipped.page(), "skipped " + link.reason());
      }
    } else if (event instanceof CrawlEvent.HostSlowed slowed) {
      outcomes.add(slowed.host() + " slowed " + slowed.cause());
    } else if (event instanceof CrawlEvent.PluginFailed failed) {
      note(failed.url(), "plugin failed " + failed.cause());
    }
  }

  private void note(CrawlUrl url, String outcome) {
    if (!url.host().startsWith("good-")) {
      outcomes.add(url.host() + " " + outcome);
    }
  }

  Set<String> all() {
    return outcomes;
  }

  Set<CrawlUrl> visited() {
    return visited;
  }

  List<String> failures() {
    return failures;
  }
}
