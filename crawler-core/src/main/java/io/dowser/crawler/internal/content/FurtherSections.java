package io.dowser.crawler.internal.content;

import io.dowser.crawler.internal.content.TextBlock.Box;
import java.util.BitSet;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Finds sections whose heading, below {@code h1}, announces other pages, comments or the like
 * instead of text. A section begins with its heading and ends with the innermost box that has
 * anything behind it, or at a heading of the same or a higher level. Comments with most sentences
 * of the page are text, as the replies of a thread are.
 */
final class FurtherSections {

  private static final int MOST_WORDS = 8;

  /** A share of the sentences of a page. */
  private static final double MOST = 0.75;

  private static final int FLAGS =
      Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE | Pattern.UNICODE_CHARACTER_CLASS;

  private static final Pattern COMMENTS =
      Pattern.compile(
          "[^\\p{L}\\p{N}]*+(?:\\p{N}++ )?(?:(?:all )?"
              + "(?:comments?|kommentare?|commentaires?|coment[aá]rios|commenti)\\b"
              + "|(?:最新|热门|網友|网友|全部)?(?:[评評][论論]|跟贴|回复))",
          FLAGS);

  /** The beginnings of headings of other pages, symbols aside; a number before is of a chapter. */
  private static final Pattern OTHERS =
      Pattern.compile(
          "[^\\p{L}\\p{N}]*+(?:(?:"
              + "related(?: (?:articles?|posts?|stories|content|news|links?|topics?|products?|items?|pages?"
              + "|reading|searches|coverage|tags?|videos?|documents?))?$"
              + "|(?:recommended|recommendations|recommends)(?: (?:for you|articles?|reading|stories))?$"
              + "|(?:recent|latest|popular|top|trending|more)(?: in \\p{L}+)?$"
              + "|(?:recent|latest|popular|more|top|trending) (?:stories|news|articles|posts|from|on|like"
              + "|comments|entries|headlines|videos|galleries|topics|shopping|categories|\\p{L}+ news|rated)"
              + "|read (?:more|next)|you (?:may|might) (?:also|like|be)|most (?:read|popular|viewed)|trending"
              + "|editor.?s.? picks|up next|don.t miss|(?:leave|post|write) a (?:comment|reply)"
              + "|join the (?:conversation|discussion)|share$|share (?:this|on|via|the|your)|follow us"
              + "|newsletter|subscribe|sign up|topics|tags|categories|archives?|about the author"
              + "|around the web|sponsored|advertisement"
              + "|das könnte|ähnliche|weitere|weiterlesen|weiterführende|weitererzählen|verwandte"
              + "|mehr (?:zum|zur|zu|aus|von)|lesen sie|auch interessant|passend|passende"
              + "|kommentar schreiben|schreibe?n? (?:sie )?einen|beliebte|beliebteste|meistgelesen|neueste"
              + "|letzte (?:beiträge|artikel|kommentare|meldungen|features)|aktuelle (?:beiträge|artikel|themen)"
              + "|diesen artikel|teilen|themen|schlagw(?:orte|örter|ort)|anzeige|zum thema|empfehlen"
              + "|empfehlenswerte|empfehlungen|folge|folgen|über den autor"
              + "|(?:à )?lire aussi|articles (?:liés|similaires)|sur le même"
              + "|(?:\\p{L}++ )?relacionad[oa]s?|te puede|você pode|veja|leia|deixe|mais lidas?"
              + "|lee también|más leíd[oa]s?|últimas|leggi anche|potrebbe"
              + ")\\b|相[关關]|推[荐薦]|延伸阅读|[为為]您|猜你|热门|热点(?:新闻|推荐|排行)|大家都"
              + "|最新(?:文章|新闻|评论|消息|资讯)|上一篇|下一篇|更多|分享[到至])",
          FLAGS);

  private FurtherSections() {}

  /** Returns the indices of the blocks in such sections. */
  static BitSet of(TextBlocks page) {
    List<TextBlock> blocks = page.blocks();
    int all = prose(blocks, 0, blocks.size());
    var further = new BitSet();
    for (int i = 0; i < blocks.size(); i++) {
      if (isShortHeading(blocks.get(i))) {
        String heading = blocks.get(i).collapsed();
        boolean comments = COMMENTS.matcher(heading).lookingAt();
        if (comments || OTHERS.matcher(heading).lookingAt()) {
          int end = end(blocks, i);
          boolean text = comments && prose(blocks, i, end) > MOST * all;
          further.set(i, end, !text || further.get(i));
        }
      }
    }
    return further;
  }

  private static int prose(List<TextBlock> blocks, int from, int end) {
    int words = 0;
    for (int i = from; i < end; i++) {
      words += blocks.get(i).isProse() ? blocks.get(i).words : 0;
    }
    return words;
  }

  private static boolean isShortHeading(TextBlock block) {
    return BlockFeatures.isHeading(block.tag)
        && block.allWords() <= MOST_WORDS
        && (!block.collapsed().endsWith(".") || block.collapsed().endsWith("..."));
  }

  private static int end(List<TextBlock> blocks, int heading) {
    TextBlock announcing = blocks.get(heading);
    Box section = announcing.box;
    while (section.parent != null && section.last == heading) {
      section = section.parent;
    }
    int end = heading + 1;
    while (end <= section.last && !endsAt(blocks.get(end), announcing)) {
      end++;
    }
    return end;
  }

  private static boolean endsAt(TextBlock block, TextBlock announcing) {
    return block.tag.equals("h1")
        || (BlockFeatures.isHeading(block.tag) && block.tag.compareTo(announcing.tag) <= 0);
  }
}
