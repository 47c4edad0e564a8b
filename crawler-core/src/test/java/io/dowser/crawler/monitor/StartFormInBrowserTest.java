package io.dowser.crawler.monitor;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.dowser.crawler.CrawlFolder;
import io.dowser.crawler.LocalSite;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.By;
import org.openqa.selenium.Dimension;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;

/** A person starts a crawl, teaches it and continues it, in a real browser. */
@Tag("slow")
@Timeout(120)
class StartFormInBrowserTest {

  @TempDir Path directory;
  private LocalSite site;
  private CrawlFolder folder;
  private CrawlMonitor monitor;
  private ChromeDriver browser;

  @BeforeEach
  void open() throws Exception {
    browser = HeadlessBrowser.open();
    site = new LocalSite();
    folder =
        CrawlFolder.in(directory)
            .settings(
                Map.of(
                    "addressRules", "any", "politeness.delay", "0s", "politeness.maxRetries", "0"))
            .open();
    monitor = CrawlMonitor.builder().folder(folder).serve();
    browser.manage().window().setSize(new Dimension(1280, 1000));
    browser.get(monitor.uri().toString());
  }

  @AfterEach
  void close() {
    if (browser != null) {
      browser.quit();
      monitor.close();
      folder.close();
      site.close();
    }
  }

  private WebElement field(String name) {
    return browser.findElement(By.cssSelector("#start [name=" + name + "]"));
  }

  private void press(String text) {
    browser
        .findElement(By.xpath("//button[normalize-space()='" + text + "'][not(@disabled)]"))
        .click();
  }

  private void awaitText(String text) {
    while (!browser.findElement(By.tagName("body")).getText().contains(text)) {
      Thread.onSpinWait();
    }
  }

  private void choose(String select, String value) {
    browser
        .findElement(By.cssSelector("[name=" + select + "] option[value=" + value + "]"))
        .click();
  }

  private void tryTideAndEbb() {
    awaitText("Words without a comma between them are one phrase.");
    field("topic").sendKeys("tide, ebb");
    field("seeds").sendKeys(site.url(0));
    press("Trial of 30 pages");
    awaitText("30 of 30 pages");
  }

  private List<String> errors() {
    return browser.manage().logs().get(LogType.BROWSER).getAll().stream()
        .map(LogEntry::getMessage)
        .toList();
  }

  @Test
  void seedWithoutASchemeIsRefusedAtItsField() {
    awaitText("Trial of 30 pages");
    field("topic").sendKeys("tide, ebb");
    field("seeds").sendKeys(site.url(0) + " www.example.org");
    press("Trial of 30 pages");

    assertThat(field("seeds").getDomProperty("validationMessage"))
        .isEqualTo(
            "A page to start from begins with http:// or https://, but this does not:"
                + " www.example.org");
    assertThat(folder.crawls()).isEmpty();
    field("seeds").clear();
    field("seeds").sendKeys(site.url(0));
    press("Trial of 30 pages");
    awaitText("30 of 30 pages");
  }

  @Test
  void phraseIsOfferedAsSingleWords() {
    awaitText("Words without a comma between them are one phrase.");
    field("topic").sendKeys("spring tide table");
    awaitText("This is one phrase of 3 words: pages must have them together.");
    press("Look for each word: spring, tide, table");

    assertThat(field("topic").getDomProperty("value")).isEqualTo("spring, tide, table");
    awaitText("Words without a comma between them are one phrase.");
  }

  @Test
  void trialIsTaughtAndContinued() throws Exception {
    awaitText("Trial of 30 pages");
    field("topic").sendKeys("tide, ebb, flood");
    field("seeds").sendKeys(site.url(0));
    field("pages").clear();
    field("pages").sendKeys("50");
    press("Trial of 30 pages");
    awaitText("30 of 30 pages");
    awaitText("Pages in all");
    assertThat(folder.crawls())
        .extracting(CrawlFolder.Entry::name)
        .containsExactly("tide ebb flood");

    press("Not relevant");
    awaitText("Taught: the page is not relevant.");
    awaitText("29 relevant pages; your answers have removed 1");
    choose("show", "irrelevant");
    awaitText("1 of them only by your answers");
    choose("show", "relevant");
    awaitText("29 relevant pages; your answers have removed 1");
    choose("show", "irrelevant");
    awaitText("1 of them only by your answers");
    browser.findElement(
        By.xpath("//*[@id='list']//button[.='Not relevant'][@aria-pressed='true']"));
    browser.findElement(By.cssSelector("#list h2 button")).click();
    awaitText("You have answered that it is not relevant, and so it counts.");
    choose("show", "relevant");
    assertThat(browser.findElement(By.cssSelector("#continue input")).getAttribute("value"))
        .isEqualTo("50");
    press("Continue");
    awaitText("After your answers, the crawl has judged 30 pages again: ");
    awaitText("50 of 50 pages");
    choose("show", "irrelevant");
    choose("order", "visited");
    awaitText("21 pages that are not relevant, 1 of them only by your answers");
    browser.findElement(By.cssSelector("#list h2 button")).click();
    awaitText("When it was visited, the judge knew 1 answer about other pages.");
    browser.findElement(By.xpath("//*[@role='tab'][.='Log']")).click();
    awaitText("judged 30 pages again: ");
    assertThat(errors()).isEmpty();
  }

  @Test
  void pagesOfATrialAreJudgedAgainWithoutFetchingMore() {
    tryTideAndEbb();
    press("Not relevant");
    awaitText("To learn words, the judge needs a page that you mark as relevant, too");
    press("Judge the visited pages again now");
    awaitText("After your answers, the crawl has judged 30 pages again: ");
    awaitText("30 of 30 pages");
    assertThat(browser.findElement(By.cssSelector("#continue input")).getAttribute("value"))
        .isEqualTo("1000");
    assertThat(errors()).isEmpty();
  }

  @Test
  void hostIsExcludedAfterTheCrawlHasEnded() {
    tryTideAndEbb();
    browser.findElement(By.id("tab-hosts")).click();
    press("Exclude and continue");
    awaitText("excluded: 127.0.0.1/");
    press("Withdraw and continue");
    while (browser.findElement(By.id("excluded")).isDisplayed()) {
      Thread.onSpinWait();
    }
    assertThat(errors()).isEmpty();
  }

  @Test
  void crawlIsStartedAgainWithOtherWords() {
    tryTideAndEbb();
    press("Start again with changes");
    assertThat(field("topic").getDomProperty("value")).isEqualTo("tide, ebb");
    assertThat(field("seeds").getDomProperty("value")).isEqualTo(site.url(0));
    assertThat(field("pages").getDomProperty("value")).isEqualTo("1000");

    field("topic").sendKeys(", flood");
    press("Trial of 30 pages");
    awaitText("tide ebb flood: ended");
    assertThat(folder.crawls())
        .extracting(CrawlFolder.Entry::name)
        .containsExactlyInAnyOrder("tide ebb", "tide ebb flood");
  }

  @Test
  void pageShowsOneCrawlAtATimeAndExportsItsBestPages() throws Exception {
    awaitText("Trial of 30 pages");
    field("topic").sendKeys("tide, ebb, flood");
    field("seeds").sendKeys(site.url(0) + ", " + site.url(1));
    field("pages").clear();
    field("pages").sendKeys("40");
    press("Trial of 30 pages");
    awaitText("30 of 30 pages");
    WebElement best = browser.findElement(By.id("best"));
    best.sendKeys("7");
    WebElement csv = browser.findElement(By.linkText("CSV"));
    assertThat(csv.getAttribute("href"))
        .endsWith("/crawls/tide%20ebb%20flood/export?format=csv&best=7");
    assertThat(csv.getAttribute("download")).isEqualTo("tide ebb flood.csv");
    assertThat(browser.findElement(By.linkText("Report of the crawl")).getAttribute("href"))
        .endsWith("/crawls/tide%20ebb%20flood/report");
    assertThat(browser.findElements(By.cssSelector("#curve figure"))).hasSize(1);

    browser.findElement(By.cssSelector("#filter [name=text]")).sendKeys("of the other crawl");
    awaitText("No result matches.");

    press("New crawl");
    field("topic").sendKeys("tide");
    field("seeds").clear();
    field("seeds").sendKeys("http://127.0.0.1:1/");
    press("Trial of 30 pages");
    awaitText("no seed");
    assertThat(browser.findElements(By.cssSelector("#curve figure"))).isEmpty();

    press("tide ebb flood: ended");
    awaitText("30 of 30 pages");
    assertThat(browser.findElement(By.cssSelector("#filter [name=text]")).getDomProperty("value"))
        .isEmpty();
    browser.navigate().refresh();
    awaitText("30 of 30 pages");
    awaitText("Pages in all");
    assertThat(browser.findElement(By.cssSelector("#continue input")).getAttribute("value"))
        .isEqualTo("40");
  }

  @Test
  void sentenceAndExampleAreTopicsAndRefusalsAreShown() throws Exception {
    awaitText("Trial of 30 pages");
    choose("kind", "example");
    awaitText("Its text or HTML");
    field("topic").sendKeys("<p>The rising tide is the flood, the falling tide the ebb.");
    field("seeds").sendKeys(site.url(0));
    field("name").sendKeys("../tides");
    press("Crawl");
    awaitText("the name of a crawl must have");
    field("name").clear();
    press("Crawl");
    awaitText("The rising tide is the flood");
    awaitText("60 of 1,000 pages");

    press("New crawl");
    choose("kind", "sentence");
    field("topic").sendKeys("When do tide, ebb and flood come?");
    press("Trial of 30 pages");
    awaitText("30 of 30 pages");
    assertThat(folder.crawls()).hasSize(2);
    assertThat(errors()).hasSize(1).first().asString().contains("400");
  }

  @Test
  void endedCrawlSaysThatItsLinksLeadToOtherHosts() throws Exception {
    byte[] page =
        "<a href='http://a.test/'>one</a> <a href='http://b.test/'>two</a>".getBytes(UTF_8);
    HttpServer directory = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
    directory.createContext(
        "/",
        exchange -> {
          boolean exists = exchange.getRequestURI().getPath().equals("/");
          exchange.getResponseHeaders().add("Content-Type", "text/html");
          exchange.sendResponseHeaders(exists ? 200 : 404, page.length);
          exchange.getResponseBody().write(page);
          exchange.close();
        });
    directory.start();
    try {
      awaitText("Trial of 30 pages");
      field("topic").sendKeys("tide");
      field("seeds").sendKeys("http://127.0.0.1:" + directory.getAddress().getPort() + "/");
      press("Trial of 30 pages");

      awaitText("2 links lead outside of what it may visit");
    } finally {
      directory.stop(0);
    }
  }
}
