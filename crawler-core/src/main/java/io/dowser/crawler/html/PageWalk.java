package io.dowser.crawler.html;

import io.dowser.crawler.api.AnalyzedPageBuilder;
import io.dowser.crawler.api.CrawlUrl;
import java.util.Locale;
import java.util.Map;
import org.jsoup.nodes.Attributes;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.Node;
import org.jsoup.nodes.TextNode;
import org.jsoup.parser.Parser;
import org.jspecify.annotations.Nullable;

/**
 * One walk through a parsed page, from which text and links go to a page builder.
 *
 * <p>The walk is a recursion: the parser keeps trees flat, at most 512 levels. For one thread.
 */
final class PageWalk {

  private final Map<String, ElementKind> kinds;
  private final AnalyzedPageBuilder page;
  private final HtmlRules rules;
  private final RobotsDirectives robots;
  private final HrefResolver resolver;
  private final LinkCollector links;
  private final CrawlUrl url;

  private boolean titled;
  private boolean languageKnown;
  private @Nullable CrawlUrl canonical;

  PageWalk(
      Map<String, ElementKind> kinds,
      AnalyzedPageBuilder page,
      HtmlRules rules,
      RobotsDirectives robots,
      HrefResolver resolver,
      CrawlUrl url) {
    this.kinds = kinds;
    this.page = page;
    this.rules = rules;
    this.robots = robots;
    this.resolver = resolver;
    this.links = new LinkCollector(page, rules, robots, resolver);
    this.url = url;
  }

  /** Reads a whole page. */
  void read(Element document) {
    Element html = document.firstElementChild();
    if (html != null) {
      language(html);
    }
    children(document);
    CrawlUrl other = canonical;
    links.finish(other == null || other.equals(url) ? null : other);
  }

  private void children(Element element) {
    int count = element.childNodeSize();
    for (int i = 0; i < count && page.length() < rules.maxCharacters(); i++) {
      Node node = element.childNode(i);
      if (node instanceof TextNode text) {
        text(text.getWholeText());
      } else if (node instanceof Element child) {
        element(child);
      }
    }
  }

  private void text(String value) {
    page.text(rules.head(value, page.length()));
  }

  private void element(Element element) {
    ElementKind kind = kinds.get(element.normalName());
    if (kind == null) {
      children(element);
      return;
    }
    switch (kind) {
      case BLOCK -> block(element);
      case ANCHOR -> anchor(element);
      case BREAK -> page.breakText();
      case IMAGE -> links.image(element);
      case DROPPED -> {}
      default -> rare(kind, element);
    }
  }

  private void block(Element element) {
    page.breakText();
    children(element);
    page.breakText();
  }

  private void anchor(Element element) {
    int number = links.open(element);
    children(element);
    if (number > 0) {
      links.close(number);
    }
  }

  /** What a page has once or a few times. */
  private void rare(ElementKind kind, Element element) {
    switch (kind) {
      case AREA -> links.bare(element);
      case FRAME -> frame(element);
      case TITLE -> title(element);
      case META -> meta(element.attributes());
      case RELATION -> relation(element.attributes());
      case BASE -> base(element.attributes());
      default -> throw new IllegalStateException(kind + " is not rare");
    }
  }

  private void frame(Element element) {
    if (rules.followFrames()) {
      links.bare(element);
    }
  }

  /** The first title is the page's; those of drawings and later ones are text. */
  private void title(Element element) {
    if (!titled && element.tag().namespace().equals(Parser.NamespaceHtml)) {
      titled = true;
      page.title(element.wholeText());
    }
    block(element);
  }

  private void meta(Attributes attributes) {
    String content = attributes.get("content");
    String pragma = attributes.get("http-equiv");
    if (pragma.isEmpty()) {
      robots.addMeta(attributes.get("name"), content);
    } else if (pragma.equalsIgnoreCase("refresh")) {
      links.refresh(content, url);
    } else if (pragma.equalsIgnoreCase("content-language")) {
      language(content);
    }
  }

  private void base(Attributes attributes) {
    if (attributes.hasKey("href")) {
      resolver.base(attributes.get("href"));
    }
  }

  private void relation(Attributes attributes) {
    String rel = attributes.get("rel").toLowerCase(Locale.ROOT);
    if (canonical != null || !rel.contains("canonical") || !attributes.hasKey("href")) {
      return;
    }
    canonical = resolver.resolve(attributes.get("href"));
    if (canonical != null) {
      page.canonical(canonical);
    }
  }

  private void language(Element html) {
    String lang = html.attributes().get("lang");
    language(lang.isBlank() ? html.attributes().get("xml:lang") : lang);
  }

  /** Takes the first of the languages in a list, if none is known yet. */
  private void language(@Nullable String list) {
    if (!languageKnown && list != null && !list.isBlank()) {
      languageKnown = true;
      int comma = list.indexOf(',');
      page.language(comma < 0 ? list : list.substring(0, comma));
    }
  }
}
