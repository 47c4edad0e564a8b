package io.dowser.crawler.fetch;

import static io.dowser.crawler.fetch.Fetching.gzip;
import static io.dowser.crawler.fetch.Fetching.html;
import static io.dowser.crawler.fetch.Fetching.status;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchRequest;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.api.FetchResult.Failed;
import io.dowser.crawler.api.FetchResult.FailureReason;
import io.dowser.crawler.api.FetchResult.Fetched;
import io.dowser.crawler.api.FetchResult.NotModified;
import io.dowser.crawler.api.FetchResult.Redirect;
import io.dowser.crawler.api.FetchResult.Truncation;
import io.dowser.crawler.net.AddressRules;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import mockwebserver3.MockResponse;
import mockwebserver3.RecordedRequest;
import okhttp3.Headers;
import okhttp3.Interceptor;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;
import okhttp3.ResponseBody;
import okio.Buffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ResponsesTest {

  private Fetching web;

  @BeforeEach
  void start() throws IOException {
    web = new Fetching();
  }

  @AfterEach
  void stop() {
    web.close();
  }

  @Test
  void aPageComesWithBytesHeadersAndTime() throws Exception {
    var response = html("H\u00e9, \u6c34").addHeader("X-Two: a").addHeader("x-two: b");
    var page = (Fetched) web.fetch(response);
    assertThat(page.url()).isEqualTo(web.url("/page"));
    assertThat(page.status()).isEqualTo(200);
    assertThat(page.body().decode(UTF_8)).isEqualTo("H\u00e9, \u6c34");
    assertThat(page.truncation()).isEqualTo(Truncation.NONE);
    assertThat(page.contentType()).isEqualTo("text/html");
    assertThat(page.headers().allValues("X-TWO")).containsExactly("a", "b");
    assertThat(page.elapsed()).isPositive();
  }

  @Test
  void compressedPagesAreDecoded() throws Exception {
    var response = html("").setHeader("Content-Encoding", "gzip");
    var page = (Fetched) web.fetch(response.body(gzip("a long story".getBytes(UTF_8))));
    assertThat(page.body().decode(UTF_8)).isEqualTo("a long story");
    assertThat(page.truncation()).isEqualTo(Truncation.NONE);
    assertThat(web.server.takeRequest().getHeaders().get("Accept-Encoding")).isEqualTo("gzip");
  }

  @ParameterizedTest
  @CsvSource({"GZip, 0", "gzip, 1", "gzip, 100000", "x-gzip, 100", "X-Gzip, 0"})
  void aCompressedPageIsKeptAsItCameToo(String coding, int size) throws Exception {
    byte[] bytes = new byte[size];
    new Random(3).nextBytes(bytes);
    Buffer packed = gzip(bytes);
    byte[] sent = packed.clone().readByteArray();

    var response = html("").setHeader("Content-Encoding", coding).body(packed);
    var page = (Fetched) web.fetch(response);

    assertThat(page.body().toArray()).isEqualTo(bytes);
    assertThat(page.body().gzipped()).hasValue(ByteBuffer.wrap(sent));
  }

  /** RFC 1952, section 2.3.1: what some readers of archives make no sense of. */
  @ParameterizedTest(name = "byte {0} is {1}")
  @CsvSource({"3,1", "3,4", "3,8", "3,224"})
  void aCompressedPageWithAnOddHeaderIsDecodedAndNotKeptAsItCame(int place, int value)
      throws Exception {
    byte[] sent = gzip("a long story".getBytes(UTF_8)).readByteArray();
    sent[place] = (byte) value;
    var odd = new Buffer().write(sent, 0, 10);
    if (value == 4) {
      odd.writeShortLe(40_000).write(new byte[40_000]);
    } else if (value == 8) {
      odd.write("name\0".getBytes(UTF_8));
    }
    odd.write(sent, 10, sent.length - 10);

    var page = (Fetched) web.fetch(html("").setHeader("Content-Encoding", "gzip").body(odd));

    assertThat(page.body().decode(UTF_8)).isEqualTo("a long story");
    assertThat(page.body().gzipped()).isEmpty();
  }

  @Test
  void anInterceptorThatAsksAgainMixesNoTwoResponsesUp() throws Exception {
    Interceptor again =
        chain -> {
          Response first = chain.proceed(chain.request());
          if (first.code() == 200) {
            return first;
          }
          first.body().bytes();
          first.close();
          return chain.proceed(chain.request());
        };
    Buffer story = gzip("a long story".getBytes(UTF_8));
    try (var asking = new Fetching(with(again))) {
      asking.server.enqueue(
          status(401).setHeader("Content-Encoding", "gzip").body(story.clone()).build());
      var plain = (Fetched) asking.fetch(html("plain"));
      assertThat(plain.body().decode(UTF_8)).isEqualTo("plain");
      assertThat(plain.body().gzipped()).isEmpty();

      asking.server.enqueue(status(401).body("no").build());
      var response = html("").setHeader("Content-Encoding", "gzip").body(story.clone());
      var packed = (Fetched) asking.fetch(response);
      assertThat(packed.body().decode(UTF_8)).isEqualTo("a long story");
      assertThat(packed.body().gzipped()).hasValue(story.readByteString().asByteBuffer());
    }
  }

  @Test
  void aBodyThatAnInterceptorMadeIsNotThatWhichCame() throws Exception {
    Interceptor replacing =
        chain -> {
          Response response = chain.proceed(chain.request());
          response.body().source().request(3);
          return response.newBuilder().body(ResponseBody.create("made", null)).build();
        };
    Buffer story = gzip("a long story".getBytes(UTF_8));
    try (var made = new Fetching(with(replacing))) {
      var response = html("").setHeader("Content-Encoding", "gzip").body(story);
      var page = (Fetched) made.fetch(response);

      assertThat(page.body().decode(UTF_8)).isEqualTo("made");
      assertThat(page.body().gzipped()).isEmpty();
    }
  }

  @Test
  void aRequestThatAnInterceptorMadeAnewIsNoBomb() throws Exception {
    Interceptor anew =
        chain -> chain.proceed(new Request.Builder().url(chain.request().url()).build());
    try (var asking = new Fetching(with(anew))) {
      var page = (Fetched) asking.fetch(html("x".repeat(600_000)));

      assertThat(page.truncation()).isEqualTo(Truncation.NONE);
      assertThat(page.body().size()).isEqualTo(600_000);
    }
  }

  private static OkHttpFetcher.Builder with(Interceptor interceptor) {
    return Fetching.builder()
        .client(new OkHttpClient.Builder().addInterceptor(interceptor).build());
  }

  @Test
  void aPageThatCameAsItIsHasNoOtherForm() throws Exception {
    var page = (Fetched) web.fetch(html("plain").setHeader("Content-Encoding", "identity"));

    assertThat(page.body().gzipped()).isEmpty();
  }

  @Test
  void whatIsNoPageIsNotKeptAsItCame() throws Exception {
    var response = html("").setHeader("Content-Encoding", "gzip");
    web.server.enqueue(response.body(gzip("User-agent: *".getBytes(UTF_8))).build());

    var robots =
        (Fetched)
            web.fetcher.fetch(FetchRequest.of(web.url("/robots.txt"), FetchRequest.Purpose.ROBOTS));

    assertThat(robots.body().decode(UTF_8)).isEqualTo("User-agent: *");
    assertThat(robots.body().gzipped()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"br", "zstd", "deflate", "gzip, br", "x-compress", "BR"})
  void aPageCompressedInAWayThatWasNotOfferedFails(String coding) throws Exception {
    var failed = (Failed) web.fetch(html("???").setHeader("Content-Encoding", coding));
    assertThat(failed.reason()).isEqualTo(FailureReason.PROTOCOL);
    assertThat(failed.status()).isEqualTo(200);
    assertThat(failed.detail()).contains(coding);
  }

  @ParameterizedTest
  @ValueSource(strings = {"identity", "utf-8", "none", ""})
  void senselessEncodingsAreTakenForNone(String coding) throws Exception {
    var page = (Fetched) web.fetch(html("plain").setHeader("Content-Encoding", coding));
    assertThat(page.body().decode(UTF_8)).isEqualTo("plain");
  }

  @ParameterizedTest
  @ValueSource(ints = {200, 203, 206, 299})
  void everySuccessIsAPage(int code) throws Exception {
    var page = (Fetched) web.fetch(html("x").code(code));
    assertThat(page.status()).isEqualTo(code);
    assertThat(page.body().size()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(ints = {200, 204, 205})
  void anEmptyBodyIsAPageToo(int code) throws Exception {
    var page = (Fetched) web.fetch(status(code));
    assertThat(page.body().size()).isZero();
    assertThat(page.truncation()).isEqualTo(Truncation.NONE);
  }

  @ParameterizedTest
  @ValueSource(ints = {301, 302, 303, 307, 308})
  void redirectsPathStateTheLocationAsWritten(int code) throws Exception {
    FetchResult result = web.fetch(status(code).setHeader("Location", "../b?c#d").body("moved"));
    assertThat(result).isEqualTo(new Redirect(web.url("/page"), code, "../b?c#d"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"0;url=/b", "5; URL='/b'", "0,/b"})
  void aHeaderThatRefreshesWithAnotherUrlSoonIsARedirect(String refresh) throws Exception {
    FetchResult result = web.fetch(html("moved").setHeader("Refresh", refresh));
    assertThat(result).isEqualTo(new Redirect(web.url("/page"), 302, "/b"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "0;url=/page#top", "5;url=", "6;url=/b", "soon"})
  void aHeaderThatRefreshesThePageItselfOrLateIsNoRedirect(String refresh) throws Exception {
    FetchResult result = web.fetch(html("text").setHeader("Refresh", refresh));
    assertThat(result).isInstanceOf(Fetched.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Content-Length: 5\r\n\r\nfirst\r\n",
        "Content-Length: 5\r\n\r\nfirst and more",
        "Content-Length: 5\r\n\r\nfirstHTTP/1.1 503 Busy\r\nRetr",
        "Content-Length: 5\r\n\r\nfirstHTTP/1.1 503 Bu",
        "Content-Length: 5\r\n\r\nfirstHTTP/1.1 200 OK\r\nContent-Length: 8\r\n\r\ninjected",
        "Content-Length: 5\r\n\r\nfirstHTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\ninjected",
        "Transfer-Encoding: chunked\r\n\r\n5\r\nfirst\r\n0\r\n\r\n0\r\n\r\n",
        "Transfer-Encoding: chunked\r\n\r\n5\r\nfirst\r\n0\r\n\r\n"
            + "HTTP/1.1 200 OK\r\nContent-Length: 8\r\n\r\ninjected"
      })
  void bytesBehindAResponseAreNoResponse(String response) throws Exception {
    String head = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n";
    String second = head + "Content-Length: 6\r\n\r\nsecond";
    try (var server =
        new RawServer(
            socket -> {
              RawServer.responding(head + response).play(socket);
              RawServer.responding(second).play(socket);
            },
            RawServer.responding(second))) {
      FetchRequest request = FetchRequest.of(server.url("/"));
      assertThat(((Fetched) web.fetcher.fetch(request)).body().decode(UTF_8)).isEqualTo("first");
      assertThat(((Fetched) web.fetcher.fetch(request)).body().decode(UTF_8)).isEqualTo("second");
    }
  }

  @Test
  void aHeaderMayNameAStatusOnAKeptConnection() throws Exception {
    String status = "HTTP/1.1 200 OK\r\n";
    String head =
        status + "Content-Type: text/html\r\nX-Status: " + status + "Content-Length: 5\r\n\r\n";
    try (var server =
        new RawServer(
            socket -> {
              RawServer.responding(head + "first").play(socket);
              RawServer.responding(head + "later").play(socket);
            },
            RawServer.responding(head + "again"))) {
      FetchRequest request = FetchRequest.of(server.url("/"));
      assertThat(((Fetched) web.fetcher.fetch(request)).body().decode(UTF_8)).isEqualTo("first");
      assertThat(((Fetched) web.fetcher.fetch(request)).body().decode(UTF_8)).isEqualTo("later");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "Location: /jos\u00e9-rizal, /jos%E9-rizal",
    "LOCATION:/\u00d6\u00d0?q=\u00ce\u00c4#\u00ff, /%D6%D0?q=%CE%C4#%FF",
    "location: http://a.test/%20\u00b9x, http://a.test/%20%B9x",
    "Refresh: 0;url=/jos\u00e9, /jos%E9"
  })
  void octetsOfALocationThatAreNoUtf8ArePercentEncoded(String field, String location)
      throws Exception {
    String status = field.startsWith("Refresh") ? "200 OK" : "302 Found";
    String body = "first\r\n" + field;
    String first =
        "HTTP/1.1 200 OK\r\nX-Location: \u00e9\r\nContent-Type: text/html;charset=ISO-8859-1\r\n"
            + ("Content-Length: " + body.length() + "\r\n\r\n" + body);
    String second = "HTTP/1.1 " + status + "\r\nX: y\r\n" + field + "\r\nContent-Length: 0\r\n\r\n";
    try (var server =
        new RawServer(
            socket -> {
              RawServer.responding(first).play(socket);
              RawServer.readRequest(socket);
              for (byte each : second.getBytes(ISO_8859_1)) {
                socket.getOutputStream().write(each);
                socket.getOutputStream().flush();
              }
            })) {
      FetchRequest request = FetchRequest.of(server.url("/"));
      assertThat(((Fetched) web.fetcher.fetch(request)).body().decode(ISO_8859_1)).isEqualTo(body);
      assertThat(((Redirect) web.fetcher.fetch(request)).location()).isEqualTo(location);
    }
  }

  @Test
  void aLocationInRawUtf8IsDecoded() throws Exception {
    String response = "HTTP/1.1 302 Found\r\nLocation: /\u4e2d\u6587\r\nContent-Length: 0\r\n\r\n";
    try (var server = new RawServer(RawServer.responding(response.getBytes(UTF_8)))) {
      var redirect = (Redirect) web.fetcher.fetch(FetchRequest.of(server.url("/")));
      assertThat(redirect.location()).isEqualTo("/\u4e2d\u6587");
    }
  }

  /** Over TLS, octets that are no UTF-8 have become replacement characters. */
  @Test
  void aLocationWithReplacementCharactersFails() throws Exception {
    String response = "HTTP/1.1 302 Found\r\nLocation: /jos\ufffd\r\nContent-Length: 0\r\n\r\n";
    try (var server = new RawServer(RawServer.responding(response.getBytes(UTF_8)))) {
      FetchResult result = web.fetcher.fetch(FetchRequest.of(server.url("/")));
      assertFailed(result, FailureReason.PROTOCOL, 302, false);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {301, 302, 303, 307, 308})
  void aRedirectToNowhereFails(int code) throws Exception {
    assertFailed(web.fetch(status(code)), FailureReason.PROTOCOL, code, false);
    FetchResult blank = web.fetch(status(code).setHeader("Location", " "));
    assertFailed(blank, FailureReason.PROTOCOL, code, false);
  }

  @ParameterizedTest
  @ValueSource(ints = {300, 304, 305, 306, 310, 399})
  void otherStatusesBelow400MakeNoSense(int code) throws Exception {
    FetchResult result = web.fetch(status(code).setHeader("Location", "/b"));
    assertFailed(result, FailureReason.PROTOCOL, code, false);
  }

  @ParameterizedTest
  @CsvSource({
    "400,false", "401,false", "403,false", "404,false", "407,false", "408,true", "410,false",
    "421,false", "425,true", "429,true", "451,false", "500,true", "501,false", "502,true",
    "503,true", "504,true", "505,false", "599,false", "999,false"
  })
  void errorStatusesSayWhetherToTryAgain(int code, boolean retryable) throws Exception {
    FetchResult result = web.fetch(status(code).setHeader("X-A", "b").body("sorry"));
    assertFailed(result, FailureReason.HTTP_STATUS, code, retryable);
    assertThat(((Failed) result).headers().firstValue("x-a")).contains("b");
    assertThat(((Failed) result).detail()).startsWith("HTTP " + code);
  }

  @Test
  void retryAfterIsThereUnderItsOwnName() throws Exception {
    var failed = (Failed) web.fetch(status(503).setHeader("Retry-After", "120"));
    assertThat(failed.headers().firstValue("retry-after")).contains("120");
  }

  @Test
  void conditionsAreSentAndApplied() throws Exception {
    web.server.enqueue(status(304).setHeader("ETag", "\"v1\"").build());
    var request =
        new FetchRequest(
            web.url("/page"), Optional.of("\"v1\""), Optional.of("Tue, 01 Jul 2025 00:00:00 GMT"));
    var same = (NotModified) web.fetcher.fetch(request);
    assertThat(same.url()).isEqualTo(web.url("/page"));
    assertThat(same.headers().firstValue("etag")).contains("\"v1\"");
    Headers sent = web.server.takeRequest().getHeaders();
    assertThat(sent.get("If-None-Match")).isEqualTo("\"v1\"");
    assertThat(sent.get("If-Modified-Since")).isEqualTo("Tue, 01 Jul 2025 00:00:00 GMT");
  }

  @Test
  void conditionsThatCannotBeHeadersAreLeftOut() throws Exception {
    web.server.enqueue(html("x").build());
    web.fetcher.fetch(
        new FetchRequest(
            web.url("/page"), Optional.of("\"\u6c34\""), Optional.of("a\r\nX-Evil: 1")));
    Headers sent = web.server.takeRequest().getHeaders();
    assertThat(sent.names()).doesNotContain("If-None-Match", "If-Modified-Since", "X-Evil");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "text/html",
        "TEXT/HTML;charset=GBK",
        "application/xhtml+xml",
        "text/plain; charset=utf-8",
        "",
        "html",
        "; charset=utf-8",
        "text/html, text/html",
        "image/png, text/html;charset=gbk",
        "text/html charset=utf-8",
        "text/html/x",
        "unknown/unknown",
        "*/*",
        "application/unknown"
      })
  void pagesAndUnknownTypesAreRead(String type) throws Exception {
    var page = (Fetched) web.fetch(status(200).setHeader("Content-Type", type).body("text"));
    assertThat(page.contentType()).isEqualTo(type);
    assertThat(page.body().size()).isEqualTo(4);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "image/png",
        "application/pdf",
        "application/zip",
        "application/xml",
        "text/xml",
        "application/rss+xml",
        "application/json",
        "text/css",
        "application/octet-stream",
        "text/html2"
      })
  void otherTypesFail(String type) throws Exception {
    FetchResult result = web.fetch(status(200).setHeader("Content-Type", type).body("data"));
    assertFailed(result, FailureReason.CONTENT_TYPE, 200, false);
    assertThat(((Failed) result).detail()).isEqualTo("no page analyzer reads " + type);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "HTTP/1.1 403 hunter2",
        "HTTP/1.1 500 hunter2",
        "hunter2",
        "HTTP/1.1 hunter2 OK",
        "HTTP/1.1 200 OK\r\nContent-Type: image/png; name=hunter2",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nhunter2",
        "HTTP/1.1 200 OK\r\nContent-Length: hunter2"
      })
  void whatAServerWritesIntoItsHeadIsNotRepeated(String head) throws Exception {
    try (var server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        OkHttpFetcher fetcher =
            OkHttpFetcher.builder().addressRules(AddressRules.publicAnd("127.0.0.1")).build()) {
      var serving =
          new Thread(
              () -> {
                try (Socket client = server.accept()) {
                  client.getInputStream().read(new byte[1_000]);
                  client.getOutputStream().write((head + "\r\n\r\n").getBytes(UTF_8));
                } catch (IOException e) {
                  throw new UncheckedIOException(e);
                }
              });
      serving.start();
      FetchResult result =
          fetcher.fetch(
              FetchRequest.of(CrawlUrl.of("http://127.0.0.1:" + server.getLocalPort() + "/")));
      serving.join();
      if (result instanceof Failed failed) {
        assertThat(failed.detail()).doesNotContain("hunter2");
      }
    }
  }

  @Test
  void aLargeBodyOfAnotherTypeIsNotRead() throws Exception {
    var image = status(200).setHeader("Content-Type", "image/png");
    var endless = image.body(new Buffer().write(new byte[1 << 20]));
    FetchResult result = web.fetch(endless.throttleBody(1024, 1, TimeUnit.HOURS));
    assertFailed(result, FailureReason.CONTENT_TYPE, 200, false);
  }

  @Test
  void acceptedTypesCanBeChosen() throws Exception {
    var builder = Fetching.builder().acceptedTypes(List.of("application/XML", "text/xml"));
    try (var other = new Fetching(builder)) {
      var page = (Fetched) other.fetch(html("<a/>").setHeader("Content-Type", "text/xml"));
      assertThat(page.body().size()).isEqualTo(4);
      FetchResult refused = other.fetch(html("<a>"));
      assertFailed(refused, FailureReason.CONTENT_TYPE, 200, false);
      assertThat(((Failed) refused).detail()).isEqualTo("acceptedTypes does not include text/html");
      assertThat(other.server.takeRequest().getHeaders().get("Accept"))
          .isEqualTo("application/xml, text/xml, */*;q=0.1");
    }
  }

  @Test
  void theRequestIntroducesItself() throws Exception {
    web.fetch(html("x"));
    RecordedRequest request = web.server.takeRequest();
    assertThat(request.getMethod()).isEqualTo("GET");
    assertThat(request.getHeaders().get("User-Agent")).matches("Dowser/\\d+\\.\\d+.*");
    assertThat(request.getHeaders().get("Accept"))
        .isEqualTo("text/html, application/xhtml+xml, text/plain, */*;q=0.1");
    assertThat(request.getHeaders().get("Accept-Language")).isEqualTo("*");
  }

  @Test
  void theRequestSaysWhatTheCallerWants() throws Exception {
    var builder =
        Fetching.builder()
            .userAgent("Finder/2 (+https://finder.test/bot)")
            .acceptLanguage("zh, en;q=0.5")
            .header("From", "me@finder.test");
    try (var other = new Fetching(builder)) {
      other.fetch(html("x"));
      Headers sent = other.server.takeRequest().getHeaders();
      assertThat(sent.values("User-Agent")).containsExactly("Finder/2 (+https://finder.test/bot)");
      assertThat(sent.values("Accept-Language")).containsExactly("zh, en;q=0.5");
      assertThat(sent.values("From")).containsExactly("me@finder.test");
    }
  }

  @Test
  void informationalResponsesAreSkipped() throws Exception {
    MockResponse hint = status(103).setHeader("Link", "</a.css>").build();
    var page = (Fetched) web.fetch(html("x").addInformationalResponse(hint));
    assertThat(page.status()).isEqualTo(200);
  }

  @Test
  void oddHeadersDoNoHarm() throws Exception {
    String response =
        "HTTP/1.1 200 OK\r\n: nameless\r\nno colon\r\nA b: c\r\nX: \u0001\r\nx: 2\r\nX:\r\n"
            + "Content-Length: 2\r\n\r\nok";
    try (var server = new RawServer(RawServer.responding(response))) {
      var page = (Fetched) web.fetcher.fetch(FetchRequest.of(server.url("/")));
      assertThat(page.headers().map()).containsOnlyKeys("a b", "x", "content-length");
      assertThat(page.headers().allValues("x")).hasSize(3).contains("2", "");
    }
  }

  private static void assertFailed(
      FetchResult result, FailureReason reason, int status, boolean retryable) {
    var failed = (Failed) result;
    assertThat(failed.reason()).as(failed.detail()).isEqualTo(reason);
    assertThat(failed.status()).isEqualTo(status);
    assertThat(failed.retryable()).isEqualTo(retryable);
  }
}
