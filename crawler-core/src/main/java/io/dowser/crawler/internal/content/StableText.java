package io.dowser.crawler.internal.content;

import com.google.common.base.CharMatcher;
import io.dowser.crawler.api.AnalyzedPage;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The text by which two fetches of a page are compared: its title and main text without volatile
 * parts, in English, Chinese and the formats of ISO 8601. These are:
 *
 * <ul>
 *   <li>dates and times of day, and relative times such as {@code 3 minutes ago}; a year alone
 *       stays
 *   <li>the time that it took to create the page
 *   <li>counters, which are numbers next to words such as {@code views}; all other numbers stay, as
 *       prices and versions do
 *   <li>long hexadecimal numbers, and long random mixtures of letters and digits
 * </ul>
 *
 * <p>No repetition in its expressions is unbounded, so the time is linear in the length of a text.
 */
public final class StableText {

  // the expressions search the kinds of TextTokens
  private static final String ANY = "[12594n]";
  private static final String NUMBER = ANY + "(?:[.,]" + ANY + "){0,4}";

  private static final String ZONE =
      "(?: ?\\(?Z\\)?(?: 4)?)?(?:(?: ?\\+|-)(?:[12](?::[25])?|[n4]))?";

  private static final String PART_OF_DAY = "(?:[上下中]午|[晚早]上|凌晨|傍晚) ?";

  private static final String WEEKDAY = "(?:星期|[周週]|[礼禮]拜)[一二三四五六日天]";

  private static final String TIME =
      ("(?:(?:" + WEEKDAY + " ?)?(?:")
          + ("(?:" + PART_OF_DAY + ")?")
          + ("(?:[12]:[25](?::[25](?:[.,]" + ANY + ")?)?(?: ?(?:P|[Qw]\\.U\\.))?" + ZONE)
          + ("|[12] ?[时時点點] ?" + ANY + " ?分(?: ?" + ANY + " ?秒)?)")
          + ("|" + PART_OF_DAY + "[12] ?[时時点點]")
          + "|[12] ?P))";

  private static final String DATE =
      "(?:W[.,]{0,2} )?"
          + "(?:4[-/][12][-/][12]|4\\.2\\.2|[12][-/.][12][-/.]4|[12]/[12]/[259]"
          + "|nTnZ?|[12][-/][12](?= [12]:)"
          + "|[12]o?[. /-]{0,2}(?:F )?M[.,/-]{0,2}(?: ?4)?|M\\.? [12]o?(?:,? 4)?|M[.,]? 4"
          + "|(?:4 ?年 ?)?[12] ?月 ?[12] ?[日号號]|4 ?年 ?[12] ?月)"
          + ("(?: ?\\(?" + WEEKDAY + "\\)?)?");

  private static final String RELATIVE =
      ("(?:B ){0,2}(?:(?:Q (?:F )?){1,2}|" + NUMBER + " ?)?[US]")
          + ("(?:,? (?:& )?" + NUMBER + " ?[US])? A|R(?: I W)?|J N|[刚剛][刚剛才]|不久前")
          + ("|[前昨今明][天日](?: ?是? ?" + WEEKDAY + ")?")
          + ("|[约約近]?(?:(?:" + NUMBER + "|[几幾半数數一两兩]) ?[个個]?")
          + "(?:秒[钟鐘]?|分[钟鐘]?|小[时時]|[天日周週月年]|星期)){1,2}[以之]?前";

  private static final String WHEN =
      "(?:O )?(?:" + DATE + "|(?:W,? (?:O )?)?" + TIME + "|" + RELATIVE + ")";

  /** Separators between two parts of a time. */
  private static final String JOINT = "[ ,:()&OT-]{0,5}";

  private static final String DURATION =
      ("G(?:" + JOINT + WHEN + "){0,2}(?: ?[I:]){0,3} ?" + NUMBER + " ?S(?:\\(S\\))?(?! A)")
          + ("|Y ?:? ?" + NUMBER + " ?[US](?:,? (?:& )?" + NUMBER + " ?[US]){0,3}")
          + "|(?:[耗用][时時]|[执執]行|生成|[处處]理|加[载載])(?:[时時][间間])?[为為了于於在]?[ :]{0,2}"
          + (NUMBER + " ?(?:毫?秒|S)(?! ?[以之]?前)");

  /** A number of one unit or more; the parts of a version number are none. */
  private static final String COUNT =
      "(?<![.,])"
          + ("(?:" + NUMBER + "(?: ?[万萬]|[KU])")
          + ("|" + ANY + "(?:," + ANY + "){0,3}(?![.,]?" + ANY + "))");

  private static final String READ =
      "(?:[浏瀏][览覽]|[阅閱][读讀]|[访訪][问問客]|[点點][击擊]|查看|[评評][论論]|回[复覆]|在[线線]" + "|人[气氣]|看[过過]|[点點]?[赞讚])";

  private static final String COUNTER =
      ("(?:" + COUNT + "|E) ?[Cc]|" + COUNT + " ?(?:H )?L(?! ?[A-Za-z])|V " + COUNT + " X")
          + ("|(?:C(?: R)? ?[:(]?|c ?[:(]|c ?#|c D) ?" + COUNT + "\\)?")
          + ("|L ?[:(] ?" + COUNT + "\\)?(?:[ ,(&]{1,3}" + COUNT + " H\\)?){0,3}")
          + ("|(?<![^\n])" + COUNT + "\n[CcL](?![^\n])|[CcL]:?\n" + COUNT + "(?![^\n])")
          + ("|" + COUNT + " ?[次人个個條条位] ?(?:" + READ + "|查[询詢])")
          + ("|" + COUNT + " ?" + READ + "(?!\\p{IsHan})")
          + ("|" + READ + "(?:[次人]?[数數]|[量了过過人])?")
          + ("(?: ?[:(]? ?" + COUNT + "(?: ?[次人条條])?\\)?|:?\n" + COUNT + "(?![^\n]))");

  private static final Pattern CHANGING =
      Pattern.compile(WHEN + "|" + DURATION + "|" + COUNTER + "|" + TextTokens.RANDOM);

  /** All first tokens of these: one look at a token is faster than a try of all alternatives. */
  private static final CharMatcher BEGIN =
      CharMatcher.anyOf(
              "12594nxWMOBQUSRJGYCcELV上下中晚早凌傍星周週礼禮刚剛前昨今明不约約近几幾半数數一两兩" + "耗用执執生处處加浏瀏阅閱访訪点點查评評回在人看赞讚")
          .precomputed();

  private static final Pattern BETWEEN = Pattern.compile(JOINT);

  /** One of these characters is in all that changes in Chinese without a digit. */
  private static final String CHINESE_WITHOUT_NUMBER = "前昨今明刚剛";

  /** Parts of what changes without a number in it, in any case of their first letters. */
  private static final List<String> WITHOUT_NUMBER =
      List.of("ago", "oday", "omorrow", "esterday", "ust now", "o comment", "o repl", "o view");

  private static final int NEAR = 2;

  private StableText() {}

  /** Returns the text of a page by which it is compared. */
  public static String of(AnalyzedPage page) {
    String main = mainText(page);
    return of(page.title() + "\n" + (main.isEmpty() ? page.text() : main));
  }

  private static String mainText(AnalyzedPage page) {
    return String.join("\n", page.mainBlocks());
  }

  /** Returns a text without what changes by itself. */
  static String of(String text) {
    if (!mayChange(text)) {
      return text.strip();
    }
    String[] lines = text.split("\n", -1);
    var stable = new StringBuilder(text.length());
    for (int i = 0; i < lines.length; ) {
      int end = i;
      while (end < lines.length && isNearChange(lines, end)) {
        end++;
      }
      stable.append(
          end == i ? lines[i] : without(String.join("\n", List.of(lines).subList(i, end))));
      stable.append('\n');
      i = Math.max(end, i + 1);
    }
    return stable.toString().strip();
  }

  /** Returns whether a line, or one near it, may have what changes: a counter can be in three. */
  private static boolean isNearChange(String[] lines, int line) {
    int last = Math.min(lines.length, line + NEAR + 1);
    return Arrays.stream(lines, Math.max(0, line - NEAR), last).anyMatch(StableText::mayChange);
  }

  /** Returns whether a look at the kinds of its tokens is worth it: for most lines it is not. */
  private static boolean mayChange(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (Character.isDigit(c) || CHINESE_WITHOUT_NUMBER.indexOf(c) >= 0) {
        return true;
      }
    }
    return WITHOUT_NUMBER.stream().anyMatch(text::contains);
  }

  private static String without(String text) {
    var tokens = new TextTokens(text);
    var stable = new StringBuilder(text.length());
    CharSequence kinds = tokens.kinds();
    Matcher changing = CHANGING.matcher(kinds).useTransparentBounds(true);
    Matcher joint = BETWEEN.matcher(kinds);
    int kept = 0; // the token from which on the text is not written yet
    for (int at = BEGIN.indexIn(kinds); at >= 0; at = BEGIN.indexIn(kinds, at)) {
      if (changing.region(at, kinds.length()).lookingAt()) {
        if (kept == 0 || !joint.region(kept, at).matches()) {
          stable.append(text, tokens.start(kept), tokens.start(at)).append(' ');
        }
        kept = changing.end();
        at = kept;
      } else {
        at++;
      }
    }
    return stable.append(text, tokens.start(kept), text.length()).toString().strip();
  }
}
