package io.dowser.crawler.internal.content;

import com.google.common.base.Ascii;
import com.google.common.base.CharMatcher;
import io.dowser.crawler.internal.content.TextBlock.Box;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The features by which the blocks of one page are classified. They compare a block with the
 * container, which is the box around most sentences of the page: what all of that container has in
 * common, such as a class, decides nothing. Not thread-safe.
 */
final class BlockFeatures {

  /** The names of the features, in the order of {@link #read}. */
  static final List<String> NAMES =
      Stream.of(
              List.of("bias", "words", "linkWords", "linkDensity", "endsSentence", "stops"),
              List.of("colon", "h1", "heading", "p", "li", "td", "pre", "blockquote", "figcaption"),
              List.of("outsideArticle", "outsideMain", "outsideBody"),
              BlockHints.names(),
              List.of("negative", "inForm", "inList", "inTable", "share1", "share2", "share3"),
              List.of("up", "up1", "up2", "up3", "down", "beside", "before", "behind"),
              List.of("density1", "density2", "density3", "siblings", "meanWords", "links"),
              List.of("wordsBefore", "densityBefore", "proseBefore", "wordsBehind"),
              List.of("densityBehind", "proseBehind", "nearProseBefore", "nearProseBehind"),
              List.of(
                  "afterH1",
                  "phrase",
                  "shortPhrase",
                  "inTitle",
                  "onlyLinks",
                  "runOfLinks",
                  "linksInText"),
              List.of("div", "quotedShare", "nearer", "further"))
          .flatMap(List::stream)
          .toList();

  private static final int HINTS = BlockHints.names().size();

  /** Words of texts around an article, in lower case; of Chinese, two characters. */
  private static final Set<String> PHRASES =
      Set.of(
          ("copyright © rights subscribe sign signup login newsletter follow click read related share"
                  + " comment comments leave advertisement advertising sponsored cookie cookies privacy"
                  + " terms powered more recommended trending popular latest posted filed tags tagged"
                  + " facebook twitter instagram whatsapp photo image getty associated contributed reach"
                  + " email mail continue might load next previous register download app teilen"
                  + " kommentar kommentare weitere anmelden lesen interessant interessieren impressum"
                  + " datenschutz drucken zurück foto quelle compartir comentarios leia partager"
                  + " 责任 编辑 责编 来源 作者 版权 声明 转载 相关 推荐 热门 评论 分享 扫码 二维 关注 点击 登录 注册 阅读 上一"
                  + " 下一 微信 微博 举报 点赞 收藏 打印 广告 原标 记者")
              .split(" ", -1));

  private static final char ASCII = 0x80;
  private static final char FIRST_HAN =
      0x2e80; // letters of two cases from here on are in no phrase

  private static final int HASH = (1 << 12) - 1;
  private static final BitSet HASHES = hashes(); // so that most words need no copy

  private static final double[] LOGS = IntStream.range(0, 512).mapToDouble(Math::log1p).toArray();

  private static final int LONGEST_PHRASE = 60;
  private static final int SHORT_PHRASE = 15;

  private static final int FEWEST_WORDS = 60;

  /** Blocks on each side whose sentences count. */
  private static final int NEAR = 4;

  /** A box around the container takes its place if it has as many times its sentences. */
  private static final double CLIMB = 1.2;

  /** Hints that lower the weight of a text; those of titles, bylines and captions do not. */
  private static final int UNLIKELY =
      BlockHints.NEGATIVE
          & ~(1 << BlockHints.names().indexOf("header")
              | 1 << BlockHints.names().indexOf("meta")
              | 1 << BlockHints.names().indexOf("caption"));

  private static final int SHARE = 1 << BlockHints.names().indexOf("share");

  private final List<TextBlock> blocks;
  private final List<Box> boxes;
  private final String title;
  private final int usual; // hints that say nothing on this page
  private final boolean usualForm;
  private final Box container;
  private final BitSet further;
  private double prose;
  private int firstHeading = -1;
  private int first = Integer.MAX_VALUE; // of the container
  private int last = -1;

  BlockFeatures(TextBlocks page, String title) {
    blocks = page.blocks();
    boxes = page.boxes();
    this.title = CharMatcher.whitespace().trimAndCollapseFrom(title, ' ');
    further = FurtherSections.of(page);
    addHints();
    var each = new int[BlockHints.names().size()];
    int all = 0;
    int forms = 0;
    for (int i = 0; i < blocks.size(); i++) {
      TextBlock block = blocks.get(i);
      firstHeading = firstHeading < 0 && block.tag.equals("h1") ? i : firstHeading;
      if (block.isProse()) {
        all += block.words;
        forms += block.box.innerForm ? block.words : 0;
        for (int kind = 0; kind < HINTS; kind++) {
          each[kind] += (block.box.innerHints >> kind & 1) * block.words;
        }
      }
    }
    int most = 0;
    for (int kind = 0; kind < HINTS; kind++) {
      most |= isUsual(each[kind], all) ? 1 << kind : 0;
    }
    usual = most & BlockHints.NEGATIVE;
    usualForm = isUsual(forms, all);
    countProse();
    container = container();
    placeBoxes();
    countNearer();
    for (int i = 0; i < blocks.size(); i++) {
      if (blocks.get(i).box.levelsUp == 0) {
        first = Math.min(first, i);
        last = i;
      }
    }
  }

  private static boolean isUsual(int words, int all) {
    return all - words < FEWEST_WORDS;
  }

  private void addHints() {
    for (Box box : boxes) {
      box.innerHints = box.hints | (box.parent == null ? 0 : box.parent.innerHints);
      box.innerForm = box.form || (box.parent != null && box.parent.innerForm);
    }
  }

  private void countProse() {
    for (TextBlock block : blocks) {
      Box box = block.box;
      boolean negative = (box.innerHints & ~usual & UNLIKELY) != 0 || (box.innerForm && !usualForm);
      double value =
          block.isProse() ? block.words * (negative ? 0.2 : 1) * (1 - block.linkDensity()) : 0;
      prose += value;
      box.prose += value;
      box.words += block.words;
      box.linkWords += block.linkWords;
      box.blocks++;
      box.score += value / 2;
      box.up().score += value;
      box.up().up().score += value / 2;
      box.up().up().up().score += value / 4;
    }
    for (int i = boxes.size() - 1; i > 0; i--) {
      Box box = boxes.get(i);
      Box parent = box.up();
      parent.prose += box.prose;
      parent.words += box.words;
      parent.linkWords += box.linkWords;
      parent.blocks += box.blocks;
    }
  }

  /** Finds the box with most sentences near to it, or one around that has more of them. */
  private Box container() {
    Box best = boxes.get(0);
    for (Box box : boxes) {
      best =
          box.score * (1 - box.linkDensity()) > best.score * (1 - best.linkDensity()) ? box : best;
    }
    for (Box box = best; box != null; box = box.parent) {
      best =
          box.prose * (1 - box.linkDensity()) > CLIMB * best.prose * (1 - best.linkDensity())
              ? box
              : best;
    }
    return best;
  }

  private void placeBoxes() {
    int up = 0;
    for (Box box = container; box != null; box = box.parent) {
      box.levelsUp = up++;
    }
    for (Box box : boxes) {
      boolean around = box.levelsUp >= 0;
      Box parent = box.up();
      box.innerHints = around ? 0 : (box.hints & ~usual) | parent.innerHints;
      box.innerForm = !around && (box.form || parent.innerForm);
      box.levelsDown = around ? 0 : parent.levelsDown + 1;
      box.levelsUp = around ? box.levelsUp : parent.levelsUp;
    }
  }

  /** Counts for each box the sentences that are nearer to the title in the tree of boxes. */
  private void countNearer() {
    TextBlock titled = titled();
    if (titled != null) {
      titled.box.nearer = 0;
      for (Box box = titled.box; box.parent != null; box = box.parent) {
        box.parent.nearer = box.prose;
      }
    }
    for (Box box : boxes) {
      if (box.nearer < 0) {
        box.nearer = box.parent == null ? 0 : box.parent.nearer;
      }
    }
  }

  /** Returns the h1 with the document's title, else a heading with it, an h1, a block with it. */
  private @Nullable TextBlock titled() {
    TextBlock titled = null;
    int least = Integer.MAX_VALUE;
    for (TextBlock block : blocks) {
      block.inTitle = isTitle(block);
      boolean first = block.tag.equals("h1");
      int rank = block.inTitle ? (first ? 0 : isHeading(block.tag) ? 1 : 3) : first ? 2 : least;
      if (rank < least) {
        least = rank;
        titled = block;
      }
    }
    return titled;
  }

  /** Reads the features of one block. */
  void read(int at, double[] x) {
    TextBlock block = blocks.get(at);
    Box box = block.box;
    int k = 0;
    x[k++] = 1;
    x[k++] = log(block.words);
    x[k++] = log(block.linkWords);
    x[k++] = block.linkDensity();
    x[k++] = is(block.endsSentence());
    x[k++] = log(block.stops);
    x[k++] = is(block.last() == ':' || block.last() == '：');
    k = tags(block.tag, x, k);
    x[k++] = is(container.article && !box.article);
    x[k++] = is(container.main && !box.main);
    x[k++] = is(container.body && !box.body);
    for (int kind = 0; kind < HINTS; kind++) {
      x[k++] = box.innerHints >> kind & 1;
    }
    x[k++] = is(isNegative(block));
    x[k++] = is(box.innerForm);
    x[k++] = is(box.list && !container.list);
    x[k++] = is(box.table && !container.table);
    k = place(at, block, x, k);
    k = neighbours(at, x, k);
    x[k++] = firstHeading < 0 ? 0.5 : is(at >= firstHeading);
    boolean phrase = block.allWords() < LONGEST_PHRASE && hasPhrase(block.collapsed());
    x[k++] = is(phrase);
    x[k++] = is(phrase && block.allWords() < SHORT_PHRASE);
    x[k++] = is(block.inTitle);
    x[k++] = is(block.isLinks());
    x[k++] = is(block.isLinks() && (isLinks(at - 1) || isLinks(at + 1)));
    x[k++] = block.isLinks() ? 1 - container.linkDensity() : 0;
    x[k++] = is(box.element.nameIs("div"));
    x[k++] = is((box.innerHints & SHARE) != 0 && isQuoted(box));
    x[k++] = log((int) box.nearer);
    x[k++] = is(further.get(at));
    if (k != x.length) {
      throw new IllegalStateException(k + " features");
    }
  }

  private static int tags(String tag, double[] x, int from) {
    int k = from;
    x[k++] = is(tag.equals("h1"));
    x[k++] = is(isHeading(tag));
    x[k++] = is(tag.equals("p"));
    x[k++] = is(tag.equals("li") || tag.equals("dd") || tag.equals("dt"));
    x[k++] = is(tag.equals("td") || tag.equals("th") || tag.equals("tr"));
    x[k++] = is(tag.equals("pre"));
    x[k++] = is(tag.equals("blockquote"));
    x[k++] = is(tag.equals("figcaption"));
    return k;
  }

  /** Returns whether a tag is one of a heading below {@code h1}. */
  static boolean isHeading(String tag) {
    return tag.length() == 2 && tag.charAt(0) == 'h' && "23456".indexOf(tag.charAt(1)) >= 0;
  }

  private int place(int at, TextBlock block, double[] x, int from) {
    Box box = block.box;
    Box parent = box.up();
    Box second = parent.up();
    Box third = second.up();
    int k = from;
    x[k++] = parent.prose / (prose + 20);
    x[k++] = second.prose / (prose + 20);
    x[k++] = third.prose / (prose + 20);
    x[k++] = Math.min(box.levelsUp, 6);
    x[k++] = is(box.levelsUp == 1);
    x[k++] = is(box.levelsUp == 2);
    x[k++] = is(box.levelsUp >= 3);
    x[k++] = Math.min(box.levelsDown, 8);
    x[k++] = box.levelsUp > 0 ? Math.min(box.levelsDown, 4) : 0;
    x[k++] = is(at < first);
    x[k++] = is(at > last);
    x[k++] = parent.linkDensity();
    x[k++] = second.linkDensity();
    x[k++] = third.linkDensity();
    x[k++] = log(parent.children);
    x[k++] = Math.log1p((double) (parent.words + parent.linkWords) / Math.max(1, parent.blocks));
    x[k++] = log(block.links);
    return k;
  }

  private int neighbours(int at, double[] x, int from) {
    int k = from;
    for (int step = -1; step <= 1; step += 2) {
      int other = at + step;
      boolean exists = other >= 0 && other < blocks.size();
      x[k++] = exists ? log(blocks.get(other).words) : 0;
      x[k++] = exists ? blocks.get(other).linkDensity() : 1;
      x[k++] = is(exists && blocks.get(other).isProse());
    }
    x[k++] = log(nearProse(at - NEAR, at));
    x[k++] = log(nearProse(at + 1, at + 1 + NEAR));
    return k;
  }

  private int nearProse(int from, int to) {
    int near = 0;
    for (int i = Math.max(0, from); i < Math.min(to, blocks.size()); i++) {
      TextBlock block = blocks.get(i);
      near += block.isProse() && !isNegative(block) ? block.words : 0;
    }
    return near;
  }

  private boolean isNegative(TextBlock block) {
    return (block.box.innerHints & UNLIKELY) != 0 || (block.box.innerForm && !usualForm);
  }

  private static boolean isQuoted(Box box) {
    return box.element.nameIs("blockquote") || box.up().element.nameIs("blockquote");
  }

  private boolean isLinks(int at) {
    return at >= 0 && at < blocks.size() && blocks.get(at).isLinks();
  }

  private boolean isTitle(TextBlock block) {
    if (block.text.length() > 2 * title.length() + LONGEST_PHRASE) {
      return false;
    }
    String text = block.collapsed();
    return text.length() > 8
        && (title.startsWith(text) || (2 * text.length() > title.length() && title.contains(text)));
  }

  private static boolean hasPhrase(String text) {
    int from = -1; // of the word here
    for (int i = 0; i <= text.length(); i++) {
      char c = i < text.length() ? text.charAt(i) : ' ';
      if (c == '©' || (isHan(c) && i + 1 < text.length() && isPhrase(text, i, i + 2))) {
        return true;
      }
      boolean letter = isLetter(c);
      if (!letter && from >= 0 && isPhrase(text, from, i)) {
        return true;
      }
      from = letter ? (from < 0 ? i : from) : -1;
    }
    return false;
  }

  private static boolean isPhrase(String text, int from, int to) {
    return to - from > 1
        && to - from <= 13
        && HASHES.get(hash(text, from, to))
        && PHRASES.contains(text.substring(from, to).toLowerCase(Locale.ROOT));
  }

  private static BitSet hashes() {
    var hashes = new BitSet(HASH + 1);
    PHRASES.forEach(phrase -> hashes.set(hash(phrase, 0, phrase.length())));
    return hashes;
  }

  private static int hash(String text, int from, int to) {
    int hash = 0;
    for (int i = from; i < to; i++) {
      hash = 31 * hash + lowerCase(text.charAt(i));
    }
    return hash & HASH;
  }

  // the tables of Character are slow for what nearly all letters are

  private static boolean isHan(char c) {
    return c >= FIRST_HAN && Character.isIdeographic(c);
  }

  private static boolean isLetter(char c) {
    return c < ASCII
        ? Ascii.toLowerCase(c) >= 'a' && Ascii.toLowerCase(c) <= 'z'
        : !isHan(c) && Character.isLetter(c);
  }

  private static char lowerCase(char c) {
    return c < ASCII ? Ascii.toLowerCase(c) : c >= FIRST_HAN ? c : Character.toLowerCase(c);
  }

  private static double log(int count) {
    return count < LOGS.length ? LOGS[count] : Math.log1p(count);
  }

  private static double is(boolean value) {
    return value ? 1 : 0;
  }
}
