package io.dowser.crawler.fetch;

import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.api.Body;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchResult;
import java.net.http.HttpHeaders;
import java.nio.charset.Charset;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import okhttp3.CookieJar;
import okhttp3.HttpUrl;
import org.junit.jupiter.api.Test;

class LoginResponseTest {

  /** The second character is in GBK, which the web calls GB2312, but not in Java's GB2312. */
  @Test
  void textsAreFoundInTheCharsetThatTheWebMeans() {
    String html = "<p>\u6FC0\u9555<p>";
    var fetched =
        new FetchResult.Fetched(
            CrawlUrl.of("http://a.test/"),
            200,
            HttpHeaders.of(
                Map.of("content-type", List.of("text/html; charset=gb2312")),
                (name, value) -> true),
            Body.of(html.getBytes(Charset.forName("GBK"))),
            FetchResult.Truncation.NONE,
            Duration.ZERO);
    var response = new LoginResponse(HttpUrl.get("http://a.test/"), fetched, CookieJar.NO_COOKIES);

    assertThat(response.has(new FormLogin.Check(FormLogin.Sign.TEXT, "\u6FC0\u9555", true)))
        .isTrue();
    assertThat(response.has(new FormLogin.Check(FormLogin.Sign.TEXT, "\u6FC0\u6FC0", true)))
        .isFalse();
    assertThat(response.page()).as("parsed once").isSameAs(response.page());
  }
}
