package io.dowser.crawler.fetch;

import io.dowser.crawler.api.Fetcher;
import io.dowser.crawler.testkit.FetcherContract;

class OkHttpFetcherContractTest extends FetcherContract {

  private static final int MAX_BYTES = 50_000;

  @Override
  protected Fetcher fetcher() {
    return Fetching.builder().maxBytes(MAX_BYTES).build();
  }

  @Override
  protected int maxBodyBytes() {
    return MAX_BYTES;
  }
}
