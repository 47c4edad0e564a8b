package io.dowser.crawler.fetch;

import io.dowser.crawler.api.FetchRequest;
import io.dowser.crawler.api.PageAnalyzer;
import io.dowser.crawler.api.internal.Checks;
import io.dowser.crawler.internal.types.MediaTypes;
import java.time.Duration;
import java.util.Map;
import okhttp3.OkHttpClient;

/** The limits of one fetch. */
record FetchLimits(
    int maxBytes,
    Map<String, Integer> bytesByType,
    int maxRatio,
    Duration connect,
    Duration read,
    Duration total) {

  static final FetchLimits DEFAULT =
      new FetchLimits(
          1_048_576,
          Map.of(),
          100,
          Duration.ofSeconds(10),
          Duration.ofSeconds(15),
          Duration.ofSeconds(60));

  /** The standard for sitemaps allows 50 MiB; this is enough for some 100,000 URLs. */
  private static final int SITEMAP_BYTES = 10 * 1_048_576;

  /** OkHttp's timeout to connect and to wait for bytes; its calls as a whole have none. */
  private static final int USUAL_MILLIS = 10_000;

  /** The most bytes of a page. */
  static final int MOST_BYTES = 1 << 30;

  /** The usual number of concurrent fetches. */
  static final int USUAL_CONNECTIONS = 20;

  /** The shortest timeout. */
  static final Duration LEAST = Duration.ofMillis(1);

  /** The longest timeout. */
  static final Duration MOST = Duration.ofHours(1);

  /**
   * Returns the timeouts of a client where they differ from OkHttp's defaults, and {@link #DEFAULT}
   * elsewhere.
   */
  static FetchLimits of(OkHttpClient client) {
    int connect = client.connectTimeoutMillis();
    int read = client.readTimeoutMillis();
    int total = client.callTimeoutMillis();
    return new FetchLimits(
        DEFAULT.maxBytes,
        Map.of(),
        DEFAULT.maxRatio,
        connect == USUAL_MILLIS ? DEFAULT.connect : ofClient("connectTimeout", connect),
        read == USUAL_MILLIS ? DEFAULT.read : ofClient("readTimeout", read),
        total == 0 ? DEFAULT.total : ofClient("callTimeout", total));
  }

  private static Duration ofClient(String name, int millis) {
    return checkedTime(name + " of the client", Duration.ofMillis(millis));
  }

  static Duration checkedTime(String name, Duration time) {
    return Checks.within(name, time, LEAST, MOST);
  }

  /** Returns the most bytes that may be kept of a response whose type is not known yet. */
  int maxBytes(FetchRequest request) {
    int most = maxBytes(request, "");
    if (request.purpose() == FetchRequest.Purpose.PAGE) {
      for (int bytes : bytesByType.values()) {
        most = Math.max(most, bytes);
      }
      for (PageAnalyzer.Type type : request.types()) {
        most = Math.max(most, maxBytes(request, type.mediaType()));
      }
    }
    return most;
  }

  /** Returns the most bytes that are kept of a response with a content type, which may be empty. */
  int maxBytes(FetchRequest request, String contentType) {
    return switch (request.purpose()) {
      case PAGE -> pageBytes(request, MediaTypes.essence(contentType));
      case ROBOTS -> FetchRequest.ROBOTS_BYTES;
      case SITEMAP -> SITEMAP_BYTES;
    };
  }

  private int pageBytes(FetchRequest request, String type) {
    Integer own = bytesByType.get(type);
    if (own != null) {
      return own;
    }
    for (PageAnalyzer.Type each : request.types()) {
      if (each.maxBytes() > 0 && each.mediaType().equals(type)) {
        return each.maxBytes();
      }
    }
    return maxBytes;
  }
}
