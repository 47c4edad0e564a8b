package io.dowser.crawler.internal.content;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.jsoup.nodes.Element;

/**
 * Kinds of content that the words in the class and id of an element hint at. A word counts alone or
 * joined to the one before it, in the singular or plural, in any case. Not thread-safe.
 */
final class BlockHints {

  /** Kinds, each with its words; those up to {@code overlay} are rarely part of the main text. */
  private static final List<String> KINDS =
      List.of(
          "comment: comment respond reply reaction disqus livefyre remark kommentar comentario"
              + " pinglun commentlist",
          "related: related recommend recommended recommendation recirc trending popular mostread"
              + " mostviewed readmore readnext seealso alsolike more morefrom teaser outbrain taboola"
              + " zergnet nextup upnext promoted latest recent hot rank ranking carousel card"
              + " pagination pager prev previous next guess jumplink weitere tuijian xiangguan"
              + " paihang relatedpost relatedpage",
          "share: share sharing social follow facebook twitter whatsapp addthis addtoany sharedaddy"
              + " bdshare tool toolbar print like vote rating fenxiang sns weibo weixin wechat",
          "sidebar: sidebar side sidebox aside widget rail rightcol leftcol rightcolumn secondary"
              + " complementary infobox factbox siderbar",
          "promo: promo promotion ad ads advert advertisement advertising sponsor sponsored banner dfp"
              + " google affiliate paywall donate donation shop campaign cta commercial disclaimer"
              + " disclosure anzeige werbung premium deal guanggao",
          "form: newsletter subscribe subscription subscriber signup login register registration"
              + " regwall form search email contact feedback survey poll quiz signin",
          "nav: nav navi navbar navigation subnav menu submenu breadcrumb crumb tab toc skip skiplink"
              + " dropdown directory mianbao daohang",
          "footer: foot footer copyright bottom legal imprint impressum colophon license credit about"
              + " bio biography banquan",
          "header: header masthead topbar head branding logo sitetitle hero",
          "meta: byline author meta date time timestamp published posted tag category keyword info"
              + " source dateline editor topic label kicker eyebrow view count laiyuan zuozhe",
          "caption: caption photo image img figure gallery slide slider video player media pic"
              + " embed thumb thumbnail",
          "overlay: modal popup overlay cookie consent gdpr hidden hide screenreader sronly visually"
              + " tooltip notice alert message lightbox noscript dialog offscreen printonly toast"
              + " notification error",
          "body: articlebody articlecontent articletext entrycontent entrybody entrytext postcontent"
              + " postbody posttext postentry storybody storycontent storytext bodycontent bodycopy"
              + " bodytext contentbody contentmain contenttext maincontent maintext newscontent"
              + " newsbody newstext newstxt pagecontent textbody textcontent textcon richtext"
              + " detailcontent detailbody artbody artcontent zhengwen neirong trseditor markdown prose",
          "title: headline title biaoti subhead standfirst deck dek lead lede summary intro excerpt"
              + " abstract description",
          "list: list item grid tile feed stream archive collection row module box block panel slot"
              + " zone");

  private static final int RARE = 12;
  static final int BODY = 1 << RARE;

  /** All kinds that are rarely part of the main text. */
  static final int NEGATIVE = BODY - 1;

  private static final int LONGEST = 20;

  private static final Map<String, Integer> WORDS = words();

  private final Map<String, Integer> known = new HashMap<>(); // pages repeat their classes

  private static Map<String, Integer> words() {
    Map<String, Integer> words = new HashMap<>();
    for (int kind = 0; kind < KINDS.size(); kind++) {
      for (String word : KINDS.get(kind).split(":? ", -1)) {
        words.merge(word, 1 << kind, (a, b) -> a | b);
      }
    }
    return Map.copyOf(words);
  }

  /** Returns the names of the kinds in the order of their bits. */
  static List<String> names() {
    return KINDS.stream().map(kind -> kind.substring(0, kind.indexOf(':'))).toList();
  }

  /** Returns kinds by their names as bits. */
  static int of(String... names) {
    return Stream.of(names).mapToInt(name -> 1 << names().indexOf(name)).sum();
  }

  /** Returns the kinds that an element hints at as bits. */
  int of(Element element) {
    return element.attributesSize() == 0
        ? 0
        : of(element.attributes().get("class")) | of(element.attributes().get("id"));
  }

  private int of(String names) {
    return names.isEmpty() ? 0 : known.computeIfAbsent(names, BlockHints::read);
  }

  private static int read(String names) {
    int kinds = 0;
    String before = "";
    for (int from = 0; from < names.length(); ) {
      int to = wordEnd(names, from);
      if (to > from) {
        String word = names.substring(from, Math.min(to, from + LONGEST)).toLowerCase(Locale.ROOT);
        kinds |= kinds(word) | (before.isEmpty() ? 0 : kinds(before + word));
        before = word;
      } else {
        before = Character.isWhitespace(names.charAt(to++)) ? "" : before;
      }
      from = to;
    }
    return kinds;
  }

  /** Returns the end of a word, which is before an upper-case letter behind a lower-case one. */
  private static int wordEnd(String names, int from) {
    int to = from;
    while (to < names.length() && Character.isLetter(names.charAt(to))) {
      if (to > from
          && Character.isUpperCase(names.charAt(to))
          && Character.isLowerCase(names.charAt(to - 1))) {
        break;
      }
      to++;
    }
    return to;
  }

  private static int kinds(String word) {
    Integer found = WORDS.get(word);
    if (found == null && word.endsWith("s")) {
      found = WORDS.get(word.substring(0, word.length() - 1));
    }
    return found == null ? 0 : found;
  }
}
