package io.dowser.crawler.archive;

import io.dowser.crawler.api.CrawlContext;
import io.dowser.crawler.api.Fetcher;
import io.dowser.crawler.api.FetcherProvider;
import io.dowser.crawler.api.SettingException;
import io.dowser.crawler.api.Settings;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;

/**
 * Creates {@link ReplayFetcher}s by the name {@code replay}.
 *
 * <p>Settings: {@code archive} (files or directories, separated by commas; required), {@code index}
 * (a directory, by default a temporary one), {@code latency} and {@code maxLatency} (durations as
 * in {@code PT0.02S}, by default 0 and {@code latency}), {@code faults} (0 to 1, by default 0),
 * {@code seed} (a whole number, by default 1).
 */
public final class ReplayFetcherProvider implements FetcherProvider {

  /** Does no work; called by the service loader. */
  public ReplayFetcherProvider() {}

  @Override
  public String name() {
    return "replay";
  }

  @Override
  public Fetcher create(Settings settings, CrawlContext context) {
    String archives = settings.text("archive", "");
    String index = settings.text("index", "");
    Duration latency = settings.duration("latency", Duration.ZERO);
    Duration most = settings.duration("maxLatency", latency);
    double faults = settings.number("faults", 0, 0, 1);
    int seed = settings.integer("seed", 1, Integer.MIN_VALUE, Integer.MAX_VALUE);
    ReplayFetcher.Builder builder = builder(archives).faults(faults).seed(seed);
    if (settings.asMap().containsKey("index")) {
      builder.indexDirectory(path("index", index));
    }
    try {
      builder.latency(latency, most);
    } catch (IllegalArgumentException e) {
      String key = settings.asMap().containsKey("maxLatency") ? "maxLatency" : "latency";
      throw new SettingException(
          key, settings.text(key, ""), Objects.requireNonNull(e.getMessage()));
    }
    return builder.open();
  }

  private static ReplayFetcher.Builder builder(String archives) {
    ReplayFetcher.Builder builder = null;
    for (String archive : archives.split(",", -1)) {
      Path path = path("archive", archive.strip());
      try {
        builder = builder == null ? ReplayFetcher.of(path) : builder.archive(path);
      } catch (IllegalArgumentException e) {
        throw new SettingException("archive", archives, "files and directories that exist");
      }
    }
    return Objects.requireNonNull(builder);
  }

  private static Path path(String key, String value) {
    try {
      if (!value.isEmpty()) {
        return Path.of(value);
      }
    } catch (InvalidPathException e) {
      // checked below
    }
    throw new SettingException(key, value, "a path");
  }
}
