package io.dowser.crawler.fetch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchRequest;
import io.dowser.crawler.api.FetchResult.Fetched;
import io.dowser.crawler.api.FetchResult.Truncation;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import org.junit.jupiter.api.Test;

class OkHttpFetcherTest {

  @Test
  void fetchesAPage() throws Exception {
    try (var server = new MockWebServer();
        OkHttpFetcher fetcher = OkHttpFetcher.builder().build()) {
      server.start();
      server.enqueue(
          new MockResponse.Builder().setHeader("Content-Type", "text/html").body("hello").build());
      CrawlUrl url = CrawlUrl.of(server.url("/a").toString());
      var result = (Fetched) fetcher.fetch(FetchRequest.of(url));
      assertThat(result.body().decode(UTF_8)).isEqualTo("hello");
      assertThat(result.truncation()).isEqualTo(Truncation.NONE);
      assertThat(result.contentType()).isEqualTo("text/html");
    }
  }
}
