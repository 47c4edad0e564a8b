package io.dowser.site;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.URL;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Scanner;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.openqa.selenium.By;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.remote.RemoteWebDriver;

/** The site that the build has just written, in a browser with the width of a phone. */
@Tag("slow")
class BrowsedSiteTest {

  private static final Path SITE = Path.of("target", "site").toAbsolutePath();
  private static final int WIDTH = 360;

  private static Process process;
  private static RemoteWebDriver browser;

  @BeforeAll
  static void open() throws IOException {
    Optional<Path> driver = program("chromedriver");
    Optional<Path> chromium = program("chromium");
    assumeTrue(driver.isPresent() && chromium.isPresent(), "no chromium and chromedriver");
    var options = new ChromeOptions();
    options.setBinary(chromium.orElseThrow().toFile());
    options.addArguments("--headless=new", "--no-sandbox");
    options.setExperimentalOption(
        "mobileEmulation",
        Map.of("deviceMetrics", Map.of("width", WIDTH, "height", 740, "pixelRatio", 2.0)));
    browser = new RemoteWebDriver(start(driver.orElseThrow()), options, false);
    browser.manage().timeouts().implicitlyWait(Duration.ofSeconds(30));
  }

  /** Starts a driver, which prints its port. */
  private static URL start(Path driver) throws IOException {
    process = new ProcessBuilder(driver.toString(), "--port=0").start();
    try (var lines = new Scanner(process.getInputStream(), StandardCharsets.UTF_8)) {
      lines.findWithinHorizon("started successfully on port (\\d+)", 0);
      return URI.create("http://127.0.0.1:" + lines.match().group(1)).toURL();
    }
  }

  @AfterAll
  static void close() {
    if (browser != null) {
      browser.quit();
    }
    if (process != null) {
      process.destroy();
    }
  }

  private static Optional<Path> program(String name) {
    return Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator, -1))
        .map(folder -> Path.of(folder, name))
        .filter(Files::isExecutable)
        .findFirst();
  }

  @ParameterizedTest
  @CsvSource({
    "how do I log in, docs/politeness.html#passwords-and-cookies docs/tutorial.html#7-a-login",
    "cookies, docs/politeness.html#passwords-and-cookies",
    "crawl PDF, integrations/tika/index.html docs/tutorial.html#5-pdf-and-office-documents",
    "pages that need javascript, integrations/browser/index.html docs/tutorial.html#6-pages-of-javascript",
    "resume after kill, docs/tutorial.html#2-a-directory-to-stop-and-resume docs/operating.html#stop-and-resume",
    "what does a kill lose, docs/store.html#what-a-kill-loses",
    "why is my crawl slow, docs/operating.html#when-it-goes-wrong",
    "crawl Chinese pages, docs/chinese-pages.html",
    "prometheus metrics, integrations/micrometer/index.html",
    "spring boot, integrations/spring-boot/index.html",
    "kotlin, docs/integrations.html#kotlin",
    "run on Spark, docs/spark.html",
    "answers by a language model, integrations/langchain4j/index.html",
    "set the delay of one host, docs/politeness.html#rules-of-single-hosts",
    "robots.txt, docs/politeness.html#robotstxt",
    "read sitemaps and RSS feeds, docs/politeness.html#sitemaps-and-feeds",
    "use a proxy, docs/recipes.html#a-proxy",
    "stay on one domain, docs/operating.html#scope",
    "out of memory, docs/politeness.html#memory docs/operating.html#how-much-it-needs",
    "write my own scorer, docs/plugin-authors.html#a-scorer docs/strategies.html#combine-scorers-or-write-one",
    "write a page sink, docs/plugin-authors.html#a-page-sink",
    "which strategy should I use, docs/results/index.html#which-strategy-when docs/strategies.html#strategies",
    "train a model, docs/strategies.html#train-a-strategy",
    "how large can a crawl become, docs/scale.html",
    "fetch only what has changed, docs/recrawl.html docs/tutorial.html#9-again-tomorrow",
    "watch a running crawl in the browser, docs/recipes.html#the-crawl-as-it-runs-in-a-browser docs/operating.html#monitor-a-crawl",
    "pause a crawl or add seeds, docs/operating.html#steer-a-running-crawl",
    "teach the judge, docs/operating.html#teach-a-running-crawl",
    "why does a page not count, docs/what-counts.html",
    "search index, docs/recipes.html#a-search-index",
  })
  void sectionThatAnswersIsAmongTheFirstThree(String question, String sections) {
    String query = URLEncoder.encode(question, StandardCharsets.UTF_8);
    browser.get(SITE.resolve("index.html").toUri() + "?q=" + query);
    List<String> found =
        browser.findElements(By.cssSelector("#found li a")).stream()
            .limit(3)
            .map(link -> link.getDomAttribute("href"))
            .toList();
    assertThat(found)
        .anyMatch(target -> Stream.of(sections.split(" ", -1)).anyMatch(target::startsWith));
  }

  @Test
  void noPageIsWiderThanAPhone() throws IOException {
    try (Stream<Path> files = Files.walk(SITE)) {
      List<Path> pages = files.filter(file -> file.toString().endsWith(".html")).toList();
      assertThat(pages).hasSizeGreaterThan(20).allSatisfy(BrowsedSiteTest::fits);
    }
  }

  private static void fits(Path page) {
    browser.get(page.toUri().toString());
    Object width = browser.executeScript("return document.documentElement.scrollWidth");
    assertThat(width).isEqualTo((long) WIDTH);
  }

  @Test
  void menuOpensByItsButton() {
    browser.get(SITE.resolve("index.html").toUri().toString());
    var menu = browser.findElement(By.id("pages"));
    assertThat(menu.isDisplayed()).isFalse();

    browser.findElement(By.id("menu")).click();

    assertThat(menu.isDisplayed()).isTrue();
    assertThat(browser.findElement(By.id("menu")).getDomAttribute("aria-expanded"))
        .isEqualTo("true");
  }
}
