package io.dowser.crawler.monitor;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.logging.Level;
import java.util.stream.Stream;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;

/** A browser without a window. */
final class HeadlessBrowser {

  private HeadlessBrowser() {}

  /** Opens a browser; skips the test where there is none. */
  static ChromeDriver open() {
    Optional<Path> program = program("chromium", "google-chrome");
    Optional<Path> driver = program("chromedriver");
    assumeTrue(
        program.isPresent() && driver.isPresent(), "no chromium and chromedriver on the PATH");
    var options = new ChromeOptions();
    options.setBinary(program.orElseThrow().toFile());
    options.addArguments("--headless", "--no-sandbox", "--disable-gpu");
    var logs = new LoggingPreferences();
    logs.enable(LogType.BROWSER, Level.ALL);
    options.setCapability(ChromeOptions.LOGGING_PREFS, logs);
    var service =
        new ChromeDriverService.Builder()
            .usingDriverExecutable(driver.orElseThrow().toFile())
            .usingAnyFreePort()
            .build();
    var browser = new ChromeDriver(service, options);
    browser.manage().timeouts().implicitlyWait(Duration.ofSeconds(20));
    return browser;
  }

  private static Optional<Path> program(String... names) {
    return Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator, -1))
        .flatMap(directory -> Stream.of(names).map(name -> Path.of(directory, name)))
        .filter(Files::isExecutable)
        .findFirst();
  }
}
