/**
 * The plan of a crawl: plugins, rules, limits, means and scope, and the settings that may change
 * while it runs.
 */
@NullMarked
package io.dowser.crawler.internal.plan;

import org.jspecify.annotations.NullMarked;
