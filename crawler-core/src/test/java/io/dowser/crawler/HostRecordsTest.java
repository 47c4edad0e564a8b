package io.dowser.crawler;

import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.api.CrawlContext.HostRecord;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.internal.assembly.CrawlAssembly;
import io.dowser.crawler.internal.plan.CrawlPlan;
import io.dowser.crawler.testkit.InMemoryWeb;
import java.nio.file.Path;
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

  private static CrawlPlan plan(Crawler.Builder builder) {
    return new CrawlAssembly(builder.spec).plan();
  }
}
