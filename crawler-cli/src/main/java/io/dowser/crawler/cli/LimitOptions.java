package io.dowser.crawler.cli;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options for the limits of a crawl, in the first run and in later ones. */
final class LimitOptions {

  @Option(
      names = {"-n", "--max-pages"},
      paramLabel = "N",
      description = "Pages to fetch, all runs together (default of a new crawl: 1000).")
  private @Nullable String pages;

  @Option(
      names = "--max-relevant",
      paramLabel = "N",
      description = "${bundle:setting.maxRelevantPages}")
  private @Nullable String relevant;

  @Option(
      names = "--max-time",
      paramLabel = "TIME",
      description = "${bundle:setting.maxDuration}. Such as 90s, 10m, 8h or 2d.")
  private @Nullable String time;

  @Option(
      names = "--stop-when-found",
      paramLabel = "SHARE",
      description = "${bundle:setting.stopWhenFound}. Such as 0.9; the estimate is rough.")
  private @Nullable String found;

  void setPagesUnlessGiven(long most, NamedSettings settings) {
    if (pages == null) {
      settings.putIfAbsent("maxPages", Long.toString(most));
    }
  }

  void addTo(NamedSettings settings) {
    settings.put("maxPages", pages, "--max-pages");
    settings.put("maxRelevantPages", relevant, "--max-relevant");
    settings.put("maxDuration", time, "--max-time");
    settings.put("stopWhenFound", found, "--stop-when-found");
  }
}
