package io.dowser.crawler.browser;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.dowser.crawler.api.Settings;
import io.dowser.crawler.fetch.OkHttpFetcher;
import io.dowser.crawler.net.AddressRules;
import java.io.File;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import okhttp3.OkHttpClient;

/** Browsers of this machine for tests, which are skipped where there are none. */
final class Browsers {

  private Browsers() {}

  /** Skips a test on a machine without browser. */
  static void assume() {
    assumeTrue(
        isThere("chromedriver") && (isThere("chromium") || isThere("google-chrome")),
        "no chromium and chromedriver on the PATH");
  }

  private static boolean isThere(String program) {
    return Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator, -1))
        .anyMatch(directory -> Files.isExecutable(Path.of(directory, program)));
  }

  /**
   * A fetcher to which all names have the address of this machine, but only some may be reached.
   */
  static OkHttpFetcher http() {
    return OkHttpFetcher.builder()
        .client(client())
        .userAgent("Tester/1.0 (+https://www.example.org/)")
        .addressRules(AddressRules.publicAnd(Site.HOST, "hang.example.org", "crash.example.org"))
        .build();
  }

  /** A client to which all names have the address of this machine. */
  static OkHttpClient client() {
    return new OkHttpClient.Builder()
        .dns(host -> List.of(InetAddress.getByAddress(host, new byte[] {127, 0, 0, 1})))
        .build();
  }

  /** Returns a fetcher with one browser, which renders all pages. */
  static BrowserFetcher fetcher(String... namesAndValues) {
    return BrowserFetcher.of(settings(namesAndValues), http(), RenderPolicy.always());
  }

  /** Returns settings of one browser for short pages, in the order of names and values. */
  static Settings settings(String... namesAndValues) {
    var settings = new HashMap<>(Map.of("sandbox", "false", "browsers", "1", "idle", "200ms"));
    settings.put("renderTimeout", "2m"); // a page that waits for its limit fails the test
    for (int i = 0; i < namesAndValues.length; i += 2) {
      settings.put(namesAndValues[i], namesAndValues[i + 1]);
    }
    return Settings.of(settings);
  }

  /** Returns the processes that this one has started, and theirs. */
  static List<ProcessHandle> processes() {
    return ProcessHandle.current().descendants().filter(ProcessHandle::isAlive).toList();
  }
}
