package io.dowser.crawler.internal.robots;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.dowser.crawler.api.CrawlUrl;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.Charset;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * Reads sitemaps and sitemap indexes of XML, and RSS and Atom feeds. Not thread-safe.
 *
 * <p>Namespaces are not looked at, since many sitemaps have wrong ones or none. Document types and
 * entities are not read.
 */
final class SitemapXml {

  private static final int MAX_DEPTH = 100;

  /** Bytes that one name, attribute, comment or chunk of text may have. */
  private static final int MAX_TOKEN = 1 << 20;

  private static final int SNIFFED = 200;
  private static final Pattern ENCODING =
      Pattern.compile("^<\\?xml[^>]*\\sencoding\\s*=\\s*[\"']([A-Za-z][A-Za-z0-9._-]*)[\"']");

  private final XMLStreamReader xml;
  private final SitemapEntries entries;
  private final Deque<String> elements = new ArrayDeque<>();
  private final StringBuilder address = new StringBuilder();

  private SitemapXml(XMLStreamReader xml, SitemapEntries entries) {
    this.xml = xml;
    this.entries = entries;
  }

  static void read(InputStream in, BoundedStream text, SitemapEntries entries)
      throws IOException, XMLStreamException {
    XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    factory.setProperty(XMLInputFactory.IS_NAMESPACE_AWARE, false);
    var reader = new SitemapXml(factory.createXMLStreamReader(decoded(in)), entries);
    text.allow(MAX_TOKEN);
    while (reader.xml.hasNext() && reader.elements.size() < MAX_DEPTH && !entries.isFull()) {
      reader.take(reader.xml.next());
      text.allow(MAX_TOKEN);
    }
  }

  /** Decodes the text, because the parser prints an error where it meets malformed octets. */
  private static Reader decoded(InputStream in) throws IOException {
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
    boolean isKnown = named.find() && Charset.isSupported(named.group(1));
    return new InputStreamReader(in, isKnown ? Charset.forName(named.group(1)) : UTF_8);
  }

  private void take(int event) {
    switch (event) {
      case XMLStreamConstants.START_ELEMENT -> start(name());
      case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA -> append();
      case XMLStreamConstants.END_ELEMENT -> end();
      default -> {} // comments, instructions
    }
  }

  private String name() {
    String name = xml.getLocalName();
    return name.substring(name.indexOf(':') + 1); // the same string if there is no prefix
  }

  private void start(String name) {
    if (name.equals("link") && "entry".equals(elements.peek())) {
      atomLink();
    }
    elements.push(name);
    address.setLength(0);
  }

  private void atomLink() {
    String href = xml.getAttributeValue(null, "href");
    String rel = xml.getAttributeValue(null, "rel");
    if (href != null && (rel == null || rel.equals("alternate"))) {
      entries.addPage(href);
    }
  }

  private void append() {
    if (address.length() <= CrawlUrl.MAX_LENGTH) { // no longer one is taken
      address.append(xml.getText());
    }
  }

  private void end() {
    String name = elements.pop();
    String parent = elements.peek();
    boolean isLoc = name.equals("loc");
    if (isLoc && "sitemap".equals(parent)) {
      entries.addSitemap(address.toString());
    } else if (isLoc ? "url".equals(parent) : name.equals("link") && "item".equals(parent)) {
      entries.addPage(address.toString());
    }
    address.setLength(0);
  }
}
