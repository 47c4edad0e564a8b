package io.dowser.crawler.browser;

import static java.util.stream.Collectors.joining;

import io.dowser.crawler.api.SettingException;
import io.dowser.crawler.api.Settings;
import java.net.URI;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The settings for starting browsers and rendering pages.
 *
 * @param userAgent the {@code User-Agent} that they send
 * @param remote the WebDriver that starts them; otherwise {@code chromedriver} does, on this
 *     machine
 * @param pages rendered pages after which a browser is replaced
 * @param timeout for a page
 * @param idle without a request, after which a page is complete
 * @param selector the CSS selector whose element completes a page instead
 * @param blocked resource types of the DevTools protocol, in lower case
 * @param maxCharacters of a rendered page
 */
record RenderSettings(
    String userAgent,
    Optional<URI> remote,
    Path chromium,
    Path chromedriver,
    boolean sandbox,
    int browsers,
    int pages,
    Duration timeout,
    Duration idle,
    Optional<String> selector,
    Set<String> blocked,
    int maxCharacters) {

  private static final Path NO_PROGRAM = Path.of("");

  private static final Set<String> TYPES =
      Set.of(
          "image",
          "font",
          "media",
          "stylesheet",
          "texttrack",
          "xhr",
          "fetch",
          "prefetch",
          "eventsource",
          "manifest",
          "ping",
          "other");

  /**
   * Reads the settings.
   *
   * @throws SettingException if a value is not allowed
   * @throws io.dowser.crawler.api.CrawlException if a program is not on this machine, and no remote
   *     WebDriver is set
   */
  static RenderSettings of(Settings settings, String userAgent) {
    Optional<URI> remote = remote(settings);
    Optional<Path> chromium =
        program(settings, "chromium", "the program of the browser; by default the first one found");
    Optional<Path> chromedriver =
        program(
            settings,
            "chromedriver",
            "the program that starts browsers; by default the first one found");
    return new RenderSettings(
        userAgent,
        remote,
        remote.isPresent() ? NO_PROGRAM : Programs.chromium(chromium),
        remote.isPresent() ? NO_PROGRAM : Programs.chromedriver(chromedriver),
        settings.flag(
            "sandbox",
            true,
            "confine the processes of the browser; false where it runs as root or in a container"),
        settings.integer(
            "browsers", 2, 1, 64, "parallel browsers, fewer than the workers of the crawl"),
        settings.integer(
            "pagesPerBrowser", 100, 1, 10_000, "pages after which a browser is replaced"),
        settings.duration(
            "renderTimeout",
            Duration.ofSeconds(20),
            Duration.ofMillis(100),
            Duration.ofMinutes(10),
            "time limit of a page"),
        settings.duration(
            "idle",
            Duration.ofMillis(500),
            Duration.ofMillis(10),
            Duration.ofMinutes(1),
            "time without a request after which a page is complete"),
        given(
            settings,
            "selector",
            "a CSS selector",
            "element that completes a page, instead of an idle network"),
        blocked(settings),
        settings.integer(
            "maxCharacters",
            1 << 22,
            1,
            1 << 26,
            "maximum length of a rendered page in characters"));
  }

  private static Optional<Path> program(Settings settings, String key, String summary) {
    Optional<String> given = given(settings, key, "a file", summary);
    try {
      return given.map(Path::of);
    } catch (InvalidPathException e) {
      throw new SettingException(key, given.orElseThrow(), "a file");
    }
  }

  private static Optional<URI> remote(Settings settings) {
    String allowed = "an http or https URL, such as http://127.0.0.1:4444";
    Optional<String> given =
        given(
            settings,
            "remote",
            allowed,
            "a chromedriver or Selenium Grid that starts the browsers, and shares the network of this machine");
    Optional<URI> remote = given.flatMap(RenderSettings::webUri);
    if (given.isPresent() && remote.isEmpty()) {
      throw new SettingException("remote", given.get(), allowed);
    }
    return remote;
  }

  private static Optional<URI> webUri(String text) {
    try {
      return Optional.of(URI.create(text))
          .filter(uri -> uri.getHost() != null)
          .filter(uri -> String.valueOf(uri.getScheme()).matches("https?"));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static Set<String> blocked(Settings settings) {
    String allowed =
        "resource types of the DevTools protocol, with commas between them: "
            + TYPES.stream().sorted().collect(joining(", "));
    String text =
        settings.text("block", "font,image,media", allowed, "types of requests that are blocked");
    List<String> types = list(text);
    if (!TYPES.containsAll(types)) {
      throw new SettingException("block", text, allowed);
    }
    return Set.copyOf(types);
  }

  /** Returns a text without a default, if it is given; a blank one is refused. */
  private static Optional<String> given(
      Settings settings, String key, String allowed, String summary) {
    String value = settings.text(key, "", allowed, summary);
    if (!settings.asMap().containsKey(key)) {
      return Optional.empty();
    }
    if (value.isBlank()) {
      throw new SettingException(key, value, allowed);
    }
    return Optional.of(value);
  }

  static List<String> list(String text) {
    return Stream.of(text.split(",", -1))
        .map(String::strip)
        .filter(each -> !each.isEmpty())
        .toList();
  }
}
