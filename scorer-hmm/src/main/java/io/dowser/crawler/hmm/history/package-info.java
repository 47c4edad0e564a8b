/**
 * Reads browsing sessions out of the histories of Firefox and Chromium, and out of HTTP archives.
 *
 * <pre>{@code
 * BrowserHistory history =
 *     BrowserHistory.ofFirefox(
 *         Path.of("places.sqlite"), UrlCanonicalizer.standard()::canonicalize);
 * List<BrowsingSession> sessions =
 *     history.sessions(visit -> visit.folders().contains("storms"));
 * }</pre>
 */
@NullMarked
package io.dowser.crawler.hmm.history;

import org.jspecify.annotations.NullMarked;
