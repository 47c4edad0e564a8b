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
    int byDefault = usualBytes(settings);
    builder.defaults(connections, byDefault);
    ifGiven(
        settings,
        "connections",
        settings.integer(
            "connections",
            connections,
            1,
            FetchLimits.MOST_CONNECTIONS,
            "expected number of concurrent fetches; by default the workers of the crawl"),
        builder::connections);
    ifGiven(
        settings,
        "maxBytes",
        settings.integer(
            "maxBytes",
            byDefault,
            1,
            FetchLimits.MOST_BYTES,
            "maximum size of a response in bytes"),
        (Integer bytes) -> builder.maxBytes(bytes));
    ifGiven(
        settings,
        "maxRatio",
        settings.integer(
            "maxRatio",
            FetchLimits.DEFAULT.maxRatio(),
            1,
            FetchLimits.MOST_RATIO,
            "maximum number of bytes for each compressed one"),
        builder::maxRatio);
    ifGiven(
        settings,
        "cookies",
        settings.flag("cookies", false, "send cookies back to their hosts"),
        builder::cookies);
    ifGiven(
        settings,
        "keepCookies",
        settings.flag("keepCookies", false, "keep cookies in the directory of the crawl"),
        builder::keepCookies);
    ifGiven(
        settings,
        "acceptLanguage",
        settings.text(
            "acceptLanguage",
            "*",
            "visible ASCII characters and spaces",
            "the header Accept-Language"),
        builder::acceptLanguage);
    ifGiven(
        settings,
        "acceptedTypes",
        settings.text(
            "acceptedTypes",
            "",
            "media types with commas between them",
            "types of responses that are read; by default those of the page analyzers"),
        types -> builder.acceptedTypes(COMMA.splitToList(types)));
    timeout(
        settings,
        "connectTimeout",
        FetchLimits.DEFAULT.connect(),
        "time limit to connect",
        builder::connectTimeout);
    timeout(
        settings,
        "readTimeout",
        FetchLimits.DEFAULT.read(),
        "time limit between two bytes",
        builder::readTimeout);
    timeout(
        settings,
        "totalTimeout",
        FetchLimits.DEFAULT.total(),
        "time limit of a fetch",
        builder::totalTimeout);
    return builder;
  }

  private enum Profile {
    RECOMMENDED,
    PAPER
  }

  private static int usualBytes(Settings settings) {
    String summary = "default of maxBytes: 10240 in the profile paper, as in Zou et al. 2009";
    Profile profile = settings.choice("profile", Profile.RECOMMENDED, summary);
    return profile == Profile.PAPER ? PAPER_BYTES : FetchLimits.DEFAULT.maxBytes();
  }

  /** Applies a timeout if it is given; the default is that of the client. */
  private static void timeout(
      Settings settings,
      String key,
      Duration byDefault,
      String summary,
      Consumer<Duration> target) {
    Duration value =
        settings.duration(key, byDefault, FetchLimits.LEAST, FetchLimits.MOST, summary);
    ifGiven(settings, key, value, target);
  }

  private static <T> void ifGiven(Settings settings, String key, T value, Consumer<T> target) {
    try {
      if (settings.asMap().containsKey(key)) {
        target.accept(value);
      }
    } catch (IllegalArgumentException e) {
      throw new SettingException(key, value.toString(), requireNonNull(e.getMessage()));
    }
  }
}
