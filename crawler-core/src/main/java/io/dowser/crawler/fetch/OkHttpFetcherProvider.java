package io.dowser.crawler.fetch;

import static java.util.Objects.requireNonNull;

import com.google.common.base.Splitter;
import io.dowser.crawler.api.CrawlContext;
import io.dowser.crawler.api.Fetcher;
import io.dowser.crawler.api.FetcherProvider;
import io.dowser.crawler.api.SettingException;
import io.dowser.crawler.api.Settings;
import io.dowser.crawler.net.AddressRules;
import java.time.Duration;
import java.util.function.Consumer;

/**
 * Creates {@link OkHttpFetcher}s by the name {@code okhttp}.
 *
 * <p>The settings are those of {@link OkHttpFetcher.Builder} under the names of its methods: {@code
 * userAgent}, {@code acceptLanguage}, {@code acceptedTypes} (separated by commas), {@code
 * maxBytes}, {@code maxRatio}, {@code connections}, {@code allowAddresses} (blocks, addresses and
 * hosts, separated by commas, see {@link AddressRules#publicAnd(String...)}), {@code profile}
 * ({@code recommended}, or {@code paper}, which keeps 10 KB of a page unless {@code maxBytes} says
 * otherwise), and the durations {@code connectTimeout}, {@code readTimeout} and {@code
 * totalTimeout} as in {@code PT1.5S}.
 */
public final class OkHttpFetcherProvider implements FetcherProvider {

  /** Zou et al. (2009) keep the first 10 KB of a page. */
  private static final int PAPER_BYTES = 10_240;

  private static final Splitter COMMA = Splitter.on(',').trimResults().omitEmptyStrings();

  /** Does nothing. */
  public OkHttpFetcherProvider() {}

  @Override
  public String name() {
    return "okhttp";
  }

  @Override
  public Fetcher create(Settings settings, CrawlContext context) {
    return builder(settings, 20).build();
  }

  /**
   * Starts a fetcher as its settings say.
   *
   * @param settings see the class; what is absent has its default
   * @param connections the default of {@code connections}
   * @return a builder, on which more can be set
   * @throws SettingException if a value is not allowed
   */
  public static OkHttpFetcher.Builder builder(Settings settings, int connections) {
    OkHttpFetcher.Builder builder = OkHttpFetcher.builder();
    builder.connections(settings.integer("connections", connections, 1, 10_000));
    builder.maxBytes(settings.integer("maxBytes", usualBytes(settings), 1, 1 << 30));
    builder.maxRatio(settings.integer("maxRatio", Limits.DEFAULT.maxRatio(), 1, 1_000_000));
    text(settings, "allowAddresses", list -> builder.addressRules(addresses(list)));
    text(settings, "userAgent", builder::userAgent);
    text(settings, "acceptLanguage", builder::acceptLanguage);
    text(settings, "acceptedTypes", types -> builder.acceptedTypes(COMMA.splitToList(types)));
    duration(settings, "connectTimeout", Limits.DEFAULT.connect(), builder::connectTimeout);
    duration(settings, "readTimeout", Limits.DEFAULT.read(), builder::readTimeout);
    duration(settings, "totalTimeout", Limits.DEFAULT.total(), builder::totalTimeout);
    return builder;
  }

  private static AddressRules addresses(String list) {
    return AddressRules.publicAnd(COMMA.splitToList(list));
  }

  private static int usualBytes(Settings settings) {
    String profile = settings.text("profile", "recommended");
    return switch (profile) {
      case "recommended" -> Limits.DEFAULT.maxBytes();
      case "paper" -> PAPER_BYTES;
      default -> throw new SettingException("profile", profile, "recommended or paper");
    };
  }

  private static void text(Settings settings, String key, Consumer<String> target) {
    String value = settings.text(key, "");
    if (settings.asMap().containsKey(key)) {
      set(settings, key, value, target);
    }
  }

  private static void duration(
      Settings settings, String key, Duration byDefault, Consumer<Duration> target) {
    Duration value = settings.duration(key, byDefault);
    if (settings.asMap().containsKey(key)) {
      set(settings, key, value, target);
    }
  }

  private static <T> void set(Settings settings, String key, T value, Consumer<T> target) {
    try {
      target.accept(value);
    } catch (IllegalArgumentException e) {
      String given = settings.text(key, value.toString());
      throw new SettingException(key, given, requireNonNull(e.getMessage()));
    }
  }
}
