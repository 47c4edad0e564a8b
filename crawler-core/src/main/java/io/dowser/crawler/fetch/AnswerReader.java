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
import io.dowser.crawler.internal.types.MediaTypes;
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

/** Turns an HTTP response into a result. */
final class AnswerReader {

  /** Other values of {@code Content-Encoding} are slips of the pen, such as {@code utf-8}. */
  private static final Set<String> CODINGS =
      Set.of("gzip", "deflate", "br", "zstd", "compress", "x-compress");

  /** Less than this is no bomb, however small it came. */
  private static final int ALWAYS_INFLATED = 262_144;

  private static final int STEP = 65_536;

  /** Takes the place of octets that OkHttp cannot decode; over TLS they cannot be recovered. */
  private static final char UNREADABLE = '\ufffd';

  private static final int FOUND = 302;

  /** A page that leads elsewhere after more seconds is to be read. */
  private static final int MAX_REFRESH_SECONDS = 5;

  private static final Splitter COOKIES = Splitter.on(';').trimResults();

  private final FetchLimits limits;
  private final SiteHeaders sites;
  private final boolean keepsCookies;

  AnswerReader(FetchLimits limits, SiteHeaders sites, CookieJar cookies) {
    this.limits = limits;
    this.sites = sites;
    this.keepsCookies = cookies != CookieJar.NO_COOKIES;
  }

  /** Creates what watches the answer to a request: only pages are wanted as they came. */
  WireBytes wireFor(FetchRequest request) {
    boolean kept = request.purpose() == FetchRequest.Purpose.PAGE;
    return new WireBytes(limits.maxBytes(request), kept);
  }

  /** Throws if the thread was interrupted, or the body can no longer be read at all. */
  FetchResult read(Answer answer) throws IOException {
    int status = answer.response().code();
    if (status >= 200 && status < 300) {
      String target = refreshTarget(answer);
      return target == null ? page(answer) : refreshed(answer, target);
    }
    answer.skipBody(true);
    if (status >= 400) {
      String note = status == 401 ? sites.noteOn(answer.request().url()) : "";
      String detail =
          "HTTP " + status + note; // servers write secrets that they got into the phrase
      return answer.failed(FailureReason.HTTP_STATUS, detail, isWorthRetrying(status));
    }
    return switch (status) {
      case 301, 302, 303, 307, 308 -> redirect(answer);
      case 304 -> notModified(answer);
      default -> unexpected(answer, "HTTP " + status + " is no answer to a plain GET");
    };
  }

  private FetchResult page(Answer answer) throws IOException {
    String type = answer.contentType();
    boolean anyType = answer.request().purpose() != FetchRequest.Purpose.PAGE;
    if (!anyType && !answer.types().accept(type)) {
      answer.skipBody(false);
      String detail = "content type " + MediaTypes.essence(String.valueOf(type));
      return answer.failed(FailureReason.CONTENT_TYPE, detail, false);
    }
    String coding = answer.response().header("Content-Encoding");
    if (isUnreadable(coding)) {
      answer.skipBody(false);
      return unexpected(answer, "content encoding " + coding + " was not asked for");
    }
    return read(answer, answer.response().body().source());
  }

  /** A body of which nothing came is no page: the request failed, and may be tried again. */
  private FetchResult read(Answer answer, BufferedSource source) throws IOException {
    int maxBytes = limits.maxBytes(answer.request(), answer.contentType());
    Truncation truncation;
    try {
      truncation = inflate(source, answer.wire(), maxBytes);
    } catch (IOException e) {
      if (Thread.currentThread().isInterrupted()) {
        throw e;
      }
      boolean outOfTime = e instanceof InterruptedIOException;
      if (source.getBuffer().size() == 0) {
        return withoutBody(answer, e, outOfTime);
      }
      truncation = outOfTime ? Truncation.TIME_LIMIT : Truncation.ABORTED;
    }
    return fetched(answer, source, truncation, maxBytes);
  }

  private static FetchResult withoutBody(Answer answer, IOException error, boolean outOfTime) {
    answer.call().cancel();
    FailureReason reason = outOfTime ? FailureReason.TIMEOUT : Failures.reasonInBody(error);
    String detail = "no byte of the body came: " + error.getMessage();
    return answer.failed(reason, detail, reason.isWorthRetrying());
  }

  private static Fetched fetched(
      Answer answer, BufferedSource source, Truncation truncation, int maxBytes)
      throws IOException {
    if (truncation != Truncation.NONE) {
      answer.call().cancel();
    }
    Response response = answer.response();
    long size = Math.min(source.getBuffer().size(), maxBytes);
    byte[] bytes = source.getBuffer().readByteArray(size);
    return new Fetched(
        answer.request().url(),
        response.code(),
        answer.headers(),
        truncation == Truncation.NONE ? answer.wire().bodyOf(bytes) : Body.of(bytes),
        truncation,
        Duration.ofNanos(System.nanoTime() - answer.startNanos()));
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

  /** Nothing is counted if a caller's interceptor made the request anew, or the answer itself. */
  private boolean isBomb(long inflated, long counted) {
    return counted > 0 && inflated > counted * limits.maxRatio();
  }

  private FetchResult redirect(Answer answer) {
    Response response = answer.response();
    String location = response.header("Location");
    if (location == null || location.isBlank()) {
      return unexpected(answer, "HTTP " + response.code() + " without a location");
    }
    return location.indexOf(UNREADABLE) < 0
        ? redirect(answer, response.code(), location)
        : unexpected(answer, "HTTP " + response.code() + " with a location that is not UTF-8");
  }

  private Redirect redirect(Answer answer, int status, String location) {
    boolean cookiesChanged = keepsCookies && changesCookies(answer.response().networkResponse());
    return new Redirect(answer.request().url(), status, location, cookiesChanged);
  }

  private Redirect refreshed(Answer answer, String target) {
    answer.skipBody(false);
    return redirect(answer, FOUND, target);
  }

  /** Returns where the header {@code Refresh} of a page leads soon; null if to no other URL. */
  private static @Nullable String refreshTarget(Answer answer) {
    String header = answer.response().header("Refresh");
    boolean isPage = answer.request().purpose() == FetchRequest.Purpose.PAGE;
    Refresh refresh = header == null || !isPage ? null : Refresh.of(header);
    if (refresh == null || refresh.seconds() > MAX_REFRESH_SECONDS) {
      return null;
    }
    HttpUrl self = answer.response().request().url();
    HttpUrl target = self.resolve(refresh.target());
    boolean isOther = target != null && !target.newBuilder().fragment(null).build().equals(self);
    return isOther ? refresh.target() : null;
  }

  /** Whether a response sets a cookie that was not sent, or removes one that was. */
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

  private static FetchResult notModified(Answer answer) {
    return answer.response().request().header("If-None-Match") == null
            && answer.response().request().header("If-Modified-Since") == null
        ? unexpected(answer, "HTTP 304 to a request without conditions")
        : new NotModified(answer.request().url(), answer.headers());
  }

  private static FetchResult unexpected(Answer answer, String detail) {
    return answer.failed(FailureReason.PROTOCOL, detail, false);
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
