package io.dowser.crawler.fetch;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import okhttp3.OkHttpClient;
import org.jspecify.annotations.Nullable;

/**
 * What a builder of fetchers says about limits; each call checks what it is given. Not thread-safe.
 *
 * @param <B> the builder
 */
abstract class FetchLimitsBuilder<B extends FetchLimitsBuilder<B>> {

  private final List<UnaryOperator<FetchLimits>> changes = new ArrayList<>();

  abstract B self();

  /**
   * FetchLimits the body.
   *
   * @param bytes decoded bytes that are kept of a page, 1 to 1,073,741,824; 1,048,576 by default
   * @return this builder
   * @throws IllegalArgumentException if it is not within these limits
   */
  public B maxBytes(int bytes) {
    return limit(before -> before.withMaxBytes(bytes));
  }

  /**
   * FetchLimits how much a compressed body may grow; the first 262,144 bytes are inflated in any
   * case.
   *
   * @param ratio bytes that one byte on the network may become, 1 to 1,000,000; 100 by default
   * @return this builder
   * @throws IllegalArgumentException if it is not within these limits
   */
  public B maxRatio(int ratio) {
    return limit(before -> before.withMaxRatio(ratio));
  }

  /**
   * FetchLimits the time to connect.
   *
   * @param timeout 1 ms to 1 h; 10 s by default
   * @return this builder
   * @throws IllegalArgumentException if it is not within these limits
   */
  public B connectTimeout(Duration timeout) {
    return limit(before -> before.withConnect(timeout));
  }

  /**
   * FetchLimits each wait for more bytes.
   *
   * @param timeout 1 ms to 1 h; 15 s by default
   * @return this builder
   * @throws IllegalArgumentException if it is not within these limits
   */
  public B readTimeout(Duration timeout) {
    return limit(before -> before.withRead(timeout));
  }

  /**
   * FetchLimits the time of a whole fetch.
   *
   * @param timeout 1 ms to 1 h; 60 s by default
   * @return this builder
   * @throws IllegalArgumentException if it is not within these limits
   */
  public B totalTimeout(Duration timeout) {
    return limit(before -> before.withTotal(timeout));
  }

  private B limit(UnaryOperator<FetchLimits> change) {
    var unused = change.apply(FetchLimits.DEFAULT); // checks the value
    changes.add(change);
    return self();
  }

  /** What was set here goes before what the client has. */
  final FetchLimits limitsFor(@Nullable OkHttpClient client) {
    FetchLimits all = FetchLimits.of(client);
    for (UnaryOperator<FetchLimits> change : changes) {
      all = change.apply(all);
    }
    return all;
  }
}
