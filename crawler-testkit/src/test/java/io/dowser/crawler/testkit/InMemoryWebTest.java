package io.dowser.crawler.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchRequest;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.api.FetchResult.FailureReason;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class InMemoryWebTest {

  private static final CrawlUrl HOME = CrawlUrl.of("http://a.example/");
  private static final CrawlUrl OTHER = CrawlUrl.of("http://a.example/other");

  @AfterEach
  void clearInterruption() {
    Thread.interrupted();
  }

  @Test
  void servesPagesAsHtmlWithEscapedText() throws Exception {
    InMemoryFetcher fetcher =
        InMemoryWeb.builder()
            .page("http://a.example/", "A & B", "1 < 2", "http://b.example/x?a=1&b=2")
            .build()
            .fetcher();

    var fetched = (FetchResult.Fetched) fetcher.fetch(FetchRequest.of(HOME));

    assertThat(fetched.status()).isEqualTo(200);
    assertThat(fetched.contentType()).isEqualTo("text/html; charset=utf-8");
    assertThat(fetched.body().decode(StandardCharsets.UTF_8))
        .contains("<title>A &amp; B</title>", "<p>1 &lt; 2</p>")
        .contains("<a href=\"http://b.example/x?a=1&amp;b=2\">x?a=1&amp;b=2</a>");
  }

  @Test
  void respondsNotModifiedToTheTagOfThePage() throws Exception {
    InMemoryFetcher fetcher = InMemoryWeb.builder().page(HOME.toString(), "", "").build().fetcher();
    var fetched = (FetchResult.Fetched) fetcher.fetch(FetchRequest.of(HOME));
    Optional<String> tag = fetched.headers().firstValue("ETag");

    assertThat(fetcher.fetch(new FetchRequest(HOME, tag, Optional.empty())))
        .isEqualTo(new FetchResult.NotModified(HOME));
    assertThat(fetcher.fetch(new FetchRequest(HOME, Optional.of("\"old\""), Optional.empty())))
        .isEqualTo(fetched);
  }

  @Test
  void servesRedirectsFailuresAndStatusesOnRequest() throws Exception {
    InMemoryFetcher fetcher =
        InMemoryWeb.builder()
            .redirect("http://a.example/", "/other")
            .failure("http://a.example/other", FailureReason.TIMEOUT)
            .status("http://b.example/", 503)
            .build()
            .fetcher();

    assertThat(fetcher.fetch(FetchRequest.of(HOME)))
        .isEqualTo(new FetchResult.Redirect(HOME, 301, "/other"));
    assertThat(fetcher.fetch(FetchRequest.of(OTHER)))
        .isEqualTo(FetchResult.Failed.of(OTHER, FailureReason.TIMEOUT, "broken on purpose"));
    assertThat(failure(fetcher, "http://b.example/"))
        .matches(failed -> failed.status() == 503 && failed.retryable());
    assertThat(failure(fetcher, "http://nobody.example/"))
        .matches(failed -> failed.status() == 404 && !failed.retryable());
  }

  @Test
  void failsAsOftenAsAskedAndThenServesThePage() throws Exception {
    InMemoryFetcher fetcher =
        InMemoryWeb.builder()
            .page(HOME.toString(), "", "")
            .failingFirst(HOME.toString(), FailureReason.RESET, 2)
            .build()
            .fetcher();

    assertThat(failure(fetcher, HOME.toString()).reason()).isEqualTo(FailureReason.RESET);
    assertThat(failure(fetcher, HOME.toString()).reason()).isEqualTo(FailureReason.RESET);
    assertThat(fetcher.fetch(FetchRequest.of(HOME))).isInstanceOf(FetchResult.Fetched.class);
  }

  @Test
  void recordsOrderAndCountsAndEachFetcherKeepsItsOwn() throws Exception {
    InMemoryWeb web = InMemoryWeb.builder().page(HOME.toString(), "", "").build();
    InMemoryFetcher fetcher = web.fetcher();
    fetcher.fetch(FetchRequest.of(HOME));
    fetcher.fetch(FetchRequest.of(OTHER));
    fetcher.fetch(FetchRequest.of(HOME));

    assertThat(fetcher.order()).containsExactly(HOME, OTHER, HOME);
    assertThat(fetcher.timesFetched(HOME)).isEqualTo(2);
    assertThat(fetcher.order().size()).isEqualTo(3);
    assertThat(web.fetcher().order()).isEmpty();
  }

  @Test
  void hangsUntilInterrupted() {
    InMemoryFetcher fetcher = InMemoryWeb.builder().hanging(HOME.toString()).build().fetcher();
    Thread.currentThread().interrupt();

    assertThatThrownBy(() -> fetcher.fetch(FetchRequest.of(HOME)))
        .isInstanceOf(InterruptedException.class);
  }

  @Test
  void refusesFetchesAfterClose() {
    InMemoryFetcher fetcher = InMemoryWeb.builder().build().fetcher();
    fetcher.close();

    assertThat(fetcher.isClosed()).isTrue();
    assertThatThrownBy(() -> fetcher.fetch(FetchRequest.of(HOME)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining(HOME.toString());
  }

  @Test
  void refusesMistakesOfTheBuilderCall() {
    InMemoryWeb.Builder builder = InMemoryWeb.builder().page(HOME.toString(), "", "");

    assertThatThrownBy(() -> builder.redirect(HOME.toString(), "/"))
        .hasMessage("url is given twice: http://a.example/");
    assertThatThrownBy(() -> builder.status(OTHER.toString(), 200))
        .hasMessage("status must be 400 to 599, but was 200");
    assertThatThrownBy(() -> builder.failingFirst(OTHER.toString(), FailureReason.DNS, 1))
        .hasMessageStartingWith("url must be added before");
    assertThatThrownBy(() -> builder.failingFirst(HOME.toString(), FailureReason.DNS, 0))
        .hasMessage("times must be above 0, but was 0");
  }

  private static FetchResult.Failed failure(InMemoryFetcher fetcher, String url) throws Exception {
    return (FetchResult.Failed) fetcher.fetch(FetchRequest.of(CrawlUrl.of(url)));
  }
}
