package io.dowser.crawler.browser;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchRequest;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.api.FetchResult.Fetched;
import java.io.IOException;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.Collections;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Pages of a real browser that ask for the same script. */
@Timeout(120)
@TestInstance(TestInstance.Lifecycle.PER_CLASS) // a browser takes long to start
@Tag("slow")
class SharedSubresourcesTest {

  private static final String SCRIPT = "document.write('ren' + 'dered 潮汐')";

  private Site site;
  private BrowserFetcher fetcher;
  private int names;

  @BeforeAll
  void open() throws IOException {
    Browsers.assume();
    site = new Site();
    fetcher = Browsers.fetcher("pagesPerBrowser", "5");
  }

  @AfterAll
  void close() {
    if (fetcher != null) {
      fetcher.close();
      site.close();
    }
  }

  private String text(CrawlUrl url) throws InterruptedException {
    FetchResult result = fetcher.fetch(FetchRequest.of(url));
    assertThat(result).isInstanceOf(Fetched.class);
    return ((Fetched) result).body().decode(UTF_8);
  }

  private String newName() {
    names++;
    return "/" + names;
  }

  private int requests(String path) {
    return Collections.frequency(site.requests(), path);
  }

  /** Renders a number of pages that have a script, and checks that it ran in each. */
  private void render(int pages, String script) throws InterruptedException {
    for (int i = 0; i < pages; i++) {
      String page = newName();
      site.html(page, "<script src='" + script + "'></script>");
      assertThat(text(site.url(page))).contains("rendered 潮汐");
    }
  }

  @Test
  void tenPagesInTwoBrowsersLoadTheirScriptOnce() throws Exception {
    String script = newName();
    site.answer(script, "text/javascript", SCRIPT, "Cache-Control", "max-age=3600");

    render(10, script);

    assertThat(requests(script)).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Cache-Control | public, max-age=3600, immutable | X | x | 1",
        "Cache-Control | max-age=1, s-maxage=\"3600\" | Vary | Accept-Encoding, Origin | 1",
        "Expires | Fri, 31 Dec 2100 23:59:59 GMT | X | x | 1",
        "Cache-Control | max-age=3600 | Age | 60 | 1",
        "Cache-Control | max-age=99999999999 | X | x | 1",
        "Cache-Control | max-age=3600 | Age | 3600 | 2",
        "Cache-Control | max-age=3600 | Age | x | 2",
        "Cache-Control | max-age=0 | X | x | 2",
        "Cache-Control | max-age=x | X | x | 2",
        "Cache-Control | max-age=3600, no-store | X | x | 2",
        "Cache-Control | max-age=3600, NO-CACHE | X | x | 2",
        "Cache-Control | private, max-age=3600 | X | x | 2",
        "Cache-Control | max-age=3600 | Set-Cookie | a=b | 2",
        "Cache-Control | max-age=3600 | Vary | Cookie | 2",
        "Cache-Control | max-age=3600 | Vary | * | 2",
        "Expires | Fri, 31 Dec 1999 23:59:59 GMT | X | x | 2",
        "Expires | 0 | X | x | 2",
        "Last-Modified | Fri, 31 Dec 1999 23:59:59 GMT | ETag | \"1\" | 2"
      })
  void headersDecideWhetherTheNextPageLoadsItAgain(
      String name, String value, String secondName, String secondValue, int requests)
      throws Exception {
    String script = newName();
    site.answer(script, "text/javascript", SCRIPT, name, value, secondName, secondValue);

    render(2, script);

    assertThat(requests(script)).isEqualTo(requests);
  }

  @Test
  void failureIsNotKept() throws Exception {
    String script = newName();
    site.handle(
        script,
        exchange -> {
          exchange.getResponseHeaders().set("Cache-Control", "max-age=3600");
          exchange.sendResponseHeaders(503, -1);
        });
    for (int i = 0; i < 2; i++) {
      String page = newName();
      site.html(page, "<script src='" + script + "'></script>");
      assertThat(text(site.url(page))).doesNotContain("rendered");
    }
    site.answer(script, "text/javascript", SCRIPT);

    render(1, script);

    assertThat(requests(script)).isEqualTo(3);
  }

  @Test
  void requestWithCredentialsCookiesOrAWishForANewResponseIsSent() throws Exception {
    String data = newName();
    site.answer(data, "text/plain", "潮汐", "Cache-Control", "max-age=3600");
    for (String options :
        new String[] {
          "{headers: {Authorization: 'Basic YTpi'}}",
          "{cache: 'no-store'}",
          "{cache: 'reload'}",
          "{headers: {Range: 'bytes=0-100'}}",
          "{method: 'POST'}"
        }) {
      String page = newName();
      site.html(
          page,
          "<script>fetch('DATA', OPTIONS).then(r => r.text()).then(t => document.body.append('has ' + t))</script>"
              .replace("DATA", data)
              .replace("OPTIONS", options));
      assertThat(text(site.url(page))).as(options).contains("has 潮汐");
    }

    assertThat(requests(data)).isEqualTo(5);
  }

  @Test
  void responseOfAPageWithCookiesIsNotKept() throws Exception {
    String script = newName();
    site.answer(script, "text/javascript", SCRIPT, "Cache-Control", "max-age=3600");
    for (int i = 0; i < 2; i++) {
      String page = newName();
      site.html(
          page,
          "<script>document.cookie = 'a=b'; const s = document.createElement('script');"
              + "s.src = 'SCRIPT?1'; document.head.append(s)</script>".replace("SCRIPT", script));
      text(site.url(page));
    }

    assertThat(requests(script)).isEqualTo(2);
  }

  @Test
  void pagesOfAnotherOriginLoadTheirOwn() throws Exception {
    try (Site other = new Site()) {
      String script = newName();
      site.answer(script, "text/javascript", SCRIPT, "Cache-Control", "max-age=3600");
      render(1, script);
      other.html("/", "<script src='" + site.url(script) + "'></script>");

      assertThat(text(other.url("/"))).contains("rendered");

      assertThat(requests(script)).isEqualTo(2);
    }
  }

  @Test
  void integrityOfASharedScriptHolds() throws Exception {
    String script = newName();
    site.answer(script, "text/javascript", SCRIPT, "Cache-Control", "max-age=3600");
    String hash =
        Base64.getEncoder()
            .encodeToString(MessageDigest.getInstance("SHA-256").digest(SCRIPT.getBytes(UTF_8)));
    for (int i = 0; i < 2; i++) {
      String page = newName();
      site.html(page, "<script src='" + script + "' integrity='sha256-" + hash + "'></script>");
      assertThat(text(site.url(page))).contains("rendered 潮汐");
    }

    assertThat(requests(script)).isEqualTo(1);
  }
}
