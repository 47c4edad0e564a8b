package io.dowser.crawler.browser;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

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

  /** Throws if a resource type cannot be blocked. */
  static void checkType(String type) {
    if (!TYPES.contains(type)) {
      throw new IllegalArgumentException(
          "block must have types of " + new TreeSet<>(TYPES) + ", but one was '" + type + "'");
    }
  }
}
