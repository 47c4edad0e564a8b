package io.dowser.site;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Writes the documents of the project as a site: {@code java Site.java ROOT OUT}. Folders stay as
 * they are; a {@code README.md} becomes the {@code index.html} of its folder. The site needs no
 * server.
 */
public final class Site {

  private static final PathMatcher DOCUMENTS =
      glob(
          "{*.md,*/*.md,docs/**.md,examples/*/*.md,integrations/*/*.md,benchmarks/src/main/**.md}");
  private static final PathMatcher FILES =
      glob(
          "{LICENSE,docs/images/*,docs/results/data/*,docs/*.txt,docs/*.tsv,docs/**.sql,*/NOTICE*.txt,"
              + "benchmarks/src/main/**/PlainLoop.java,benchmarks/src/main/**/ORIGIN*.txt,"
              + "integrations/*/src/main/**.json,examples/*/src/main/**.properties}");
  private static final List<String> ASSETS = List.of("site.css", "site.js");

  private final Path root;
  private final Path out;

  private Site(Path root, Path out) {
    this.root = root;
    this.out = out;
  }

  /**
   * Writes the site.
   *
   * @param args the folder of the project, and the folder of the site, which is created
   * @throws IOException if a file cannot be read or written
   */
  public static void main(String[] args) throws IOException {
    new Site(Path.of(args[0]).toRealPath(), Path.of(args[1])).write();
  }

  private void write() throws IOException {
    var pages = new ArrayList<Page>();
    for (Path document : files(DOCUMENTS)) {
      pages.add(Page.read(root, document));
    }
    var menu = Menu.of(pages);
    for (Page page : pages) {
      Files.writeString(created(page.target()), Layout.html(page, menu));
    }
    for (Path file : files(FILES)) {
      Files.copy(root.resolve(file), created(file), StandardCopyOption.REPLACE_EXISTING);
    }
    for (String asset : ASSETS) {
      try (InputStream in = Site.class.getResourceAsStream(asset)) {
        Files.copy(in, created(Path.of(asset)), StandardCopyOption.REPLACE_EXISTING);
      }
    }
    Files.writeString(out.resolve("search.js"), SearchIndex.of(pages));
  }

  private List<Path> files(PathMatcher matcher) throws IOException {
    try (Stream<Path> files = Files.walk(root)) {
      return files
          .map(root::relativize)
          .filter(file -> matcher.matches(file) && !file.toString().contains("/target/"))
          .sorted()
          .toList();
    }
  }

  private Path created(Path file) throws IOException {
    Path target = out.resolve(file);
    Files.createDirectories(target.getParent());
    return target;
  }

  private static PathMatcher glob(String pattern) {
    return FileSystems.getDefault().getPathMatcher("glob:" + pattern);
  }
}
