package io.dowser.crawler.internal.content;

import io.dowser.crawler.internal.content.TextBlock.Box;
import java.util.BitSet;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Finds sections whose heading announces other pages, comments or the like instead of text. A
 * section begins with its heading and ends with the innermost box that has anything behind it, or
 * at a heading of the same or a higher level.
 */
final class FurtherSections {

  private static final int MOST_WORDS = 8;

  /** How such headings begin, digits and symbols aside. */
  private static final Pattern ANNOUNCES =
      Pattern.compile(
          "\\P{L}*+(?:"
              + "related|recommend|more (?:stories|news|articles|posts|from|in|on|like)|read (?:more|next)"
              + "|you (?:may|might)|most (?:read|popular|viewed)|popular|trending|latest|recent"
              + "|top (?:stories|rated)|editor.?s.? picks|up next|don.t miss|comments?\\b"
              + "|(?:leave|post|write) a|join the|share|follow us|newsletter|subscribe|sign up|topics"
              + "|tags|categories|archives?\\b|about the author|around the web|sponsor|advertis"
              + "|das könnte|ähnliche|weiter|verwandte|mehr (?:zu|aus|von)|lesen sie|auch interessant"
              + "|passend|kommentar|schreib|beliebt|meistgeles|neueste|letzte|aktuelle|diesen artikel"
              + "|teilen|themen|schlag|anzeige|zum thema|empfehl|folge|über den autor"
              + "|(?:à )?lire aussi|articles (?:liés|similaires)|sur le même|(?:\\p{L}++ )?relacionad"
              + "|te puede|você pode|veja|leia|deixe|mais lid|coment[aá]rios|lee también|más leíd|últimas"
              + "|leggi anche|potrebbe"
              + "|相[关關]|推[荐薦]|延伸|[为為]您|猜你|热门|热点|大家都|最新|网友|[评評][论論]|跟贴|上一篇|下一篇|更多|分享"
              + ")",
          Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE | Pattern.UNICODE_CHARACTER_CLASS);

  private FurtherSections() {}

  /** Returns the indices of the blocks in such sections. */
  static BitSet of(TextBlocks page) {
    List<TextBlock> blocks = page.blocks();
    addLast(page);
    var further = new BitSet();
    for (int i = 0; i < blocks.size(); i++) {
      if (announces(blocks.get(i))) {
        further.set(i, end(blocks, i));
      }
    }
    return further;
  }

  private static void addLast(TextBlocks page) {
    List<TextBlock> blocks = page.blocks();
    for (int i = 0; i < blocks.size(); i++) {
      blocks.get(i).box.last = i;
    }
    List<Box> boxes = page.boxes();
    for (int i = boxes.size() - 1; i > 0; i--) {
      Box box = boxes.get(i);
      box.up().last = Math.max(box.up().last, box.last);
    }
  }

  private static boolean announces(TextBlock block) {
    int words = block.allWords();
    if (!isHeading(block) || words == 0 || words > MOST_WORDS) {
      return false;
    }
    String text = block.collapsed();
    boolean sentence = text.endsWith("!") || (text.endsWith(".") && !text.endsWith("..."));
    return !sentence && ANNOUNCES.matcher(text).lookingAt();
  }

  private static boolean isHeading(TextBlock block) {
    return block.tag.equals("h1") || BlockFeatures.isHeading(block.tag);
  }

  private static int end(List<TextBlock> blocks, int heading) {
    TextBlock announcing = blocks.get(heading);
    Box section = announcing.box;
    while (section.parent != null && section.last == heading) {
      section = section.parent;
    }
    int end = heading + 1;
    while (end <= section.last
        && !(isHeading(blocks.get(end)) && blocks.get(end).tag.compareTo(announcing.tag) <= 0)) {
      end++;
    }
    return end;
  }
}
