package io.dowser.benchmarks;

import okhttp3.OkHttpClient;

/**
 * What a crawler under test has to do.
 *
 * @param port where the server of all hosts listens on loopback
 * @param client how to reach it, for those that use OkHttp
 * @param seed where to begin
 * @param maxPages when to stop
 * @param workers how many pages to work on at once
 */
record CrawlJob(int port, OkHttpClient client, String seed, long maxPages, int workers) {}
