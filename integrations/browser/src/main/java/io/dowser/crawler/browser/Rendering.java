package io.dowser.crawler.browser;

import io.dowser.crawler.api.FetchResult.Truncation;
import java.util.Optional;

/**
 * The rendering of a page by a browser.
 *
 * @param url the URL of the document, which scripts may have changed
 * @param html the document as scripts have left it
 * @param truncation {@code TIME_LIMIT} if it was not complete in time, {@code BYTE_LIMIT} if it is
 *     longer than allowed
 * @param next the URL to which the page tried to navigate, if it did
 */
record Rendering(String url, String html, Truncation truncation, Optional<String> next) {}
