package io.dowser.crawler.internal.robots;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.internal.EncodingLabels;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.Charset;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import okhttp3.HttpUrl;
import org.jspecify.annotations.Nullable;

/**
 * Reads sitemaps and sitemap indexes in XML, and RSS and Atom feeds. Not thread-safe.
 *
 * <p>Namespaces are ignored, since many sitemaps have wrong ones or none. An element ends with the
 * one around it, and an entry where the next begins, so that a damaged entry does not affect the
 * others.
 */
final class SitemapXml {

  private static final int MAX_DEPTH = 100;

  /** Characters that the words of one entry may have, to which the last text is added whole. */
  private static final int MAX_WORDS = 500;

  private static final Set<String> FEEDS = Set.of("rss", "feed", "RDF", "channel", "item", "entry");
  private static final Set<String> SITEMAPS = Set.of("urlset", "sitemapindex", "url", "sitemap");
  private static final Set<String> SITEMAP_ENTRIES = Set.of("url", "sitemap");
  private static final Set<String> FEED_ENTRIES = Set.of("item", "entry");
  private static final Set<String> TITLED = Set.of("item", "entry", "news", "image");
  private static final int SNIFFED = 200;
  private static final Pattern ENCODING =
      Pattern.compile("^<\\?xml[^>]*\\sencoding\\s*=\\s*[\"']([A-Za-z][A-Za-z0-9._-]*)[\"']");

  private static final Pattern MARKUP = Pattern.compile("<[^<>]{0,200}>");

  private final XmlTokens xml;
  private final SitemapEntries entries;
  private final Deque<String> elements = new ArrayDeque<>();

  /** The addresses that relative ones refer to, by the elements that set them. */
  private final Deque<HttpUrl> bases = new ArrayDeque<>();

  private Set<String> entryNames = Set.of();

  /** The number of elements around each entry; negative before the first. */
  private int entryDepth = -1;

  private final StringBuilder text = new StringBuilder();
  private final StringBuilder words = new StringBuilder();
  private String address = "";
  private String guid = "";
  private boolean isPermaLink;
  private Instant date = Instant.MIN;

  private SitemapXml(XmlTokens xml, SitemapEntries entries) {
    this.xml = xml;
    this.entries = entries;
    this.bases.push(HttpUrl.get(entries.sitemap().toString()));
  }

  /** Reads a text, in the charset of the HTTP header if it declares none itself. */
  static void read(InputStream in, @Nullable Charset header, SitemapEntries entries)
      throws IOException {
    var reader = new SitemapXml(new XmlTokens(decoded(in, header)), entries);
    XmlTokens.Kind kind = reader.xml.next();
    while (kind != XmlTokens.Kind.EOF && !entries.isFull()) {
      reader.take(kind);
      kind = reader.xml.next();
    }
  }

  private static Reader decoded(InputStream in, @Nullable Charset header) throws IOException {
    in.mark(SNIFFED);
    String start = new String(in.readNBytes(SNIFFED), ISO_8859_1);
    in.reset();
    if (start.startsWith("<\0")) {
      return new InputStreamReader(in, UTF_16LE);
    }
    if (!start.startsWith("<")) {
      return new InputStreamReader(in, UTF_16); // by its byte order mark
    }
    Matcher named = ENCODING.matcher(start);
    Charset declared = named.find() ? EncodingLabels.find(named.group(1)) : null;
    return new InputStreamReader(in, declared != null ? declared : header != null ? header : UTF_8);
  }

  private void take(XmlTokens.Kind kind) {
    switch (kind) {
      case START -> start(xml.name());
      case END -> end(xml.name());
      default -> append(xml.text());
    }
  }

  private void start(String name) {
    if (entryNames.isEmpty() && FEEDS.contains(name)) {
      entries.isFeed(true);
      entryNames = FEED_ENTRIES;
    } else if (entryNames.isEmpty() && SITEMAPS.contains(name)) {
      entryNames = SITEMAP_ENTRIES;
    }
    if (entryNames.contains(name)) {
      entryDepth = entryDepth < 0 ? elements.size() : entryDepth;
      while (elements.size() > entryDepth) { // earlier elements that have not ended
        end();
      }
    }
    if (elements.size() < MAX_DEPTH) {
      open(name);
    }
  }

  private void open(String name) {
    pushBase();
    if (entryNames.contains(name)) {
      words.setLength(0);
      address = "";
      date = Instant.MIN;
      guid = "";
    } else if (name.equals("link") && "entry".equals(elements.peek())) {
      atomLink();
    } else if (name.equals("guid")) {
      isPermaLink = !"false".equals(xml.attribute("isPermaLink"));
    }
    elements.push(name);
    text.setLength(0);
  }

  private void pushBase() {
    HttpUrl outer = bases.getFirst();
    String base = xml.attribute("base");
    HttpUrl inner = base == null ? null : outer.resolve(base.strip());
    bases.push(inner == null ? outer : inner);
  }

  private void atomLink() {
    String href = xml.attribute("href");
    String rel = xml.attribute("rel");
    if (href != null && (rel == null || rel.equals("alternate"))) {
      takeAddress(href);
    }
  }

  private void append(CharSequence chunk) {
    if (text.length() <= CrawlUrl.MAX_LENGTH) { // longer ones are ignored
      text.append(chunk);
    }
  }

  /** Ends an element and those in it that have not ended; an end without a start is ignored. */
  private void end(String name) {
    if (elements.contains(name)) {
      while (!name.equals(elements.peek())) {
        end();
      }
      end();
    }
  }

  private void end() {
    String name = elements.pop();
    String parent = elements.peek();
    if (entryNames.contains(name)) {
      entries.addPage(address.isEmpty() ? guid : address, words.toString(), date);
      address = "";
      guid = "";
    } else if (parent != null && !text.isEmpty()) {
      take(name, parent);
    }
    text.setLength(0);
    bases.pop();
  }

  private void take(String name, String parent) {
    switch (name) {
      case "loc" -> takeLocation(parent);
      case "link" -> takeAddress(parent.equals("item") ? text.toString() : "");
      case "guid" -> takeGuid();
      case "title", "caption" -> takeWords(parent);
      case "lastmod", "publication_date", "pubDate", "date", "published", "updated" -> takeDate();
      default -> {} // ignored
    }
  }

  private void takeLocation(String parent) {
    if (parent.equals("sitemap")) {
      entries.addSitemap(text.toString());
    } else if (parent.equals("url")) {
      takeAddress(text.toString());
    }
  }

  /** Takes the first address of an entry only, so that memory per entry is bounded. */
  private void takeAddress(String found) {
    if (address.isEmpty()) {
      HttpUrl base = bases.getFirst();
      HttpUrl resolved = base.equals(bases.getLast()) ? null : base.resolve(found.strip());
      address = resolved == null ? found.strip() : resolved.toString();
    }
  }

  /** Takes the id of an item, which is its address unless it says otherwise (RSS 2.0). */
  private void takeGuid() {
    String id = text.toString().strip();
    if (isPermaLink && id.startsWith("http")) {
      guid = id;
    }
  }

  /** Takes a title without its markup, which feeds escape. */
  private void takeWords(String parent) {
    if (TITLED.contains(parent) && words.length() < MAX_WORDS) {
      words.append(words.isEmpty() ? "" : " ").append(MARKUP.matcher(text).replaceAll(" ").strip());
    }
  }

  /** Takes the latest date of an entry. */
  private void takeDate() {
    Instant found = ListDate.parse(text.toString().strip());
    date = found.isAfter(date) ? found : date;
  }
}
