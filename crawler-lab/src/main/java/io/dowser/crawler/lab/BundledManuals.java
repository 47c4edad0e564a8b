package io.dowser.crawler.lab;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

/** The pages of four manuals that the quickstart bundles. */
final class BundledManuals {

  static final List<String> SQLITE = List.of("http://www.sqlite.org/index.html");
  static final List<String> OTHERS =
      List.of(
          "http://www.postgresql.org/docs/15/index.html",
          "http://httpd.apache.org/docs/2.4/en/index.html",
          "http://www.debian.org/doc/manuals/debmake-doc/index.zh-cn.html");

  private static final String BUNDLE = "/web/manuals.zip";

  private BundledManuals() {}

  /** Writes the questions about them. */
  static void write(CorpusKit kit) throws IOException {
    Map<String, List<String>> subjects;
    try (ArchiveWriter archive = kit.archive("pages")) {
      subjects = write(archive);
    }
    var seeds = new ArrayList<>(OTHERS);
    seeds.addAll(SQLITE);
    PlainQuestions.write(kit, "manuals", subjects, seeds);
  }

  /**
   * Writes the pages; entries are named after the host and path of their pages. Returns the URLs,
   * each of which is the subject of its page.
   */
  static Map<String, List<String>> write(ArchiveWriter archive) throws IOException {
    Map<String, List<String>> subjects = new LinkedHashMap<>();
    try (InputStream bundle = BundledManuals.class.getResourceAsStream(BUNDLE)) {
      if (bundle == null) {
        throw new LabException("the quickstart's pages, " + BUNDLE + ", are not on the class path");
      }
      var zip = new ZipInputStream(bundle);
      for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        String url = "http://" + entry.getName();
        archive.page(url, "text/html", zip.readAllBytes());
        subjects.put(url, List.of(url));
      }
    }
    return subjects;
  }
}
