package io.dowser.crawler.internal.report;

import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.report.CrawlSnapshot;
import io.dowser.crawler.report.CrawlSnapshot.Next;
import java.util.List;

/** Adds the tables that only a running crawl has. */
final class NowTables {

  private NowTables() {}

  static void add(HtmlReport report, CrawlSnapshot crawl) {
    if (!crawl.next().isEmpty()) {
      report.section("Comes next").table(next(crawl.next()));
    }
    if (!crawl.hosts().isEmpty()) {
      List<List<String>> rows =
          crawl.hosts().stream().map(host -> List.of(host.name(), host.status())).toList();
      report.section("Hosts in use or waiting");
      report.table(new Table("What hosts wait for", List.of("host", "status"), rows));
    }
  }

  private static Table next(List<Next> next) {
    return new Table(
        "Best pending link of each host",
        List.of("link", "text", "score", "parts when it was found", "depth", "host"),
        next.stream().map(NowTables::row).toList());
  }

  private static List<String> row(Next next) {
    Candidate link = next.candidate();
    return List.of(
        link.url().toString(),
        next.anchor(),
        link.isSeed() ? "seed" : CrawlPage.number(link.score()),
        ScoreParts.of(next.explanation()),
        CrawlPage.whole(link.depth()),
        next.hostStatus());
  }
}
