package io.dowser.crawler.lab;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.jsoup.Jsoup;

/**
 * Creates the archive of bundled pages again. For maintainers; {@code NOTICE.md} says how to run
 * it.
 *
 * <p>Of each manual it takes the pages that are met first when links are followed breadth-first
 * from its front page, leaving out pages that are very long. The rule does not look at what a page
 * is about.
 */
final class BundleMaker {

  private static final List<Manual> MANUALS =
      List.of(
          new Manual("sqlite3", "http://www.sqlite.org/", "index.html", 150),
          new Manual(
              "postgresql-doc-15/html", "http://www.postgresql.org/docs/15/", "index.html", 200),
          new Manual(
              "apache2-doc/manual/en", "http://httpd.apache.org/docs/2.4/en/", "index.html", 110),
          new Manual(
              "debmake-doc/html",
              "http://www.debian.org/doc/manuals/debmake-doc/",
              "index.zh-cn.html",
              20));

  private static final int LONGEST_ENGLISH_PAGE = 40_000;

  /** Chapters of the Chinese manual are long, and there are few of them. */
  private static final int LONGEST_CHINESE_PAGE = 400_000;

  private final Path documentation;

  private BundleMaker(Path documentation) {
    this.documentation = documentation;
  }

  /**
   * One manual.
   *
   * @param directory where its files are, below the directory of all documentation
   * @param published the address of that directory
   * @param frontPage where to start
   * @param pages how many pages to take at most
   */
  private record Manual(String directory, String published, String frontPage, int pages) {

    int longestPage() {
      return frontPage.endsWith(".zh-cn.html") ? LONGEST_CHINESE_PAGE : LONGEST_ENGLISH_PAGE;
    }
  }

  /** Takes the directory of all documentation and the archive to write. */
  public static void main(String[] args) throws IOException {
    if (args.length != 2) {
      System.err.println("usage: BundleMaker /usr/share/doc manuals.zip");
      System.exit(2);
    }
    var maker = new BundleMaker(Path.of(args[0]));
    var pages = new TreeMap<String, byte[]>();
    for (Manual manual : MANUALS) {
      Map<String, byte[]> taken = maker.take(manual);
      System.out.println(taken.size() + " pages of " + manual.published());
      pages.putAll(taken);
    }
    write(pages, Path.of(args[1]));
  }

  private Map<String, byte[]> take(Manual manual) throws IOException {
    URI root = URI.create(manual.published());
    var taken = new LinkedHashMap<String, byte[]>();
    Set<String> seen = new LinkedHashSet<>(List.of(manual.frontPage()));
    Deque<String> pending = new ArrayDeque<>(seen);
    while (!pending.isEmpty() && taken.size() < manual.pages()) {
      String path = pending.remove();
      Path file = documentation.resolve(manual.directory()).resolve(path);
      if (Files.isRegularFile(file) && Files.size(file) <= manual.longestPage()) {
        byte[] page = Files.readAllBytes(file);
        taken.put(root.getHost() + root.getPath() + path, page);
        links(page, root, path).stream().filter(seen::add).forEach(pending::add);
      }
    }
    return taken;
  }

  private static List<String> links(byte[] page, URI root, String path) {
    var document = Jsoup.parse(new String(page, UTF_8), root.resolve(path).toString());
    var paths = new ArrayList<String>();
    for (String target : document.select("a[href]").eachAttr("abs:href")) {
      String plain = target.replaceFirst("#.*", "");
      if (plain.startsWith(root.toString()) && plain.endsWith(".html")) {
        paths.add(plain.substring(root.toString().length()));
      }
    }
    return paths;
  }

  private static void write(Map<String, byte[]> pages, Path archive) throws IOException {
    try (OutputStream out = Files.newOutputStream(archive);
        ZipOutputStream zip = new ZipOutputStream(out, UTF_8)) {
      zip.setLevel(Deflater.BEST_COMPRESSION);
      for (Map.Entry<String, byte[]> page : pages.entrySet()) {
        var entry = new ZipEntry(page.getKey());
        entry.setLastModifiedTime(FileTime.fromMillis(0));
        zip.putNextEntry(entry);
        zip.write(page.getValue());
        zip.closeEntry();
      }
    }
  }
}
