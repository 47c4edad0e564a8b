package io.dowser.crawler.archive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.dowser.crawler.Crawler;
import io.dowser.crawler.Means;
import io.dowser.crawler.Persistence;
import io.dowser.crawler.Politeness;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.api.Topic;
import io.dowser.crawler.api.Visit;
import io.dowser.crawler.testkit.InMemoryWeb;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Several sinks of one crawl. */
class PageSinksTest {

  private final List<String> calls = new ArrayList<>();

  private PageSink named(String name, boolean fails) {
    return new PageSink() {
      @Override
      public void page(Visit visit) throws IOException {
        call("page " + visit.url().path());
      }

      @Override
      public void redirect(FetchResult.Redirect redirect, Instant time) throws IOException {
        call("redirect");
      }

      @Override
      public void unchanged(Unchanged unchanged) throws IOException {
        call("unchanged");
      }

      @Override
      public void flush() throws IOException {
        call("flush");
      }

      @Override
      public void close() throws IOException {
        call("close");
      }

      private void call(String what) throws IOException {
        calls.add(name + " " + what);
        if (fails) {
          throw new IOException(name + " failed");
        }
      }
    };
  }

  @Test
  void eachSinkGetsWhatTheCrawlHandsOverAndIsClosed() {
    InMemoryWeb web =
        InMemoryWeb.builder()
            .page("http://a.test/", "", "tides", "/b")
            .page("http://a.test/b", "", "ships")
            .build();
    try (Crawler crawler =
        Crawler.builder()
            .seed("http://a.test/")
            .topic(Topic.of("tides"))
            .fetcher(web.fetcher())
            .politeness(Politeness.builder().delay(Duration.ZERO).build())
            .means(Means.builder().workers(1).build())
            .persistence(
                Persistence.builder()
                    .pageSink(PageSink.all(named("one", false), named("two", false).onlyRelevant()))
                    .build())
            .build()) {
      crawler.run().orThrow();
    }

    assertThat(calls)
        .filteredOn(call -> !call.endsWith("flush"))
        .containsExactly("one page /", "two page /", "one page /b", "one close", "two close");
  }

  @Test
  void eachMethodReachesEachSink() throws IOException {
    PageSink all = PageSink.all(named("one", false), named("two", false));
    CrawlUrl url = CrawlUrl.of("http://a.test/");
    Instant now = Instant.EPOCH;
    var redirect = new FetchResult.Redirect(url, 301, "/b");
    all.redirect(redirect, now);
    all.flush();

    assertThat(calls).containsExactly("one redirect", "two redirect", "one flush", "two flush");
  }

  @Test
  void allAreClosedIfOneFails() {
    PageSink all = PageSink.all(named("one", true), named("two", false), named("three", true));

    assertThatIOException()
        .isThrownBy(all::close)
        .withMessage("one failed")
        .satisfies(e -> assertThat(e.getSuppressed()).hasSize(1));
    assertThat(calls).containsExactly("one close", "two close", "three close");
  }

  @Test
  void noneAndTheSameTwiceAreRefused() {
    PageSink one = named("one", false);

    assertThatIllegalArgumentException().isThrownBy(PageSink::all);
    assertThatIllegalArgumentException().isThrownBy(() -> PageSink.all(one, one));
  }
}
