package io.dowser.crawler.monitor;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.io.Resources;
import io.dowser.crawler.CrawlFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.openqa.selenium.By;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;

/** The page of a crawl by the rules of axe-core for WCAG 2.1 A and AA, in a real browser. */
@Tag("slow")
@Timeout(600)
class CrawlPageAccessibilityTest {

  private static final String RUN =
      "const done = arguments[arguments.length - 1];"
          + "axe.run(document, {runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa',"
          + " 'best-practice']}).then(found => done(found.violations.map(each => each.id + ' '"
          + " + each.nodes.map(node => node.html + ' ' + node.failureSummary).join('; '))));";

  @TempDir Path directory;
  private ChromeDriver browser;
  private CrawlMonitor monitor;
  private WatchedCrawl crawl;

  @BeforeEach
  void open() throws IOException {
    browser = HeadlessBrowser.open();
    browser.manage().timeouts().scriptTimeout(Duration.ofMinutes(2));
    monitor = CrawlMonitor.serve(0);
    crawl = WatchedCrawl.explained("tides", directory);
    monitor.watch(crawl.handle);
    while (crawl.handle.statistics().visited() < 30) {
      Thread.onSpinWait();
    }
  }

  @AfterEach
  void close() {
    if (browser != null) {
      browser.quit();
      crawl.close();
      monitor.close();
    }
  }

  @ParameterizedTest
  @CsvSource({"360, dark", "360, light", "800, dark", "800, light", "1920, dark", "1920, light"})
  void noPartOfThePageBreaksARule(int width, String scheme) throws IOException {
    show(width, scheme);
    browser.get(monitor.uri().toString());
    browser.findElement(By.cssSelector("#list mark"));
    browser.executeScript(Resources.toString(Resources.getResource("axe.min.js"), UTF_8));

    for (WebElement tab : browser.findElements(By.cssSelector("[role=tab]"))) {
      tab.click();
      assertThat(violations()).as(tab.getText()).isEmpty();
    }
    browser.findElement(By.id("tab-results")).click();
    browser.findElement(By.cssSelector("#list h2 button")).click();
    assertThat(violations()).as("panel of a page").isEmpty();
    assertThat(
            browser.executeScript(
                "return document.documentElement.scrollWidth <= window.innerWidth"))
        .isEqualTo(true);
  }

  private void show(int width, String scheme) {
    browser.executeCdpCommand(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", width, "height", 900, "deviceScaleFactor", 1, "mobile", false));
    browser.executeCdpCommand(
        "Emulation.setEmulatedMedia",
        Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
  }

  @ParameterizedTest
  @CsvSource({"360, light", "1920, dark"})
  void formOfACrawlAndAnEndedCrawlBreakNoRule(int width, String scheme) throws Exception {
    crawl.handle.stop();
    crawl.handle.await();
    try (CrawlFolder folder = CrawlFolder.in(directory.resolve("folder")).open();
        CrawlMonitor served = CrawlMonitor.builder().folder(folder).serve()) {
      show(width, scheme);
      browser.get(served.uri().toString());
      browser.executeScript(Resources.toString(Resources.getResource("axe.min.js"), UTF_8));
      browser.findElement(By.name("topic")).sendKeys("spring tide");
      assertThat(violations()).as("form").isEmpty();
      browser.get(monitor.uri().toString());
      browser.findElement(By.xpath("//*[@id='state'][.='ended']"));
      browser.executeScript(Resources.toString(Resources.getResource("axe.min.js"), UTF_8));
      assertThat(violations()).as("ended crawl").isEmpty();
    }
  }

  private List<?> violations() {
    return (List<?>) browser.executeAsyncScript(RUN);
  }
}
