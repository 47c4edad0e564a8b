package io.dowser.crawler.cli;

import io.dowser.crawler.CrawlFolder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Option;

/** The options that limit the clients of a folder of crawls. */
final class FolderOptions {

  @Option(
      names = "--max-pages",
      paramLabel = "N",
      description = "The most pages of a crawl. Default: ${DEFAULT-VALUE}",
      defaultValue = "10000")
  private long maxPages;

  @Option(
      names = "--max-crawls",
      paramLabel = "N",
      description = "The most crawls at once. Default: ${DEFAULT-VALUE}",
      defaultValue = "4")
  private int maxCrawls;

  @Option(
      names = "--allow-private",
      description = "Lets crawls connect to this machine and private networks, too.")
  private boolean allowPrivate;

  @Option(
      names = "--allow",
      paramLabel = "NAME[=VALUE]",
      description = "A further setting that clients may give, such as politeness.delay.")
  private List<String> allowed = new ArrayList<>();

  @Option(
      names = "--set",
      paramLabel = "NAME=VALUE",
      description = "A setting of all crawls, such as userAgent; dowser settings lists them.")
  private Map<String, String> settings = new LinkedHashMap<>();

  /**
   * Opens the folder.
   *
   * @throws IllegalArgumentException if an option is not allowed
   */
  CrawlFolder open(Path folder) {
    Map<String, String> all = new LinkedHashMap<>(settings);
    if (allowPrivate && all.putIfAbsent("addressRules", "any") != null) {
      throw new IllegalArgumentException(
          "--allow-private and --set addressRules exclude each other");
    }
    return CrawlFolder.in(folder)
        .maxPages(maxPages)
        .maxCrawls(maxCrawls)
        .allow(allowed)
        .settings(all)
        .open();
  }
}
