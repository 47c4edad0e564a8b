/** Knowledge of a site that a crawl gathers from its pages. */
@NullMarked
package io.dowser.crawler.internal.sites;

import org.jspecify.annotations.NullMarked;
