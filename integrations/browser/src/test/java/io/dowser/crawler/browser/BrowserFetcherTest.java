package io.dowser.crawler.browser;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchRequest;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.api.FetchResult.Failed;
import io.dowser.crawler.api.FetchResult.FailureReason;
import io.dowser.crawler.api.FetchResult.Fetched;
import io.dowser.crawler.api.FetchResult.Redirect;
import io.dowser.crawler.api.FetchResult.Truncation;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/** Pages of a local server in a real browser. */
@Timeout(120)
@TestInstance(TestInstance.Lifecycle.PER_CLASS) // a browser takes long to start
@Tag("slow")
class BrowserFetcherTest {

  /** Enough for a page that does not look empty. */
  private static final String TEXT = "<p>" + "The tide turns. ".repeat(20) + "</p>";

  private Site site;
  private BrowserFetcher fetcher;

  /** For pages that run into its limit, which leaves a new browser the time to begin them. */
  private BrowserFetcher limited;

  @BeforeAll
  void open() throws IOException {
    Browsers.assume();
    site = new Site();
    fetcher = Browsers.fetcher("maxCharacters", "100000");
    limited = Browsers.fetcher("renderTimeout", "10s");
  }

  @AfterAll
  void close() {
    if (fetcher != null) {
      fetcher.close();
      limited.close();
      site.close();
    }
  }

  private FetchResult fetch(String path) throws InterruptedException {
    return fetcher.fetch(FetchRequest.of(site.url(path)));
  }

  private Fetched page(String path) throws InterruptedException {
    return page(fetcher, path);
  }

  private Fetched page(BrowserFetcher by, String path) throws InterruptedException {
    FetchResult result = by.fetch(FetchRequest.of(site.url(path)));
    assertThat(result).isInstanceOf(Fetched.class);
    return (Fetched) result;
  }

  private static String text(Fetched page) {
    return page.body().decode(UTF_8);
  }

  @Test
  void scriptsBuildThePageFromOneRequestForTheDocument() throws Exception {
    site.answer("/data.json", "application/json", "{\"text\": \"潮汐 tide\"}")
        .answer("/pixel.png", "image/png", "")
        .answer(
            "/",
            "text/html; charset=gbk",
            "<div id=root></div><img src=/pixel.png><script>fetch('/data.json').then(r => r.json())"
                + ".then(d => { document.getElementById('root').innerHTML = '<a href=\"/x\">' +"
                + " d.text + '</a>' })</script>",
            "ETag",
            "\"1\"",
            "X-Robots-Tag",
            "nofollow");

    Fetched page = page("/");

    assertThat(text(page)).contains("<a href=\"/x\">潮汐 tide</a>");
    assertThat(page.finalUrl()).isEqualTo(page.url());
    assertThat(page.status()).isEqualTo(200);
    assertThat(page.truncation()).isEqualTo(Truncation.NONE);
    assertThat(page.contentType()).isEqualTo("text/html; charset=utf-8");
    assertThat(page.headers().firstValue("x-robots-tag")).contains("nofollow");
    assertThat(page.headers().firstValue("etag")).isEmpty();
    assertThat(site.requests()).containsOnlyOnce("/", "/data.json").doesNotContain("/pixel.png");
    assertThat(site.userAgents()).containsOnly("Tester/1.0 (+https://www.example.org/)");
  }

  @Test
  void otherAnswersAreThoseOfTheFetcher() throws Exception {
    site.redirect("/moved", "/elsewhere").answer("/plain", "text/plain", "<script>1</script>");

    assertThat(fetch("/moved")).isEqualTo(new Redirect(site.url("/moved"), 302, "/elsewhere"));
    assertThat(text(page("/plain"))).isEqualTo("<script>1</script>");
    assertThat(((Failed) fetch("/missing")).status()).isEqualTo(404);
  }

  @Test
  void pageThatNeverFinishesLoadingIsWhatItIsByThen() throws Exception {
    site.hang("/hangs.js").html("/endless", "<p>early</p><script src=/hangs.js></script><p>late");

    Fetched page = page(limited, "/endless");

    assertThat(text(page)).contains("early").doesNotContain("late");
    assertThat(page.truncation()).isEqualTo(Truncation.TIME_LIMIT);
  }

  @Test
  void dialogsAreDismissed() throws Exception {
    site.html(
        "/dialogs",
        "<script>alert('a'); document.write(confirm('b') + ' ' + prompt('c', 'd'));"
            + " window.onbeforeunload = () => 'stay'; document.write(' written')</script>");

    assertThat(text(page("/dialogs"))).contains("false null written");
  }

  @Test
  void downloadsAreRefusedAndThePageStays() throws Exception {
    site.answer("/file.bin", "application/octet-stream", "x", "Content-Disposition", "attachment")
        .html(
            "/download",
            TEXT
                + "<a id=a href=/file.bin download>file</a>"
                + "<script>document.getElementById('a').click(); location = '/file.bin'</script>");

    assertThat(text(page("/download"))).contains("The tide turns.");
    assertThat(Path.of(System.getProperty("user.home"), "Downloads", "file.bin")).doesNotExist();
    assertThat(Path.of("file.bin")).doesNotExist();
  }

  @Test
  void newWindowsAreRefused() throws Exception {
    site.html("/other", TEXT)
        .html("/window", TEXT + "<script>window.open('/other'); document.write('opened')</script>");

    assertThat(text(page("/window"))).contains("opened");
    assertThat(site.requests()).doesNotContain("/other");
  }

  @Test
  void documentsOfFramesAreNotRequested() throws Exception {
    site.html("/other", TEXT)
        .html(
            "/frames",
            TEXT
                + "<iframe src=/other?1></iframe><object data=/other?2 type=text/html></object>"
                + "<embed src=/other?3 type=text/html><script>document.write('framed')</script>");

    assertThat(text(page("/frames"))).contains("framed");
    assertThat(site.requests()).noneMatch(request -> request.startsWith("/other"));
  }

  @Test
  void elementsThatAreNamedLikePropertiesHideNothing() throws Exception {
    site.html(
        "/named",
        TEXT
            + "<form name=documentElement><input name=outerHTML></form><img name=querySelector>"
            + "<script>document.write('<p>written</p>')</script>");

    assertThat(text(page("/named"))).contains("written").contains("<img name=\"querySelector\">");
  }

  @Test
  void redirectByScriptIsReportedAndNotFollowed() throws Exception {
    site.html("/target", TEXT)
        .html("/script", "<p>One moment</p><script>location.href = '/target?a=b#c'</script>")
        .html("/meta", "<meta http-equiv=refresh content='0; url=/target'><script>1</script>");

    String target = site.url("/target").toString();
    assertThat(fetch("/script")).isEqualTo(new Redirect(site.url("/script"), 302, target + "?a=b"));
    assertThat(fetch("/meta")).isEqualTo(new Redirect(site.url("/meta"), 302, target));
    assertThat(site.requests()).doesNotContain("/target");
  }

  @Test
  void urlThatScriptsSetIsTheFinalOne() throws Exception {
    site.html("/app", "<p>home</p><script>history.pushState({}, '', '/home?tab=1#top')</script>");

    Fetched page = page("/app");

    assertThat(page.url()).isEqualTo(site.url("/app"));
    assertThat(page.finalUrl()).isEqualTo(site.url("/home?tab=1"));
    assertThat(site.requests()).doesNotContain("/home");
  }

  @Test
  void pageThatGrowsWithoutEndIsTruncated() throws Exception {
    site.html(
        "/grows",
        "<script>setInterval(() => document.body.append('grows '.repeat(10000)), 1)</script>");

    Fetched page = page("/grows");

    assertThat(page.truncation()).isEqualTo(Truncation.BYTE_LIMIT);
    assertThat(page.body().size()).isBetween(100_000, 100_100);
  }

  @Test
  void pageThatHangsIsAFailureAndTheNextHostIsRendered() throws Exception {
    site.html("/hang", "<script>while (true);</script>");

    assertFailsAndOthersAreRendered("/hang");
  }

  @Test
  void pageThatCrashesItsTabIsAFailureAndTheNextHostIsRendered() throws Exception {
    site.html("/crash", "<script>for (const a = [];;) a.push(new Array(1e6).fill(a))</script>");

    assertFailsAndOthersAreRendered("/crash");
  }

  /** With a separate host, because it is not rendered for a while. */
  private void assertFailsAndOthersAreRendered(String path) throws InterruptedException {
    site.html("/after", "<script>document.write('ren' + 'dered')</script>");

    assertThat(limited.fetch(FetchRequest.of(other(path))))
        .isInstanceOfSatisfying(Failed.class, BrowserFetcherTest::isFinal);
    assertThat(text(page(limited, "/after"))).contains("rendered");
  }

  private CrawlUrl other(String path) {
    return CrawlUrl.of("http://" + path.substring(1) + ".example.org:" + site.port() + path);
  }

  private static void isFinal(Failed failure) {
    assertThat(failure.reason()).isEqualTo(FailureReason.NOT_RENDERED);
    assertThat(failure.retryable()).isFalse();
  }

  @Test
  void browserThatIsGoneIsReplaced() throws Exception {
    site.html("/gone", "<script>document.write('ren' + 'dered')</script>");
    page("/gone");
    Browsers.processes().stream()
        .filter(each -> each.info().command().orElse("").contains("chromium"))
        .forEach(ProcessHandle::destroyForcibly);

    assertThat(text(page("/gone"))).contains("rendered");
  }

  @Test
  void pagesDoNotShareCookiesAndStorage() throws Exception {
    site.html("/set", "<script>document.cookie = 'a=b'; localStorage.a = 'b'</script>")
        .html("/get", "<script>document.write('[' + document.cookie + localStorage.a)</script>");

    page("/set");

    assertThat(text(page("/get"))).contains("[undefined");
  }

  @Test
  void plainHostNamesAreNotUpgradedToHttps() throws Exception {
    site.html("/plainHttp", "<script>document.write(location.protocol)</script>");

    assertThat(text(page("/plainHttp"))).contains("http:");
  }
}
