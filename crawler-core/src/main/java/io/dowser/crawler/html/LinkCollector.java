package io.dowser.crawler.html;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.Link;
import io.dowser.crawler.api.SkipReason;
import io.dowser.crawler.internal.Refresh;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jsoup.nodes.Element;
import org.jspecify.annotations.Nullable;

/**
 * Puts the links of a page into its builder while its text is appended there.
 *
 * <p>The ranges of links must not overlap. So an anchor within an anchor ends the outer one, whose
 * remaining text is plain text; links without text within an anchor follow it. Not thread-safe.
 */
final class LinkCollector {

  /** Longest text that stands in for the text of a link. */
  private static final int MAX_STAND_IN = 1_000;

  private final AnalyzedPage.Builder page;
  private final HtmlRules rules;
  private final RobotsDirectives robots;
  private final HrefResolver resolver;
  private final RelValues relValues = new RelValues();
  private final LinkPlaces places = new LinkPlaces();
  private final List<Runnable> pending = new ArrayList<>(0);

  private @Nullable Element anchor;
  private @Nullable CrawlUrl target;
  private int start;
  private int lastEnd;
  private String alternative = "";
  private int skipped;

  LinkCollector(
      AnalyzedPage.Builder page, HtmlRules rules, RobotsDirectives robots, HrefResolver resolver) {
    this.page = page;
    this.rules = rules;
    this.robots = robots;
    this.resolver = resolver;
  }

  /** Begins a link whose text follows, if it is one that may be followed. */
  void open(Element element) {
    CrawlUrl resolved = target(element, element.attributes().get("href"));
    if (resolved == null) {
      return;
    }
    closeAny();
    if (page.length() == lastEnd) {
      page.breakText(); // style sheets keep neighbours apart
    }
    anchor = element;
    target = resolved;
    start = page.length();
    alternative = "";
  }

  /** Takes note of a heading. */
  void heading(Element element) {
    places.heading(element);
  }

  /** Ends a link, unless it was none or one within it has ended it. */
  void close(Element element) {
    if (element.equals(anchor)) { // nodes are equal if they are the same
      closeAny();
    }
  }

  /** Keeps the alternative text of an image, in case that the link around it has no other. */
  void image(Element element) {
    if (anchor != null && alternative.length() < MAX_STAND_IN) {
      String text = element.attributes().get("alt");
      alternative = alternative.isBlank() ? text : alternative + " " + text;
    }
  }

  /** Takes an area of an image map, or a frame. */
  void bare(Element element) {
    if (anchor != null) {
      pending.add(() -> bare(element));
      return;
    }
    boolean area = element.normalName().equals("area");
    CrawlUrl resolved = target(element, element.attributes().get(area ? "href" : "src"));
    if (resolved != null) {
      add(element, resolved, page.length(), element.attributes().get("alt"));
    }
  }

  /** Takes the target of a refreshing page; a page that only reloads itself has none. */
  void refresh(String content, CrawlUrl self) {
    if (anchor != null) {
      pending.add(() -> refresh(content, self));
      return;
    }
    Refresh refresh = Refresh.of(content);
    CrawlUrl resolved = refresh == null ? null : target(refresh.target(), null);
    if (resolved != null && !resolved.equals(self)) {
      page.link(resolved, page.length(), Link.AnchorSource.NONE, Set.of());
    }
  }

  /** Ends what is open at the end of the page, whose canonical form is one more link. */
  void finish(@Nullable CrawlUrl canonical) {
    closeAny();
    if (canonical != null && rules.obeyCanonical() && !isFull() && !isNofollow()) {
      page.link(canonical, page.length(), Link.AnchorSource.NONE, Set.of("canonical"));
    }
    if (isNofollow()) {
      page.skipLinks(SkipReason.NOFOLLOW);
    }
  }

  private @Nullable CrawlUrl target(Element element, String href) {
    if (href.isEmpty() && !element.attributes().hasKey("href")) {
      return null;
    }
    return target(href, rules.refusal(relValues.of(element)));
  }

  /** Returns the target of a link that may be followed, and notes why another one is skipped. */
  private @Nullable CrawlUrl target(String href, @Nullable SkipReason refusal) {
    if (isFull()) {
      page.skip(SkipReason.TOO_MANY_LINKS);
      return null;
    }
    CrawlUrl resolved = resolver.resolve(href);
    if (resolved == null) {
      page.skip(SkipReason.NO_WEB_ADDRESS);
    } else if (refusal != null || isNofollow()) {
      skip(resolved, refusal == null ? SkipReason.NOFOLLOW : refusal);
      return null;
    }
    return resolved;
  }

  /** Keeps at most as many skipped targets as links, and counts the others. */
  private void skip(CrawlUrl url, SkipReason reason) {
    if (skipped++ < rules.maxLinks()) {
      page.skip(url, reason);
    } else {
      page.skip(reason);
    }
  }

  private boolean isFull() {
    return page.linkCount() >= rules.maxLinks();
  }

  private boolean isNofollow() {
    return rules.obeyNofollow() && robots.isNofollow();
  }

  private void closeAny() {
    Element open = anchor;
    if (open == null || target == null) {
      return;
    }
    CrawlUrl leadsTo = target;
    anchor = null;
    target = null;
    add(open, leadsTo, start, alternative);
    lastEnd = page.length();
    pending.forEach(Runnable::run);
    pending.clear();
  }

  private void add(Element element, CrawlUrl leadsTo, int from, String imageText) {
    Set<String> rel = relValues.of(element);
    if (page.hasTextSince(from)) {
      page.link(leadsTo, from, Link.AnchorSource.TEXT, rel, places.of(element));
      return;
    }
    page.breakText();
    int standIn = page.length();
    Link.AnchorSource source = Link.AnchorSource.NONE;
    if (appended(imageText, standIn)) {
      source = Link.AnchorSource.IMAGE_ALT;
    } else if (appended(element.attributes().get("title"), standIn)) {
      source = Link.AnchorSource.TITLE;
    }
    page.link(leadsTo, standIn, source, rel, places.of(element));
    page.breakText();
  }

  private boolean appended(String text, int from) {
    page.text(text.length() > MAX_STAND_IN ? text.substring(0, MAX_STAND_IN) : text);
    return page.hasTextSince(from);
  }

  /**
   * Splits rel attributes; a page mostly repeats one. HTML has blanks between their values, but
   * those who write commas mean the same.
   */
  private static final class RelValues {

    private String last = "";
    private Set<String> values = Set.of();

    Set<String> of(Element element) {
      String rel = element.attributes().get("rel");
      if (rel.isEmpty()) {
        return Set.of();
      }
      if (!rel.equals(last)) {
        last = rel;
        values = Set.copyOf(List.of(rel.strip().toLowerCase(Locale.ROOT).split("[\\s,]+")));
      }
      return values;
    }
  }
}
