package io.dowser.crawler.browser;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/**
 * How browsers are started, and how they render a page.
 *
 * @param userAgent what they send as {@code User-Agent}
 * @param remote the WebDriver that starts them; else {@code chromedriver} does, on this machine
 * @param pages rendered pages after which a browser is replaced
 * @param timeout for a page
 * @param idle without a request, after which a page is complete
 * @param selector the CSS selector whose element completes a page instead
 * @param blocked resource types of the DevTools protocol, in lower case
 * @param maxBytes of a rendered page
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
    int maxBytes) {}
