package io.dowser.crawler.html;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.internal.content.ContentElements;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jsoup.nodes.Attributes;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.Node;
import org.jsoup.nodes.TextNode;
import org.jsoup.parser.Parser;
import org.jsoup.select.NodeFilter;
import org.jspecify.annotations.Nullable;

/**
 * One walk through a parsed page, from which text and links go to a page builder.
 *
 * <p>Not thread-safe.
 */
final class PageWalk implements NodeFilter {

  private static final int MAX_FEEDS = 10;
  private static final Set<String> FEED_TYPES =
      Set.of("application/rss+xml", "application/atom+xml");

  private final Map<String, ElementKind> kinds;
  private final AnalyzedPage.Builder page;
  private final HtmlRules rules;
  private final RobotsDirectives robots;
  private final HrefResolver resolver;
  private final LinkCollector links;
  private final CrawlUrl url;

  private final ArrayDeque<Integer> blockStarts = new ArrayDeque<>();
  private boolean titled;
  private boolean languageKnown;
  private @Nullable CrawlUrl canonical;
  private final List<CrawlUrl> feeds = new ArrayList<>(0);

  PageWalk(
      Map<String, ElementKind> kinds,
      AnalyzedPage.Builder page,
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

  /** Takes the header {@code Refresh}, which means what the {@code meta} element does. */
  void refresh(String header) {
    links.refresh(header, url);
  }

  /** Reads a whole page. */
  void read(Element document) {
    Element html = document.firstElementChild();
    if (html != null) {
      language(html);
    }
    document.filter(this);
    CrawlUrl other = canonical;
    links.finish(other == null || other.equals(url) ? null : other);
    if (!rules.obeyNofollow() || !robots.isNofollow()) {
      feeds.forEach(page::feed);
    }
  }

  @Override
  public FilterResult head(Node node, int depth) {
    if (page.length() >= rules.maxCharacters()) {
      return FilterResult.STOP;
    }
    if (node instanceof TextNode text) {
      page.text(rules.head(text.getWholeText(), page.length()));
    } else if (node instanceof Element element) {
      return enter(element);
    }
    return FilterResult.CONTINUE;
  }

  @Override
  public FilterResult tail(Node node, int depth) {
    if (node instanceof Element element) {
      leave(element);
    }
    return FilterResult.CONTINUE;
  }

  private FilterResult enter(Element element) {
    ElementKind kind = kinds.get(element.normalName());
    if (kind == null) {
      return FilterResult.CONTINUE;
    }
    switch (kind) {
      case BLOCK -> block(element);
      case ANCHOR -> links.open(element);
      case TITLE -> title(element);
      default -> {
        if (!ContentElements.isShadowRoot(element)) {
          whole(kind, element);
          return FilterResult.SKIP_ENTIRELY;
        }
      }
    }
    return FilterResult.CONTINUE;
  }

  private void block(Element element) {
    String name = element.normalName();
    if (name.length() == 2 && name.charAt(0) == 'h' && Character.isDigit(name.charAt(1))) {
      links.heading(element);
    }
    page.breakText();
    blockStarts.push(page.length());
  }

  private void leave(Element element) {
    ElementKind kind = kinds.get(element.normalName());
    if (kind == ElementKind.BLOCK) {
      page.endBlock(blockStarts.pop());
      page.breakText();
    } else if (kind == ElementKind.TITLE) {
      page.breakText();
    } else if (kind == ElementKind.ANCHOR) {
      links.close(element);
    }
  }

  /** An element whose content does not matter. */
  private void whole(ElementKind kind, Element element) {
    switch (kind) {
      case BREAK -> page.breakText();
      case IMAGE -> links.image(element);
      case AREA -> links.bare(element);
      case FRAME -> frame(element);
      case META -> meta(element.attributes());
      case RELATION -> relation(element.attributes());
      case BASE -> base(element.attributes());
      case DROPPED -> {}
      default -> throw new IllegalStateException("the content of a " + kind + " matters");
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
    page.breakText();
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
    if (rel.contains("alternate")) {
      feed(attributes);
    }
    if (canonical != null || !rel.contains("canonical") || !attributes.hasKey("href")) {
      return;
    }
    canonical = resolver.resolve(attributes.get("href"));
    if (canonical != null) {
      page.canonical(canonical);
    }
  }

  private void feed(Attributes attributes) {
    String type = attributes.get("type").strip().toLowerCase(Locale.ROOT);
    CrawlUrl feed = FEED_TYPES.contains(type) ? resolver.resolve(attributes.get("href")) : null;
    if (feed != null && feeds.size() < MAX_FEEDS) {
      feeds.add(feed);
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
