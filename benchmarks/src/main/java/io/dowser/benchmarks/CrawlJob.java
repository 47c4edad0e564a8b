package io.dowser.benchmarks;

import okhttp3.OkHttpClient;

/**
 * The task of a crawler under test.
 *
 * @param port the loopback port of the server of all hosts
 * @param client the client that reaches it, for crawlers that use OkHttp
 * @param seed the URL to begin with
 * @param maxPages pages after which to stop
 * @param workers pages processed at once
 */
record CrawlJob(int port, OkHttpClient client, String seed, long maxPages, int workers) {}
