package io.dowser.crawler.internal.content;

import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.PageAttributes;
import io.dowser.crawler.api.PageAttributes.Heading;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.Node;
import org.jspecify.annotations.Nullable;

/** Reads the attributes of a parsed page. Thread-safe. */
public final class AttributeReader {

  private final int maxCharacters;
  private final Extracts extracts;

  /**
   * Creates a reader.
   *
   * @param maxCharacters of the main text, and of its Markdown
   */
  public AttributeReader(int maxCharacters) {
    this(maxCharacters, Extracts.NONE);
  }

  private AttributeReader(int maxCharacters, Extracts extracts) {
    this.maxCharacters = maxCharacters;
    this.extracts = extracts;
  }

  /**
   * Copies this reader.
   *
   * @param more selectors in addition to its own, see {@link Extracts}
   * @return the copy
   */
  public AttributeReader with(Map<String, String> more) {
    return new AttributeReader(maxCharacters, extracts.with(more));
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
    var extracting = extracts.new Reading(page, links, maxCharacters);
    CrawlUrl home = links.apply("/");
    return new PageAttributes(
        home == null
            ? metadata.title("", false)
            : metadata.title(home.host(), home.equals(links.apply("#"))),
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
        extracting.extracted(),
        extracting.unread());
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
}
