package io.dowser.crawler.fetch;

import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchRequest;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.net.AddressRules;
import java.io.IOException;
import java.net.InetAddress;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import okio.Buffer;
import okio.BufferedSink;
import okio.GzipSink;
import okio.Okio;

/** A server with responses in store and a fetcher to ask it. */
final class Fetching implements AutoCloseable {

  final MockWebServer server = new MockWebServer();
  final OkHttpFetcher fetcher;

  Fetching() throws IOException {
    this(Fetching.builder());
  }

  Fetching(OkHttpFetcher.Builder builder) throws IOException {
    server.start(InetAddress.getLoopbackAddress(), 0);
    fetcher = builder.build();
  }

  /** A builder whose fetchers may connect to this machine. */
  static OkHttpFetcher.Builder builder() {
    return OkHttpFetcher.builder().addressRules(AddressRules.publicAnd("127.0.0.0/8", "localhost"));
  }

  static MockResponse.Builder html(String body) {
    return status(200).setHeader("Content-Type", "text/html").body(body);
  }

  static MockResponse.Builder status(int code) {
    return new MockResponse.Builder().code(code);
  }

  static Buffer gzip(byte[] bytes) throws IOException {
    var compressed = new Buffer();
    try (BufferedSink sink = Okio.buffer(new GzipSink(compressed))) {
      sink.write(bytes);
    }
    return compressed;
  }

  CrawlUrl url(String path) {
    return CrawlUrl.of("http://127.0.0.1:" + server.getPort() + path);
  }

  FetchResult fetch(MockResponse.Builder response) throws InterruptedException {
    server.enqueue(response.build());
    return fetch();
  }

  FetchResult fetch() throws InterruptedException {
    return fetcher.fetch(FetchRequest.of(url("/page")));
  }

  @Override
  public void close() {
    fetcher.close();
    server.close();
  }
}
