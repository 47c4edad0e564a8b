package io.dowser.crawler.testkit;

import io.dowser.crawler.api.Fetcher;

class SocketFetcherTest extends FetcherContract {

  @Override
  protected Fetcher fetcher() {
    return new SocketFetcher();
  }

  @Override
  protected int maxBodyBytes() {
    return SocketFetcher.LIMIT;
  }
}
