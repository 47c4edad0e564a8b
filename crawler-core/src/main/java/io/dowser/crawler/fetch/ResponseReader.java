package io.dowser.crawler.fetch;

import static java.util.Objects.requireNonNullElse;

import com.google.common.base.Splitter;
import io.dowser.crawler.api.Body;
import io.dowser.crawler.api.FetchRequest;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.api.FetchResult.FailureReason;
import io.dowser.crawler.api.FetchResult.Fetched;
import io.dowser.crawler.api.FetchResult.NotModified;
import io.dowser.crawler.api.FetchResult.Redirect;
import io.dowser.crawler.api.FetchResult.Truncation;
import io.dowser.crawler.internal.Refresh;
import io.dowser.crawler.internal.access.SiteHeaders;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import okhttp3.Cookie;
import okhttp3.CookieJar;
import okhttp3.HttpUrl;
import okhttp3.Request;
import okhttp3.Response;
import okio.BufferedSource;
import org.jspecify.annotations.Nullable;

/** Converts an HTTP response into a result. */
final class ResponseReader {

  /** Other values of {@code Content-Encoding}, such as {@code utf-8}, are mistakes and ignored. */
  private static final Set<String> CODINGS =
      Set.of("gzip", "deflate", "br", "zstd", "compress", "x-compress");

  /** A body below this size is no decompression bomb, however small it is when compressed. */
  private static final int ALWAYS_INFLATED = 262_144;

  private static final int STEP = 65_536;

  /** Replaces octets that OkHttp cannot decode; over TLS they cannot be recovered. */
  private static final char UNREADABLE = '\ufffd';

  private static final int FOUND = 302;

  /** A page that refreshes to another URL after more seconds is read. */
  private static final int MAX_REFRESH_SECONDS = 5;

  private static final Splitter COOKIES = Splitter.on(';').trimResults();

  private final FetchLimits limits;
  private final SiteHeaders sites;
  private final boolean keepsCookies;

  ResponseReader(FetchLimits limits, SiteHeaders sites, CookieJar cookies) {
    this.limits = limits;
    this.sites = sites;
    this.keepsCookies = cookies != CookieJar.NO_COOKIES;
  }

  /** Creates the counter of the bytes of a response; only those of pages are kept as they came. */
  WireBytes wireFor(FetchRequest request) {
    boolean kept = request.purpose() == FetchRequest.Purpose.PAGE;
    return new WireBytes(limits.maxBytes(request), kept);
  }

  /**
   * Returns the result; throws if the thread was interrupted, or the body can no longer be read at
   * all.
   */
  FetchResult read(Exchange exchange) throws IOException {
    int status = exchange.response().code();
    if (status >= 200 && status < 300) {
      String target = refreshTarget(exchange);
      return target == null ? page(exchange) : refreshed(exchange, target);
    }
    exchange.skipBody(true);
    if (status >= 400) {
      String note = status == 401 ? sites.noteOn(exchange.request().url()) : "";
      String detail =
          "HTTP " + status + note; // servers write secrets that they got into the phrase
      return exchange.failed(FailureReason.HTTP_STATUS, detail, isWorthRetrying(status));
    }
    return switch (status) {
      case 301, 302, 303, 307, 308 -> redirect(exchange);
      case 304 -> notModified(exchange);
      default -> unexpected(exchange, "HTTP " + status + " is no response to a plain GET");
    };
  }

  private FetchResult page(Exchange exchange) throws IOException {
    String type = exchange.contentType();
    boolean anyType = exchange.request().purpose() != FetchRequest.Purpose.PAGE;
    if (!anyType && !exchange.types().accept(type)) {
      exchange.skipBody(false);
      String detail = exchange.types().refusal(type);
      return exchange.failed(FailureReason.CONTENT_TYPE, detail, false);
    }
    String coding = exchange.response().header("Content-Encoding");
    if (isUnreadable(coding)) {
      exchange.skipBody(false);
      return unexpected(exchange, "content encoding " + coding + " was not asked for");
    }
    return read(exchange, exchange.response().body().source());
  }

  /** Reads a body. If no byte of it came, the request has failed and may be retried. */
  private FetchResult read(Exchange exchange, BufferedSource source) throws IOException {
    int maxBytes = limits.maxBytes(exchange.request(), exchange.contentType());
    Truncation truncation;
    try {
      truncation = inflate(source, exchange.wire(), maxBytes);
    } catch (IOException e) {
      if (Thread.currentThread().isInterrupted()) {
        throw e;
      }
      boolean outOfTime = e instanceof InterruptedIOException;
      if (source.getBuffer().size() == 0) {
        return withoutBody(exchange, e, outOfTime);
      }
      truncation = outOfTime ? Truncation.TIME_LIMIT : Truncation.ABORTED;
    }
    return fetched(exchange, source, truncation, maxBytes);
  }

  private static FetchResult withoutBody(Exchange exchange, IOException error, boolean outOfTime) {
    exchange.call().cancel();
    FailureReason reason = outOfTime ? FailureReason.TIMEOUT : Failures.reasonInBody(error);
    String detail = "no byte of the body came: " + error.getMessage();
    return exchange.failed(reason, detail, reason.isWorthRetrying());
  }

  private static Fetched fetched(
      Exchange exchange, BufferedSource source, Truncation truncation, int maxBytes)
      throws IOException {
    if (truncation != Truncation.NONE) {
      exchange.call().cancel();
    }
    Response response = exchange.response();
    long size = Math.min(source.getBuffer().size(), maxBytes);
    byte[] bytes = source.getBuffer().readByteArray(size);
    return new Fetched(
        exchange.request().url(),
        response.code(),
        exchange.headers(),
        truncation == Truncation.NONE ? exchange.wire().bodyOf(bytes) : Body.of(bytes),
        truncation,
        Duration.ofNanos(System.nanoTime() - exchange.startNanos()));
  }

  private Truncation inflate(BufferedSource source, WireBytes wire, int maxBytes)
      throws IOException {
    long wanted = 0;
    while (wanted <= maxBytes) {
      wanted = Math.min(wanted + STEP, maxBytes + 1L);
      if (!source.request(wanted)) {
        return Truncation.NONE;
      }
      if (wanted > ALWAYS_INFLATED && isBomb(wanted, wire.count())) {
        return Truncation.RATIO_LIMIT;
      }
    }
    return Truncation.BYTE_LIMIT;
  }

  /** Nothing is counted if a caller's interceptor rebuilt the request or created the response. */
  private boolean isBomb(long inflated, long counted) {
    return counted > 0 && inflated > counted * limits.maxRatio();
  }

  private FetchResult redirect(Exchange exchange) {
    Response response = exchange.response();
    String location = response.header("Location");
    if (location == null || location.isBlank()) {
      return unexpected(exchange, "HTTP " + response.code() + " without a location");
    }
    return location.indexOf(UNREADABLE) < 0
        ? redirect(exchange, response.code(), location)
        : unexpected(exchange, "HTTP " + response.code() + " with a location that is not UTF-8");
  }

  private Redirect redirect(Exchange exchange, int status, String location) {
    boolean cookiesChanged = keepsCookies && changesCookies(exchange.response().networkResponse());
    return new Redirect(exchange.request().url(), status, location, cookiesChanged);
  }

  private Redirect refreshed(Exchange exchange, String target) {
    exchange.skipBody(false);
    return redirect(exchange, FOUND, target);
  }

  /**
   * Returns the URL that the header {@code Refresh} of a page leads to soon; null if there is no
   * other URL.
   */
  private static @Nullable String refreshTarget(Exchange exchange) {
    String header = exchange.response().header("Refresh");
    boolean isPage = exchange.request().purpose() == FetchRequest.Purpose.PAGE;
    Refresh refresh = header == null || !isPage ? null : Refresh.of(header);
    if (refresh == null || refresh.seconds() > MAX_REFRESH_SECONDS) {
      return null;
    }
    HttpUrl self = exchange.response().request().url();
    HttpUrl target = self.resolve(refresh.target());
    boolean isOther = target != null && !target.newBuilder().fragment(null).build().equals(self);
    return isOther ? refresh.target() : null;
  }

  /** Returns whether a response sets a cookie that was not sent, or removes one that was. */
  private static boolean changesCookies(@Nullable Response response) {
    if (response == null) {
      return false;
    }
    Request request = response.request();
    String header = requireNonNullElse(request.header("Cookie"), "");
    Set<String> sent = Set.copyOf(COOKIES.splitToList(header));
    return Cookie.parseAll(request.url(), response.headers()).stream()
        .anyMatch(
            cookie ->
                cookie.expiresAt() > response.receivedResponseAtMillis()
                    ? !sent.contains(cookie.name() + "=" + cookie.value())
                    : sent.stream().anyMatch(pair -> pair.startsWith(cookie.name() + "=")));
  }

  private static FetchResult notModified(Exchange exchange) {
    return exchange.response().request().header("If-None-Match") == null
            && exchange.response().request().header("If-Modified-Since") == null
        ? unexpected(exchange, "HTTP 304 to a request without conditions")
        : new NotModified(exchange.request().url(), exchange.headers());
  }

  private static FetchResult unexpected(Exchange exchange, String detail) {
    return exchange.failed(FailureReason.PROTOCOL, detail, false);
  }

  private static boolean isUnreadable(@Nullable String coding) {
    return coding != null
        && Stream.of(coding.split(",", -1))
            .anyMatch(part -> CODINGS.contains(part.strip().toLowerCase(Locale.ROOT)));
  }

  private static boolean isWorthRetrying(int status) {
    return switch (status) {
      case 408, 425, 429, 500, 502, 503, 504 -> true;
      default -> false;
    };
  }
}
