package io.dowser.crawler.internal.content;

import com.google.common.base.CharMatcher;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.TextNode;

/** The roles of elements for the main text of a page. */
public final class ContentElements {

  /** Elements that are not text, or that HTML defines as navigation or as of the whole site. */
  private static final Set<String> DROPPED =
      Set.of(
          ("script style noscript template head iframe object embed applet svg canvas video audio"
                  + " nav aside footer select option button textarea input datalist noframes")
              .split(" "));

  private static final Set<String> DROPPED_ROLES =
      Set.of("navigation", "banner", "contentinfo", "complementary", "search", "menu", "menubar");

  /**
   * Classes of what wikis show around their text: MediaWiki, which has names that other software
   * has taken, and DokuWiki.
   */
  private static final List<String> DROPPED_CLASSES =
      List.of(
          ("mw-editsection mw-jump-link printfooter catlinks noprint navigation-not-searchable"
                  + " docInfo pageId")
              .split(" "));

  private static final Pattern SITE_HEADER =
      Pattern.compile("(?i)(?<!\\S)(?:(?:site|global)[_-]?)?(?:header|masthead|banner)(?!\\S)");

  /** Signs that are the text of a link from a heading to itself. */
  private static final CharMatcher PERMALINK = CharMatcher.anyOf("¶#§\u200b\ufe0f🔗");

  private static final int SHORTEST_CLASS =
      DROPPED_CLASSES.stream().mapToInt(String::length).min().orElseThrow();

  private static final int LONGEST_PERMALINK = 4; // characters, some of them invisible

  /** Blocks for the parser that no browser shows. */
  private static final Set<String> UNSEEN =
      Set.of("script style noscript template noframes link meta".split(" "));

  /** Inline elements that browsers show as boxes between words. */
  private static final Set<String> BOXES =
      Set.of("button input select textarea embed object iframe video audio canvas".split(" "));

  private static final Set<String> SHADOW_MODES = Set.of("open", "closed");

  private ContentElements() {}

  /**
   * Returns whether an element is a declarative shadow root, which browsers show as content (WHATWG
   * HTML, section 4.12.3).
   */
  public static boolean isShadowRoot(Element element) {
    return element.normalName().equals("template")
        && SHADOW_MODES.contains(element.attr("shadowrootmode").toLowerCase(Locale.ROOT));
  }

  /** Returns whether no browser shows what is in an element. */
  static boolean isUnseen(Element element) {
    return UNSEEN.contains(element.normalName()) && !isShadowRoot(element);
  }

  /** Returns whether an element with all that is in it is no main text. */
  static boolean isDropped(Element element) {
    String name = element.normalName();
    return (DROPPED.contains(name) && !isShadowRoot(element))
        || (element.attributesSize() > 0
            && (isHidden(element)
                || hasDroppedRole(element)
                || hasDroppedClass(element.attributes().get("class"))
                || (name.equals("a") && isPermalink(element))))
        || (name.equals("header") && element.closest("article, main") == null)
        || LineNumbers.isIn(element);
  }

  /** Returns whether an element is named as the header of a site, outside of an article. */
  static boolean isSiteHeader(Element element) {
    return (SITE_HEADER.matcher(element.id()).find()
            || SITE_HEADER.matcher(element.className()).find())
        && element.closest("article, main") == null;
  }

  /** Returns whether an element is a sidebar or footer outside of an article. */
  static boolean isOfSite(Element element) {
    return (element.nameIs("aside") || element.nameIs("footer"))
        && element.closest("article, main") == null;
  }

  /** Returns whether an element is hidden, or no browser shows what is in it. */
  static boolean isInvisible(Element element) {
    return isUnseen(element) || isHidden(element);
  }

  private static boolean hasDroppedRole(Element element) {
    return DROPPED_ROLES.contains(element.attr("role"));
  }

  /** Looks for the names in a class without a copy of any, because nearly all elements have one. */
  private static boolean hasDroppedClass(String names) {
    int length = names.length();
    for (int from = 0; from < length; ) {
      int to = from;
      while (to < length && names.charAt(to) > ' ') {
        to++;
      }
      for (int i = 0; to - from >= SHORTEST_CLASS && i < DROPPED_CLASSES.size(); i++) {
        String dropped = DROPPED_CLASSES.get(i);
        if (dropped.length() == to - from && names.startsWith(dropped, from)) {
          return true;
        }
      }
      from = to + 1;
    }
    return false;
  }

  /** Returns whether a link shows just a sign, by which readers copy the address of a section. */
  static boolean isPermalink(Element link) {
    if (!link.attr("href").startsWith("#")
        || link.childNodeSize() != 1
        || !(link.firstChild() instanceof TextNode text)) {
      return false;
    }
    String sign = text.getWholeText().strip();
    return !sign.isEmpty() && sign.length() <= LONGEST_PERMALINK && PERMALINK.matchesAllOf(sign);
  }

  private static boolean isHidden(Element element) {
    return element.hasAttr("hidden")
        || element.attr("aria-hidden").equals("true")
        || (element.attr("style").replace(" ", "").toLowerCase(Locale.ROOT).contains("display:none")
            && element.selectFirst("> math") == null); // which stands behind an image of it
  }

  /** Returns whether an element is a script with a formula, which other scripts show. */
  static boolean isFormula(Element element) {
    return element.normalName().equals("script") && element.attr("type").startsWith("math/tex");
  }

  /** Returns whether an element is content although it shows no text. */
  static boolean isContentWithoutText(Element element) {
    return switch (element.normalName()) {
      case "img" -> !element.attr("alt").isBlank();
      case "hr" -> true;
      default -> isFormula(element);
    };
  }

  /** Returns the source of a formula in TeX, possibly empty. */
  static String formula(Element math) {
    Element source = math.selectFirst("annotation[encoding=application/x-tex]");
    return source == null ? math.attr("alttext") : source.wholeText();
  }

  /** Returns whether an element separates the blocks around it although it is left out. */
  static boolean separatesBlocks(Element element) {
    return isBlock(element) && !UNSEEN.contains(element.normalName());
  }

  /** Returns whether an element is a block; a formula stands in a line. */
  static boolean isBlock(Element element) {
    return element.isBlock() && !element.nameIs("math");
  }

  /** Returns whether an element separates the words around it although it is left out. */
  static boolean separatesWords(Element element) {
    return separatesBlocks(element) || BOXES.contains(element.normalName());
  }
}
