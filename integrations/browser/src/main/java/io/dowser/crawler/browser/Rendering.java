package io.dowser.crawler.browser;

import io.dowser.crawler.api.FetchResult.Truncation;
import java.util.Optional;

/**
 * What a browser has made of a page.
 *
 * @param url the URL of the document, which scripts may have changed
 * @param html the document as scripts have left it
 * @param truncation {@code TIME_LIMIT} if it was not complete in time, {@code BYTE_LIMIT} if it is
 *     longer than allowed
 * @param next where the page wanted to go, if it did
 */
record Rendering(String url, String html, Truncation truncation, Optional<String> next) {}
