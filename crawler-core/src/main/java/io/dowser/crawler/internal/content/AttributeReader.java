package io.dowser.crawler.internal.content;

import com.google.common.collect.ImmutableMap;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.PageAttributes;
import io.dowser.crawler.api.PageAttributes.Heading;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.Node;
import org.jsoup.select.Elements;
import org.jsoup.select.QueryParser;
import org.jsoup.select.Selector.SelectorParseException;
import org.jspecify.annotations.Nullable;

/** Reads the attributes of a parsed page. Thread-safe. */
public final class AttributeReader {

  private final int maxCharacters;
  private final Map<String, String> selectors;

  /**
   * Creates a reader.
   *
   * @param maxCharacters of the main text, and of its Markdown
   * @param selectors CSS selectors by the names of what they extract
   */
  public AttributeReader(int maxCharacters, Map<String, String> selectors) {
    this.maxCharacters = maxCharacters;
    this.selectors = ImmutableMap.copyOf(selectors); // keeps their order
  }

  /**
   * Copies this reader.
   *
   * @param more selectors in addition to its own, by name
   * @return the copy
   */
  public AttributeReader with(Map<String, String> more) {
    Map<String, String> all = new LinkedHashMap<>(selectors);
    more.forEach((name, selector) -> add(name, selector, all));
    return new AttributeReader(maxCharacters, all);
  }

  /**
   * Adds a selector to others.
   *
   * @param name of what it extracts
   * @param selector in the CSS of jsoup
   * @param selectors those so far, by name
   * @throws IllegalArgumentException if the selector cannot be parsed, or the name is blank or has
   *     line breaks or equals signs
   * @throws IllegalStateException if the name has a selector
   */
  public static void add(String name, String selector, Map<String, String> selectors) {
    if (name.isBlank() || !name.matches("[^=\\r\\n]+")) {
      throw new IllegalArgumentException(
          "the name of what is extracted must be text in one line without '=', but was '"
              + name
              + "'");
    }
    try {
      QueryParser.parse(selector);
    } catch (SelectorParseException | IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "'" + name + "' must have a CSS selector, but has '" + selector + "': " + e.getMessage(),
          e);
    }
    String earlier = selectors.putIfAbsent(name, selector);
    if (earlier != null) {
      throw new IllegalStateException(
          "a call before has set the selector of '" + name + "' to '" + earlier + "'; set it once");
    }
  }

  /**
   * Reads a page.
   *
   * @param parsed the page
   * @param links resolves the targets of links; null for what is no web address
   * @return its attributes
   */
  public PageAttributes read(ParsedPage parsed, Function<String, @Nullable CrawlUrl> links) {
    Document page = parsed.document();
    var metadata = new Metadata(page, budget());
    Set<Node> main = parsed.mainNodes();
    var markdown = ContentWriter.markdown(links, main);
    CrawlUrl home = links.apply("/");
    return new PageAttributes(
        metadata.title(home == null ? "" : home.host()),
        metadata.siteName(),
        metadata.description(),
        metadata.openGraph(),
        metadata.jsonLd(),
        metadata.published(),
        metadata.modified(),
        metadata.authors(),
        metadata.image(links),
        metadata.licence(links),
        metadata.breadcrumb(),
        metadata.sources(),
        headings(page),
        tables(page, main, markdown),
        budget().take(ContentWriter.plain(main).blocks(page.body())),
        budget().take(markdown.blocks(page.body())),
        extracted(page));
  }

  /** Elements can be nested, so all their texts together may be much longer than the page. */
  private CharacterBudget budget() {
    return new CharacterBudget(maxCharacters);
  }

  private List<String> tables(Document page, Set<Node> main, ContentWriter markdown) {
    CharacterBudget budget = budget();
    return page.select("table").stream()
        .filter(main::contains)
        .filter(ContentWriter::isDataTable)
        .takeWhile(each -> budget.hasLeft())
        .map(each -> budget.take(markdown.table(each)))
        .toList();
  }

  private List<Heading> headings(Document page) {
    CharacterBudget budget = budget();
    return page.select("h1, h2, h3, h4, h5, h6").stream()
        .filter(Element::hasText)
        .takeWhile(each -> budget.hasLeft())
        .map(each -> new Heading(each.normalName().charAt(1) - '0', budget.take(each.text())))
        .toList();
  }

  private Map<String, List<String>> extracted(Document page) {
    Map<String, List<String>> extracted = new LinkedHashMap<>();
    selectors.forEach((name, selector) -> extracted.put(name, values(page.select(selector))));
    return extracted;
  }

  private List<String> values(Elements elements) {
    CharacterBudget budget = budget();
    return elements.stream()
        .takeWhile(each -> budget.hasLeft())
        .map(each -> budget.take(value(each)))
        .toList();
  }

  private static String value(Element element) {
    return element.normalName().equals("meta") ? element.attr("content") : element.text();
  }
}
