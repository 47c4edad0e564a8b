package io.dowser.benchmarks;

import okhttp3.OkHttpClient;

/**
 * What a crawler under test has to do.
 *
 * @param client how to reach the site
 * @param seed where to begin
 * @param maxPages when to stop
 * @param workers how many pages to work on at once
 */
record CrawlJob(OkHttpClient client, String seed, long maxPages, int workers) {}
