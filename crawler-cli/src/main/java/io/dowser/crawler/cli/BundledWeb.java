package io.dowser.crawler.cli;

import io.dowser.crawler.api.CrawlUrl;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

/** The pages of four manuals, under the addresses at which they are published. Immutable. */
final class BundledWeb {

  /** One page per host from which all others can be reached. */
  static final List<String> FRONT_PAGES =
      List.of(
          "http://www.sqlite.org/index.html",
          "http://www.postgresql.org/docs/15/index.html",
          "http://httpd.apache.org/docs/2.4/en/index.html",
          "http://www.debian.org/doc/manuals/debmake-doc/index.zh-cn.html");

  private static final String ARCHIVE = "/web/manuals.zip";

  private final Map<String, byte[]> pages;
  private final Set<String> hosts;

  private BundledWeb(Map<String, byte[]> pages) {
    this.pages = pages;
    this.hosts =
        pages.keySet().stream()
            .map(name -> name.substring(0, name.indexOf('/')))
            .collect(Collectors.toUnmodifiableSet());
  }

  /** Reads the archive: each entry is named after its page's host and path. */
  static BundledWeb load() throws IOException {
    try (InputStream archive = BundledWeb.class.getResourceAsStream(ARCHIVE)) {
      if (archive == null) {
        throw new FileNotFoundException("the jar lacks the pages of the quickstart, " + ARCHIVE);
      }
      var zip = new ZipInputStream(archive);
      var pages = new TreeMap<String, byte[]>();
      for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        pages.put(entry.getName(), zip.readAllBytes());
      }
      return new BundledWeb(pages);
    }
  }

  int size() {
    return pages.size();
  }

  Set<String> hosts() {
    return hosts;
  }

  boolean contains(CrawlUrl url) {
    return !url.isSecure() && url.query().isEmpty() && page(url.host(), url.path()).isPresent();
  }

  /** Finds a page; as on most servers, a directory stands for its index. */
  Optional<byte[]> page(String host, String path) {
    String file = path.endsWith("/") ? path + "index.html" : path;
    return Optional.ofNullable(pages.get(host + file));
  }
}
