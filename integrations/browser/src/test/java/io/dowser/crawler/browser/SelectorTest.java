package io.dowser.crawler.browser;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.api.FetchRequest;
import io.dowser.crawler.api.FetchResult.Fetched;
import io.dowser.crawler.api.FetchResult.Truncation;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Pages that an element completes. */
@Timeout(120)
@Tag("slow")
class SelectorTest {

  @BeforeAll
  static void needBrowser() {
    Browsers.assume();
  }

  @Test
  void elementCompletesAPageWhateverItsNetworkDoes() throws Exception {
    String late = "setTimeout(() => document.body.innerHTML += '<b class=\"price x\">9</b>', 500)";
    String selector = "b[class~=\"price\"]";
    try (Site site = new Site();
        BrowserFetcher fetcher = Browsers.fetcher("selector", selector)) {
      site.hang("/hangs")
          .html("/late", "<script>fetch('/hangs'); " + late + "</script>")
          .html("/named", "<form name=querySelector></form><b class='price x'>8</b>");

      var page = (Fetched) fetcher.fetch(FetchRequest.of(site.url("/late")));
      assertThat(page.truncation()).isEqualTo(Truncation.NONE);
      assertThat(page.body().decode(UTF_8)).contains("<b class=\"price x\">9</b>");

      var named = (Fetched) fetcher.fetch(FetchRequest.of(site.url("/named")));
      assertThat(named.truncation()).isEqualTo(Truncation.NONE);
    }
  }

  @Test
  void pageWithoutTheElementIsNeverComplete() throws Exception {
    try (Site site = new Site();
        BrowserFetcher fetcher = Browsers.fetcher("selector", "b", "renderTimeout", "5s")) {
      site.html("/", "<script>document.write('nothing')</script>");

      var page = (Fetched) fetcher.fetch(FetchRequest.of(site.url("/")));
      assertThat(page.truncation()).isEqualTo(Truncation.TIME_LIMIT);
    }
  }

  @Test
  void emptyDocumentBeforeThePageIsNotThePage() throws Exception {
    try (Site site = new Site();
        BrowserFetcher fetcher = Browsers.fetcher("selector", "body")) {
      site.html("/", "<p>the page</p>");

      var page = (Fetched) fetcher.fetch(FetchRequest.of(site.url("/")));
      assertThat(page.body().decode(UTF_8)).contains("the page");
    }
  }

  @Test
  void selectorThatTheBrowserDoesNotKnowIsRefused() throws Exception {
    try (Site site = new Site();
        BrowserFetcher fetcher = Browsers.fetcher("selector", "div[")) {
      site.html("/", "<p>the page</p>");

      assertThatThrownBy(() -> fetcher.fetch(FetchRequest.of(site.url("/"))))
          .isInstanceOf(CrawlException.class)
          .hasMessageContaining("selector must be a CSS selector, but was 'div['");
    }
  }
}
