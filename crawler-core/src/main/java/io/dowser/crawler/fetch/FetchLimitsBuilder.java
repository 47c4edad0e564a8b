package io.dowser.crawler.fetch;

import static java.util.Objects.requireNonNullElse;

import io.dowser.crawler.api.Checks;
import java.time.Duration;
import okhttp3.OkHttpClient;
import org.jspecify.annotations.Nullable;

/**
 * What a builder of fetchers says about limits; each call checks what it is given. Not thread-safe.
 *
 * @param <B> the builder
 */
abstract class FetchLimitsBuilder<B extends FetchLimitsBuilder<B>> {

  private int maxBytes = FetchLimits.DEFAULT.maxBytes();
  private int maxRatio = FetchLimits.DEFAULT.maxRatio();
  private @Nullable Duration connect;
  private @Nullable Duration read;
  private @Nullable Duration total;

  abstract B self();

  /**
   * Limits the body.
   *
   * @param bytes decoded bytes that are kept of a page, 1 to 1,073,741,824; 1,048,576 by default
   * @return this builder
   * @throws IllegalArgumentException if it is not within these limits
   */
  public B maxBytes(int bytes) {
    maxBytes = Checks.within("maxBytes", bytes, 1, 1 << 30);
    return self();
  }

  /**
   * Limits how much a compressed body may grow; the first 262,144 bytes are inflated in any case.
   *
   * @param ratio bytes that one byte on the network may become, 1 to 1,000,000; 100 by default
   * @return this builder
   * @throws IllegalArgumentException if it is not within these limits
   */
  public B maxRatio(int ratio) {
    maxRatio = Checks.within("maxRatio", ratio, 1, 1_000_000);
    return self();
  }

  /**
   * Limits the time to connect.
   *
   * @param timeout 1 ms to 1 h; 10 s by default
   * @return this builder
   * @throws IllegalArgumentException if it is not within these limits
   */
  public B connectTimeout(Duration timeout) {
    connect = FetchLimits.checkedTime("connectTimeout", timeout);
    return self();
  }

  /**
   * Limits each wait for more bytes.
   *
   * @param timeout 1 ms to 1 h; 15 s by default
   * @return this builder
   * @throws IllegalArgumentException if it is not within these limits
   */
  public B readTimeout(Duration timeout) {
    read = FetchLimits.checkedTime("readTimeout", timeout);
    return self();
  }

  /**
   * Limits the time of a whole fetch.
   *
   * @param timeout 1 ms to 1 h; 60 s by default
   * @return this builder
   * @throws IllegalArgumentException if it is not within these limits
   */
  public B totalTimeout(Duration timeout) {
    total = FetchLimits.checkedTime("totalTimeout", timeout);
    return self();
  }

  /** What was set here goes before what the client has. */
  final FetchLimits limitsFor(@Nullable OkHttpClient client) {
    FetchLimits others = FetchLimits.of(client);
    return new FetchLimits(
        maxBytes,
        maxRatio,
        requireNonNullElse(connect, others.connect()),
        requireNonNullElse(read, others.read()),
        requireNonNullElse(total, others.total()));
  }
}
