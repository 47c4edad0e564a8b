package io.dowser.crawler;

import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.api.AbandonReason;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlContext;
import io.dowser.crawler.api.CrawlContext.HostRecord;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.ScoredLink;
import io.dowser.crawler.api.Visit;
import io.dowser.crawler.internal.assembly.CrawlAssembly;
import io.dowser.crawler.internal.plan.CrawlPlan;
import io.dowser.crawler.testkit.InMemoryWeb;
import io.dowser.crawler.toolkit.queue.QueueFrontier;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HostRecordsTest {

  private static final CrawlUrl A = CrawlUrl.of("http://a.test/any");
  private static final CrawlUrl B = CrawlUrl.of("http://b.test/any");

  private final InMemoryWeb web =
      InMemoryWeb.builder()
          .page("http://a.test/", "", "", "/1", "/2", "http://b.test/1")
          .page("http://a.test/1", "laser", "laser")
          .status("http://a.test/2", 404)
          .page("http://b.test/1", "", "")
          .build();

  @Test
  void visitsRelevantPagesAndFailuresOfEachHostAreCounted() {
    CrawlPlan plan = plan(Crawls.of(web, "http://a.test/"));
    assertThat(plan.strategy().hosts().of(A)).isEqualTo(HostRecord.NONE);

    new Crawler(plan, false).run();

    assertThat(plan.strategy().hosts().of(A)).isEqualTo(new HostRecord(2, 1, 1));
    assertThat(plan.strategy().hosts().of(B)).isEqualTo(new HostRecord(1, 0, 0));
  }

  @Test
  void aResumedCrawlContinuesTheRecords(@TempDir Path directory) {
    for (int pages = 1; pages <= 4; pages++) {
      Crawler.Builder builder =
          Crawls.of(web, "http://a.test/")
              .limits(Limits.builder().maxPages(pages).build())
              .directory(directory)
              .persistence(Persistence.builder().allowChanged(true).build());
      CrawlPlan plan = plan(builder);
      new Crawler(plan, false).run();

      if (pages == 4) {
        assertThat(plan.strategy().hosts().of(A)).isEqualTo(new HostRecord(2, 1, 1));
        assertThat(plan.strategy().hosts().of(B)).isEqualTo(new HostRecord(1, 0, 0));
      }
    }
  }

  @Test
  void aFrontierSeesTheVisitOrFailureThatItIsCalledFor() {
    List<String> seen = new ArrayList<>();
    Crawls.of(web, "http://a.test/")
        .frontierFrom(context -> new HostWatcher(context, seen))
        .build()
        .run();

    assertThat(seen).containsExactly("visits 1", "visits 2", "failures 1", "visits 1");
  }

  /** Writes down what the host of each visited and each failed link has. */
  private static final class HostWatcher extends QueueFrontier {

    private final CrawlContext context;
    private final List<String> seen;

    HostWatcher(CrawlContext context, List<String> seen) {
      super(context.hostGrouping());
      this.context = context;
      this.seen = seen;
    }

    @Override
    public double key(Candidate link) {
      return -link.sequence();
    }

    @Override
    public void expand(Visit visit, List<ScoredLink> links) {
      super.expand(visit, links);
      seen.add("visits " + context.hosts().of(visit.url()).visits());
    }

    @Override
    public void abandon(Candidate candidate, AbandonReason reason) {
      super.abandon(candidate, reason);
      seen.add("failures " + context.hosts().of(candidate.url()).failures());
    }
  }

  private static CrawlPlan plan(Crawler.Builder builder) {
    return new CrawlAssembly(builder.spec).plan();
  }
}
