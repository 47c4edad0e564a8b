package io.dowser.crawler.cli;

import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Option;

/** Options that ignore requests of a site, for crawls of your own sites. */
final class OwnSiteOptions {

  @Option(
      names = "--follow-nofollow",
      description = "Follow links that are marked nofollow, and those of pages that say nofollow.")
  private boolean followNofollow;

  @Option(
      names = "--ignore-noindex",
      description =
          "Treat pages that say noindex, and pages that name another one as canonical, as any"
              + " other.")
  private boolean ignoreNoindex;

  @Option(
      names = "--cookies",
      description = "Keep the cookies that sites set, and send them back, until the run ends.")
  private boolean cookies;

  /** Adds the settings of plugins that these options stand for. */
  void addTo(Map<String, String> plugins) {
    directives(ignoreNoindex ? Map.of("obeyCanonical", "false") : Map.of())
        .forEach((key, value) -> set(plugins, "analyzer", "html", key, value));
    if (cookies) {
      set(plugins, "fetcher", "okhttp", "cookies", "true");
    }
  }

  /** Returns the settings of an analyzer of documents. */
  Map<String, String> ofDocuments() {
    return directives(Map.of());
  }

  private Map<String, String> directives(Map<String, String> others) {
    Map<String, String> settings = new LinkedHashMap<>(others);
    if (followNofollow) {
      settings.put("obeyNofollow", "false");
    }
    if (ignoreNoindex) {
      settings.put("obeyNoindex", "false");
    }
    return settings;
  }

  private static void set(
      Map<String, String> plugins, String kind, String byDefault, String key, String value) {
    plugins.putIfAbsent(kind, byDefault);
    plugins.put(kind + "." + key, value);
  }
}
