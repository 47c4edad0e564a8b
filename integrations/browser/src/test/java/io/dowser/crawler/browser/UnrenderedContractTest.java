package io.dowser.crawler.browser;

import io.dowser.crawler.api.Fetcher;
import io.dowser.crawler.api.Settings;
import io.dowser.crawler.fetch.OkHttpFetcher;
import io.dowser.crawler.net.AddressRules;
import io.dowser.crawler.testkit.FetcherContract;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/** What is not rendered is what every fetcher returns. */
@Tag("slow")
class UnrenderedContractTest extends FetcherContract {

  private static final int MAX_BYTES = 100_000;

  @BeforeAll
  static void needBrowser() {
    Browsers.assume();
  }

  @Override
  protected Fetcher fetcher() {
    OkHttpFetcher http =
        OkHttpFetcher.builder()
            .maxBytes(MAX_BYTES)
            .addressRules(AddressRules.publicAnd("127.0.0.0/8", "localhost"))
            .build();
    return BrowserFetcher.of(Settings.none(), http, (request, page) -> false);
  }

  @Override
  protected int maxBodyBytes() {
    return MAX_BYTES;
  }
}
