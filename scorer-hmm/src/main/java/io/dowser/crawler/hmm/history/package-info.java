/**
 * Browsing sessions out of what browsers write: the histories of Firefox and Chromium, and HTTP
 * archives.
 */
@NullMarked
package io.dowser.crawler.hmm.history;

import org.jspecify.annotations.NullMarked;
