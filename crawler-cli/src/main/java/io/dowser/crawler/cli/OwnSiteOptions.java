package io.dowser.crawler.cli;

import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Option;

/** Options that ignore requests of a site, for crawls of your own sites. */
final class OwnSiteOptions {

  @Option(
      names = "--follow-nofollow",
      description = "Follow links that are marked nofollow, and the links of pages with nofollow.")
  private boolean followNofollow;

  @Option(
      names = "--ignore-noindex",
      description =
          "Treat pages with noindex, and pages that name another one as canonical, as any other"
              + " page.")
  private boolean ignoreNoindex;

  @Option(
      names = "--cookies",
      description = "Keep the cookies that sites set, and send them back, until the run ends.")
  private boolean cookies;

  /** Adds the settings of plugins that these options stand for. */
  void addTo(NamedSettings settings, boolean readsDocuments) {
    Map<String, String> directives = directives();
    if (!directives.isEmpty() || ignoreNoindex) {
      settings.putIfAbsent("pageAnalyzer", "html");
    }
    directives.forEach(
        (key, option) -> {
          settings.put("pageAnalyzer." + key, "false", option);
          if (readsDocuments) {
            settings.put("addPageAnalyzer.tika." + key, "false", option);
          }
        });
    if (ignoreNoindex) {
      settings.put("pageAnalyzer.obeyCanonical", "false", "--ignore-noindex");
    }
    if (cookies) {
      settings.putIfAbsent("fetcher", "okhttp");
      settings.put("fetcher.cookies", "true", "--cookies");
    }
  }

  /** Returns the options by the settings that they turn off. */
  private Map<String, String> directives() {
    Map<String, String> settings = new LinkedHashMap<>();
    if (followNofollow) {
      settings.put("obeyNofollow", "--follow-nofollow");
    }
    if (ignoreNoindex) {
      settings.put("obeyNoindex", "--ignore-noindex");
    }
    return settings;
  }
}
