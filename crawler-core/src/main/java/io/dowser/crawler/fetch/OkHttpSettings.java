package io.dowser.crawler.fetch;

import static java.util.Objects.requireNonNull;

import com.google.common.base.Splitter;
import io.dowser.crawler.api.SettingException;
import io.dowser.crawler.api.Settings;
import java.time.Duration;
import java.util.function.Consumer;

/** Reads the settings of {@link OkHttpFetcher.Provider}. */
final class OkHttpSettings {

  /** Zou et al. (2009) keep the first 10 KB of a page. */
  private static final int PAPER_BYTES = 10_240;

  private static final Splitter COMMA = Splitter.on(',').trimResults().omitEmptyStrings();

  private OkHttpSettings() {}

  static OkHttpFetcher.Builder builder(Settings settings, int connections) {
    OkHttpFetcher.Builder builder = OkHttpFetcher.builder();
    builder.connections(settings.integer("connections", connections, 1, 10_000));
    builder.maxBytes(settings.integer("maxBytes", usualBytes(settings), 1, 1 << 30));
    builder.maxRatio(settings.integer("maxRatio", FetchLimits.DEFAULT.maxRatio(), 1, 1_000_000));
    builder.cookies(settings.flag("cookies", false));
    builder.keepCookies(settings.flag("keepCookies", false));
    text(settings, "acceptLanguage", builder::acceptLanguage);
    text(settings, "acceptedTypes", types -> builder.acceptedTypes(COMMA.splitToList(types)));
    duration(settings, "connectTimeout", FetchLimits.DEFAULT.connect(), builder::connectTimeout);
    duration(settings, "readTimeout", FetchLimits.DEFAULT.read(), builder::readTimeout);
    duration(settings, "totalTimeout", FetchLimits.DEFAULT.total(), builder::totalTimeout);
    return builder;
  }

  private static int usualBytes(Settings settings) {
    String profile = settings.text("profile", "recommended");
    return switch (profile) {
      case "recommended" -> FetchLimits.DEFAULT.maxBytes();
      case "paper" -> PAPER_BYTES;
      default -> throw new SettingException("profile", profile, "recommended or paper");
    };
  }

  private static void text(Settings settings, String key, Consumer<String> target) {
    set(settings, key, settings.text(key, ""), target);
  }

  private static void duration(
      Settings settings, String key, Duration byDefault, Consumer<Duration> target) {
    set(settings, key, settings.duration(key, byDefault), target);
  }

  private static <T> void set(Settings settings, String key, T value, Consumer<T> target) {
    try {
      if (settings.asMap().containsKey(key)) {
        target.accept(value);
      }
    } catch (IllegalArgumentException e) {
      String given = settings.text(key, value.toString());
      throw new SettingException(key, given, requireNonNull(e.getMessage()));
    }
  }
}
