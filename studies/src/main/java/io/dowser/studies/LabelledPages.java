package io.dowser.studies;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.common.collect.ListMultimap;
import com.google.common.io.Resources;
import com.google.common.net.InternetDomainName;
import io.dowser.studies.LabelledPage.Segments;
import io.dowser.studies.LabelledPage.Text;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.TextNode;
import org.jspecify.annotations.Nullable;

/**
 * The pages that main text is trained and checked on, in their order. The labels of Chinese pages
 * are a resource, {@code chinese-pages.tsv}.
 */
final class LabelledPages {

  /** The pages of one kind and source. */
  enum Kind {
    ARTICLES("articles", 1),
    SEGMENTS("pages with segments", 4),
    NEWS("Chinese news, labelled by hand", 1),
    GIMP("Chinese manual of GIMP", 0.1),
    DEBIAN("Chinese manuals of Debian", 0.1),
    PYTHON("English manual of Python", 0.1),
    POSTGRESQL("English manual of PostgreSQL", 0.1),
    UNIVERSITIES("university pages of 1996, whole text", 0.1),
    MANUALS("Chinese manual pages, labelled by hand", 0),
    LISTS("Chinese front pages and lists, labelled by hand", 0);

    final String title;

    /** The weight of a page in training. */
    final double weight;

    Kind(String title, double weight) {
      this.title = title;
      this.weight = weight;
    }
  }

  /** Of a large set, one page in this number is taken. */
  private static final int GIMP_STEP = 11;

  private static final int PYTHON_STEP = 9;
  private static final int POSTGRESQL_STEP = 20;
  private static final int UNIVERSITY_STEP = 43;

  /** Words in a row that count as one; the benchmark of the articles defines it so. */
  private static final int ARTICLE_SHINGLE = 4;

  /** The content of a page made by DocBook: all but its links to other pages. */
  private static final String DOCBOOK = "body > :not(.navheader, .navfooter)";

  private final Path data;
  private final Path manuals;

  /**
   * Names the folders of the pages.
   *
   * @param data of the corpora
   * @param manuals the directory in which Debian's packages python3.11-doc and postgresql-doc-15
   *     install theirs
   */
  LabelledPages(Path data, Path manuals) {
    this.data = data;
    this.manuals = manuals;
  }

  List<LabelledPage> of(Kind kind) throws IOException {
    return switch (kind) {
      case ARTICLES -> articles();
      case SEGMENTS -> segments();
      case NEWS -> chinese("news");
      case GIMP -> manuals("docs.gimp.org", GIMP_STEP);
      case DEBIAN -> manuals("www.debian.org", 1);
      case PYTHON -> installed("python3.11/html", PYTHON_STEP, "[role=main]");
      case POSTGRESQL -> installed("postgresql-doc-15/html", POSTGRESQL_STEP, DOCBOOK);
      case UNIVERSITIES -> universities();
      case MANUALS -> chinese("manual");
      case LISTS -> chinese("list");
    };
  }

  /** Returns the pages whose day of publication is known. */
  List<DatedPage> dated() throws IOException {
    Map<String, byte[]> files = zip("main-text/dates.zip");
    return Files.readAllLines(file("main-text/dates.tsv")).stream()
        .skip(1)
        .map(line -> List.of(line.split("\t", -1)))
        .map(row -> new DatedPage(site(row.get(1)), row.get(2), parse(files, row.get(0), null)))
        .toList();
  }

  private List<LabelledPage> articles() throws IOException {
    Map<String, byte[]> files = zip("main-text/articles.zip");
    return objects("main-text/articles.jsonl.gz").stream()
        .map(
            page ->
                new LabelledPage(
                    site(text(page, "url")),
                    parse(files, text(page, "file"), null),
                    new Text(text(page, "articleBody"), ARTICLE_SHINGLE)))
        .toList();
  }

  private List<LabelledPage> segments() throws IOException {
    Map<String, byte[]> files = zip("main-text/segments.zip");
    return objects("main-text/segments.jsonl.gz").stream()
        .map(
            page ->
                new LabelledPage(
                    site(text(page, "url")),
                    parse(files, text(page, "file"), null),
                    new Segments(page.get("with"), page.get("without"))))
        .toList();
  }

  private List<LabelledPage> manuals(String host, int step) throws IOException {
    List<ListMultimap<String, String>> all =
        objects("zh-docs/pages.jsonl.gz").stream()
            .filter(page -> text(page, "url").contains(host))
            .toList();
    return everyNth(step, all)
        .map(page -> bySelector(site(text(page, "url")), text(page, "html"), DOCBOOK))
        .toList();
  }

  private List<LabelledPage> installed(String folder, int step, String content) throws IOException {
    Path root = manuals.resolve(folder);
    if (!Files.isDirectory(root)) {
      throw new StudyException("the folder of the manuals has no folder " + root);
    }
    List<LabelledPage> pages = new ArrayList<>();
    try (Stream<Path> files = Files.walk(root)) {
      List<Path> all = files.filter(file -> file.toString().endsWith(".html")).sorted().toList();
      for (Path file : everyNth(step, all).toList()) {
        pages.add(bySelector(folder, Files.readString(file), content));
      }
    }
    return pages;
  }

  private List<LabelledPage> universities() throws IOException {
    return everyNth(UNIVERSITY_STEP, objects("webkb/misc.jsonl.gz"))
        .map(page -> bySelector(site(text(page, "url")), text(page, "body"), "body"))
        .toList();
  }

  private static LabelledPage bySelector(String site, String html, String content) {
    Document page = Jsoup.parse(html);
    return new LabelledPage(site, page, new Text(page.select(content).text(), 1));
  }

  private static <T> Stream<T> everyNth(int step, List<T> all) {
    return IntStream.range(0, all.size()).filter(i -> i % step == 0).mapToObj(all::get);
  }

  private List<LabelledPage> chinese(String kind) throws IOException {
    Map<String, byte[]> files = new HashMap<>(zip("zh-pages/pages.zip"));
    objects("zh-docs/pages.jsonl.gz")
        .forEach(page -> files.put(text(page, "url"), text(page, "html").getBytes(UTF_8)));
    URL labels = Resources.getResource(LabelledPages.class, "chinese-pages.tsv");
    List<LabelledPage> pages = new ArrayList<>();
    for (String line : Resources.readLines(labels, UTF_8)) {
      List<String> fields = List.of(line.split("\t", -1));
      if (fields.get(0).equals(kind)) {
        String name = fields.get(1);
        Document page = parse(files, name, name.startsWith("qq.com") ? "GB18030" : "UTF-8");
        String ranges = (fields.get(2) + " " + fields.get(3)).strip();
        pages.add(new LabelledPage(site(name), page, new Text(textIn(page, ranges), 1)));
      }
    }
    return pages;
  }

  /** Returns the text in ranges that count the letters and digits of a page. */
  private static String textIn(Document page, String ranges) {
    var text = new StringBuilder();
    List<Integer> letters = new ArrayList<>(); // where they are
    page.body()
        .nodeStream(TextNode.class)
        .forEach(
            node -> {
              String whole = node.getWholeText();
              for (int i = 0; i < whole.length(); i = whole.offsetByCodePoints(i, 1)) {
                if (Character.isLetterOrDigit(whole.codePointAt(i))) {
                  letters.add(text.length() + i);
                }
              }
              text.append(whole).append(' ');
            });
    letters.add(text.length());
    var labelled = new StringBuilder();
    for (String range : ranges.split(" ", -1)) {
      int dash = range.indexOf('-');
      int from = letters.get(Integer.parseInt(range.substring(0, dash)));
      int end = letters.get(Integer.parseInt(range.substring(dash + 1)));
      labelled.append(text, from, end).append(' ');
    }
    return labelled.toString();
  }

  /** Returns the name of a site without the labels around it; of a file, that of its folder. */
  static String site(String page) {
    List<String> parts = List.of(page.replaceFirst("^hard::", "hard://").split("/+", -1));
    if (parts.size() > 1 && parts.get(0).endsWith(":")) {
      String name = parts.get(1).replaceFirst(":\\d*$|\\.[\\w-]+\\.html$", "");
      InternetDomainName host = InternetDomainName.from(name);
      return host.isUnderPublicSuffix() ? host.topPrivateDomain().parts().get(0) : name;
    }
    String folder = parts.get(Math.max(0, parts.size() - 2));
    return folder.substring(0, (folder + '.').indexOf('.'));
  }

  private static String text(ListMultimap<String, String> page, String field) {
    return String.join("", page.get(field)); // one text
  }

  private static Document parse(Map<String, byte[]> files, String name, @Nullable String charset) {
    byte[] html = files.get(name);
    if (html == null) {
      throw new StudyException("the data has labels of a page '" + name + "', but not the page");
    }
    try {
      return Jsoup.parse(new ByteArrayInputStream(html), charset, "");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private List<ListMultimap<String, String>> objects(String name) throws IOException {
    return DataFiles.objects(file(name));
  }

  private Map<String, byte[]> zip(String name) throws IOException {
    return DataFiles.zip(file(name));
  }

  private Path file(String name) {
    Path file = data.resolve(name);
    if (!Files.isRegularFile(file)) {
      throw new StudyException("the folder of the corpora has no file " + file);
    }
    return file;
  }
}
