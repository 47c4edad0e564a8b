package io.dowser.crawler.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.api.StopReason;
import io.dowser.crawler.report.CrawlSnapshot.State;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.openqa.selenium.By;
import org.openqa.selenium.Dimension;
import org.openqa.selenium.Keys;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;

/** The monitor in a real browser without a window; skipped where there is none. */
@Tag("slow")
@Timeout(120)
class CrawlMonitorInBrowserTest {

  private static final Dimension WIDE = new Dimension(1200, 900);
  private static final Dimension NARROW = new Dimension(500, 900);

  private final CrawlMonitor monitor = CrawlMonitor.serve(0);
  private WatchedCrawl crawl;
  private ChromeDriver browser;

  @BeforeEach
  void open() {
    browser = HeadlessBrowser.open();
    crawl = WatchedCrawl.slow("tides");
    monitor.watch(crawl.handle);
    browser.manage().window().setSize(WIDE);
    browser.get(monitor.uri().toString());
  }

  @AfterEach
  void close() {
    if (browser != null) {
      browser.quit();
    }
    if (crawl != null) {
      crawl.close();
    }
    monitor.close();
  }

  private WebElement button(String text) {
    return browser.findElement(By.xpath("//button[normalize-space()='" + text + "']"));
  }

  private WebElement labelled(String label) {
    return browser.findElement(By.cssSelector("button[aria-label='" + label + "']"));
  }

  private void awaitText(String text) {
    while (!browser.findElement(By.tagName("body")).getText().contains(text)) {
      Thread.onSpinWait();
    }
  }

  /** The number in the tile of visited pages. */
  private long pages() {
    Object number =
        browser.executeScript(
            "return Array.from(document.querySelectorAll('#tiles dt'))"
                + ".find(name => name.textContent === 'pages visited')"
                + ".nextSibling.firstChild.textContent");
    return Long.parseLong(String.valueOf(number).replace(",", ""));
  }

  private void choose(String tab) {
    browser.findElement(By.xpath("//button[@role='tab'][.='" + tab + "']")).click();
  }

  /** Waits until the page has counted more pages, without a new page load. */
  private void awaitMore() {
    awaitText("pages visited");
    browser.executeScript("window.sameDocument = true");
    long before = pages();
    while (pages() <= before) {
      Thread.onSpinWait();
    }
    assertThat(browser.executeScript("return window.sameDocument")).isEqualTo(true);
  }

  private List<String> errors() {
    return browser.manage().logs().get(LogType.BROWSER).getAll().stream()
        .map(LogEntry::getMessage)
        .filter(line -> !line.contains("favicon"))
        .toList();
  }

  @Test
  void pageIsRenewedWhileTheCrawlRuns() {
    awaitText("laser 0");
    awaitMore();

    assertThat(browser.findElements(By.cssSelector("#curve svg.chart path.line"))).hasSize(1);
    assertThat(browser.findElements(By.cssSelector("#list mark"))).isNotEmpty();
    choose("Details");
    awaitText("Slowest hosts");
    assertThat(browser.findElements(By.cssSelector("svg.chart path.line"))).hasSizeGreaterThan(3);
    assertThat(browser.getTitle()).isEqualTo("Crawl monitor"); // no text became a script
    assertThat(errors()).isEmpty();
  }

  @Test
  void buttonsSteerTheCrawl() throws Exception {
    button("Pause").click();
    awaitText("The crawl is paused.");
    assertThat(crawl.handle.state()).isEqualTo(State.PAUSED);
    assertThat(button("Pause").isEnabled()).isFalse();
    browser.findElement(By.cssSelector("input[type=url]")).sendKeys("http://seeded.test/");
    button("Add").click();
    awaitText("Added, if the crawl may visit it: http://seeded.test/");
    browser.findElement(By.cssSelector("input[type=text]")).sendKeys("not a host/");
    button("Exclude").click();
    awaitText("not a host/");
    browser
        .findElement(By.cssSelector("input[type=text]"))
        .sendKeys(Keys.chord(Keys.CONTROL, "a"), "/print/");
    button("Exclude").click();
    awaitText("excluded: /print/");
    button("Withdraw").click();
    awaitText("The exclusion is withdrawn.");
    choose("Hosts");
    labelled("Fetch first: host1.test").click();
    awaitText("fetched first: host1.test");
    labelled("Not first: host1.test").click();
    awaitText("No longer fetched first: host1.test");
    button("Resume").click();
    choose("Log");
    awaitText("add seeds http://seeded.test/");
    awaitText("withdraw the exclusion of /print/");
    awaitText("no longer fetch first host1.test");
    assertThat(browser.findElement(By.id("excluded")).isDisplayed()).isFalse();
    button("Stop").click();
    browser.switchTo().alert().accept();
    awaitText("The crawl has ended.");

    assertThat(crawl.handle.await().stopReason()).isEqualTo(StopReason.STOPPED);
  }

  @Test
  void everythingCanBeReachedByKeyboardAndKeepsTheFocus() {
    awaitText("pages visited");
    WebElement host = browser.findElement(By.cssSelector("input[type=text]"));
    host.sendKeys("host1.test");
    awaitMore();

    assertThat(browser.switchTo().activeElement()).isEqualTo(host);
    host.sendKeys(Keys.ENTER);
    awaitText("Excluded: the host and path host1.test");
    awaitText("excluded: host1.test/");
    browser.findElement(By.tagName("body")).sendKeys(Keys.TAB);
    assertThat(browser.switchTo().activeElement().getTagName()).isIn("button", "input", "a");
    for (WebElement input :
        browser.findElements(By.cssSelector("#controls input, #filter input"))) {
      assertThat(input.getAccessibleName()).matches("(Seed|Host or pattern|Search) ?");
    }
    assertThat(browser.findElements(By.cssSelector("[role=status], nav[aria-label]"))).hasSize(4);
    WebElement tab = browser.findElement(By.id("tab-results"));
    tab.sendKeys(Keys.ARROW_RIGHT);
    assertThat(browser.switchTo().activeElement().getText()).isEqualTo("Problems");
    assertThat(browser.findElement(By.id("problems")).isDisplayed()).isTrue();
    assertThat(browser.findElement(By.cssSelector("svg.chart")).getAriaRole()).isIn("img", "image");
  }

  @Test
  void panelOfAResultOpensAndClosesByKeyboard() {
    awaitText("laser 0");
    // at once, because the crawl runs and replaces a list in which nothing has the focus
    browser.executeScript("document.querySelector('#list h2 button').focus()");
    browser.switchTo().activeElement().sendKeys(Keys.ENTER);
    awaitText("Why it was judged so");
    assertThat(browser.switchTo().activeElement().getAttribute("id")).isEqualTo("page");
    browser.switchTo().activeElement().sendKeys(Keys.ESCAPE);
    assertThat(browser.findElement(By.id("page")).isDisplayed()).isFalse();
    assertThat(browser.switchTo().activeElement().getTagName()).isEqualTo("button");
    assertThat(errors()).isEmpty();
  }

  @Test
  void pageFitsNarrowAndDarkScreens() {
    awaitText("laser 0");
    browser.executeCdpCommand(
        "Emulation.setEmulatedMedia",
        Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", "dark"))));
    browser.manage().window().setSize(NARROW);
    awaitMore();

    assertThat(browser.findElement(By.tagName("body")).getCssValue("background-color"))
        .contains("20, 23, 28");
    assertThat(
            browser.executeScript(
                "return document.documentElement.scrollWidth <= window.innerWidth"))
        .isEqualTo(true);
    assertThat(errors()).isEmpty();
  }

  @Test
  void severalCrawlsAreChosenByTheirNames() {
    try (WatchedCrawl other = WatchedCrawl.slow("waves")) {
      monitor.watch(other.handle);
      button("waves: running").click();

      awaitText("waves");
      button("Pause").click();
      awaitText("The crawl is paused.");
      assertThat(other.handle.state()).isEqualTo(State.PAUSED);
      assertThat(crawl.handle.state()).isEqualTo(State.RUNNING);
    }
  }

  /** The picture in the documents; {@code -Ddowser.update=true} takes it again. */
  @Test
  void pictureOfARunningCrawlIsTaken() throws IOException {
    try (CrawlMonitor own = CrawlMonitor.serve(0);
        WatchedCrawl legible = WatchedCrawl.legible("lasers")) {
      own.watch(legible.handle);
      browser.get(own.uri().toString());
      while (legible.handle.statistics().visited() < 150) {
        Thread.onSpinWait();
      }
      awaitMore();
      byte[] picture = browser.getScreenshotAs(OutputType.BYTES);

      assertThat(ImageIO.read(new ByteArrayInputStream(picture)).getWidth())
          .isGreaterThan(WIDE.getWidth() / 2);
      if (Boolean.getBoolean("dowser.update")) {
        Files.write(Path.of("..", "docs", "images", "monitor.png"), picture);
      }
    }
  }
}
