/**
 * What was asked of a crawl: its plugins, rules, limits and means, its scope, and what may change
 * while it runs.
 */
@NullMarked
package io.dowser.crawler.internal.plan;

import org.jspecify.annotations.NullMarked;
