package io.dowser.crawler.internal.content;

import com.google.common.base.CharMatcher;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jspecify.annotations.Nullable;

/**
 * Titles of a page without the name of its site, which stands before or behind a separator. It is
 * known from the page, is the text of an h1 that is a logo or leads to the start of the site, is a
 * part of the title that the host's name has, or is the text of an h1 in the site's header that the
 * title has behind other parts or before a colon. Not thread-safe.
 */
final class PageTitle {

  /** A separator has blanks on both sides; those of Chinese pages need none. */
  private static final Pattern SEPARATOR =
      Pattern.compile(
          "\\s+[|/\\-\u2010-\u2015·•»›:：~]+\\s+|\\s*[|｜_＿]\\s*|\\s+[<«‹]+\\s+|:\\s+|\\s+\\[");

  /** Class names of an element with the name of the site. */
  private static final Pattern LOGO =
      Pattern.compile(
          "(?i)(?:^|\\s)(?:site[_-]?(?:title|name|logo|branding)(?![a-z])"
              + "|(?:(?:header|main|page|brand)[_-])?logo(?!\\S)|navbar-brand(?!\\S))");

  /** The address of the start of a site, with its host if it has one. */
  private static final Pattern START =
      Pattern.compile("(?i)\\s*(?:/|(?:https?:)?//([^/?#:\\s]+)(?::\\d+)?/?)\\s*");

  private static final Pattern HOME = Pattern.compile("(?i)(?:^|\\s)home(?!\\S)");

  /** A file or a page in an address, which some wikis have as the title. */
  private static final Pattern FILE =
      Pattern.compile("[a-z0-9]+(?:[_.:/-]+[a-z0-9]+)*+|[A-Z][a-z0-9]*+(?:[_.:/-]+[a-z0-9]+)++");

  private static final CharMatcher LETTERS = CharMatcher.forPredicate(Character::isLetterOrDigit);
  private static final int SHORTEST = 3;
  private static final int LONGEST = 300;
  private static final int MOST_HEADINGS = 100;

  private final String documentTitle;
  private final String site;
  private final String host;
  private final boolean start;
  private final List<String> headings = new ArrayList<>(); // of the page
  private final List<String> around = new ArrayList<>(); // headings of what is around its content
  private final Set<String> ofSite = new HashSet<>(); // those of them in the header of a site
  private final Set<String> logos = new HashSet<>(); // letters of headings that name the site

  /**
   * Creates the titles of a page.
   *
   * @param site the name of the site, possibly empty
   * @param host of the page, possibly empty
   * @param start whether the page is the start of its site, whose title may be the site's name
   */
  PageTitle(Document page, String site, String host, boolean start) {
    documentTitle = spaced(page.title());
    this.site = letters(site);
    this.host = letters(host);
    this.start = start;
    page.select("h1").stream().limit(MOST_HEADINGS).forEach(this::read);
    if (!start) {
      around.stream().filter(this::namesSite).map(PageTitle::letters).forEach(logos::add);
    }
  }

  private void read(Element heading) {
    String text = spaced(textWithoutPermalink(heading));
    if (text.length() >= SHORTEST && text.length() <= LONGEST) {
      boolean outside = heading.parents().stream().anyMatch(PageTitle::isAroundContent);
      if (!start && (isLogo(heading) || leadsToStart(heading, text, outside))) {
        logos.add(letters(text));
      } else {
        (outside ? around : headings).add(text);
        if (heading.parents().stream().anyMatch(ContentElements::isSiteHeader)) {
          ofSite.add(text);
        }
      }
    }
  }

  private static String textWithoutPermalink(Element heading) {
    if (heading.select("a").stream().noneMatch(ContentElements::isPermalink)) {
      return heading.text();
    }
    Element copy = heading.clone();
    copy.select("a").stream().filter(ContentElements::isPermalink).forEach(Element::remove);
    return copy.text();
  }

  private static boolean isAroundContent(Element element) {
    return ContentElements.isDropped(element) || ContentElements.isSiteHeader(element);
  }

  private static boolean isLogo(Element heading) {
    Element parent = heading.parent();
    return isNamedLogo(heading)
        || isNamedLogo(parent)
        || (parent != null && parent.nameIs("a") && isNamedLogo(parent.parent()));
  }

  private static boolean isNamedLogo(@Nullable Element element) {
    return element != null
        && (LOGO.matcher(element.className()).find() || LOGO.matcher(element.id()).find());
  }

  /** Returns whether all of a heading is a link to the start of this site, or of any if outside. */
  private boolean leadsToStart(Element heading, String text, boolean outside) {
    Element outer = heading.closest("a[href]");
    Element link = outer == null ? heading.selectFirst("a[href]") : outer;
    if (link == null || (outer == null && !spaced(link.text()).equals(text))) {
      return false;
    }
    Matcher target = START.matcher(link.attr("href"));
    return HOME.matcher(link.attr("rel")).find()
        || (target.matches()
            && (outside || target.group(1) == null || letters(target.group(1)).equals(host)));
  }

  /**
   * Returns the first h1 that is part of the title of the document, if it has one; else "". One in
   * a header or the like comes last.
   */
  String heading() {
    return Stream.concat(headings.stream(), around.stream())
        .filter(this::isInDocumentTitle)
        .filter(text -> !isSite(text) && !isBehindMoreText(text))
        .findFirst()
        .orElse("");
  }

  private boolean isInDocumentTitle(String text) {
    return documentTitle.isEmpty()
        || documentTitle.toLowerCase(Locale.ROOT).contains(text.toLowerCase(Locale.ROOT));
  }

  /**
   * Returns whether a heading may name the site, as the end of a title that is mostly before it.
   */
  private boolean isBehindMoreText(String heading) {
    String title = of(documentTitle);
    List<Part> parts = parts(title);
    int last = parts.size() - 1;
    String before = letters(title.substring(0, parts.get(last).start));
    String name = letters(heading);
    return !start && name.equals(parts.get(last).letters) && before.length() > name.length();
  }

  /** Returns whether a heading in a header is that of the site or of a part of it. */
  private boolean namesSite(String heading) {
    List<Part> parts = parts(documentTitle);
    int at = parts.stream().map(Part::letters).toList().indexOf(letters(heading));
    boolean mayBeOfPage =
        headings.isEmpty() && (at == parts.size() - 1 || !ofSite.contains(heading));
    return at == 0 ? documentTitle.startsWith(":", parts.get(0).end) : at > 0 && !mayBeOfPage;
  }

  /** Returns the first h1 of the page if the title of the document is a file's name; else "". */
  String headingOfFile() {
    String title = of(documentTitle);
    return headings.isEmpty() || isSite(title) || !FILE.matcher(title).matches()
        ? ""
        : headings.get(0);
  }

  /**
   * Returns a title without parts at its ends that name the site, and without those behind a
   * heading of the site; one that has no other stays.
   */
  String of(String title) {
    String spaced = spaced(title);
    List<Part> parts = parts(spaced);
    int last = 0;
    while (last + 1 < parts.size() && !logos.contains(parts.get(last + 1).letters)) {
      last++;
    }
    while (last > 0 && isSite(parts.get(last).letters)) {
      last--;
    }
    int first = 0;
    while (first < last && isSite(parts.get(first).letters)) {
      first++;
    }
    return spaced.substring(parts.get(first).start, parts.get(last).end);
  }

  /** A part of a title between separators. */
  private record Part(int start, int end, String letters) {}

  private static List<Part> parts(String title) {
    List<Part> parts = new ArrayList<>();
    Matcher separator = SEPARATOR.matcher(title);
    int start = 0;
    while (separator.find()) {
      parts.add(part(title, start, separator.start()));
      start = separator.end();
    }
    parts.add(part(title, start, title.length()));
    return parts;
  }

  private static Part part(String title, int start, int end) {
    return new Part(start, end, letters(title.substring(start, end)));
  }

  private boolean isSite(String part) {
    String letters = letters(part);
    return letters.length() >= SHORTEST
        && (letters.equals(site) || logos.contains(letters) || host.contains(letters));
  }

  private static String letters(String text) {
    return LETTERS.retainFrom(text).toLowerCase(Locale.ROOT);
  }

  private static String spaced(String text) {
    return CharMatcher.whitespace().trimAndCollapseFrom(text, ' ');
  }
}
