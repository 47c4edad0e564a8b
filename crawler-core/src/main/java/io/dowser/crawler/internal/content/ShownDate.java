package io.dowser.crawler.internal.content;

import static java.time.LocalTime.MIDNIGHT;
import static java.time.temporal.ChronoUnit.MINUTES;
import static java.time.temporal.ChronoUnit.SECONDS;

import com.google.common.base.CharMatcher;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.Node;
import org.jsoup.nodes.TextNode;
import org.jsoup.select.NodeVisitor;
import org.jspecify.annotations.Nullable;

/**
 * The date that a page shows near its title: of the first texts behind the h1, before much prose,
 * else of the last ones before it, else behind words of a publication. Without an h1 outside of the
 * site's header, it is the first date of the page. The address that the page names for itself has
 * the date where no text near the title has. A date behind words of a change or in code is none,
 * nor is one of a sidebar, of links to other pages or of the footer, nor one within a sentence that
 * does not say that it is of the publication.
 *
 * @param time the date
 * @param source {@code text} or {@code address}
 */
record ShownDate(OffsetDateTime time, String source) {

  private static final int NEAR = 40; // texts
  private static final int MOST_SENTENCES = 8; // texts that end one, between the title and a date
  private static final int SHORT = 10; // characters
  private static final int LONGEST = 40; // characters around a date alone
  private static final int MOST_STEPS = 8; // from a date back to the words before it
  private static final int LONGEST_START = 100; // of a text, in which its date is

  private static final int QUARTER = 15 * 60; // of an hour, in seconds

  /**
   * Words before the date of a change. They begin a text or a part of it, or are said of the page,
   * because laws and clocks are changed, too.
   */
  private static final Pattern MODIFIED =
      Pattern.compile(
          "(?iu)(?:(?:^|[^\\p{L}\\p{N} \u300b\u300d\u201d]\\s*|\\b(?:page|article|document|site) (?:was|has been) |本页面?|[页頁]面|本文|文章)"
              + "(?:(?:last )?(?:updated?|modified|edited|changed|revised)\\b(?: on\\b)?"
              + "|(?:更新|修改|修订|修訂)(?:[时時][间間]|日期|[于於]|(?=[:：]))"
              + "|(?:最[后後]|上一次)(?:更新|更改|變更|修改|修[订訂]|编辑|編輯)(?:[时時][间間]|日期|[于於])?"
              + "|最終更新(?:日時?)?"
              + "|(?:zuletzt )?(?:aktualisiert|bearbeitet|geändert)(?!\\p{L})(?: am )?"
              + "|letzte (?:aktualisierung|änderung|bearbeitung)(?!\\p{L})(?: am )?"
              + "|derni[eè]re (?:modification|mise à jour)(?!\\p{L})(?: le )?"
              + "|(?:mise? à jour|modifiée?)(?!\\p{L})(?: le )?"
              + "|(?:última (?:actualización|edición|modificación)|actualizado)(?!\\p{L})(?: el )?"
              + "|(?:ultim[ao] (?:aggiornamento|modifica)|aggiornat[ao])(?!\\p{L})(?: il )?"
              + "|laatst (?:bewerkt|bijgewerkt|gewijzigd)(?!\\p{L})(?: op )?)"
              + "|seite wurde zuletzt am |modification de cette page a été faite le |página se"
              + " editó por última vez el |pagina is voor het laatst bewerkt op )\\s*[:：]?");

  /** Words before the date of a publication. */
  private static final Pattern PUBLISHED =
      Pattern.compile(
          "(?iu)(?:^(?:date|datum)\\b|\\b(?:published|posted|veröffentlicht|erschienen|erstellt|publiée?|publicado|pubblicato)(?!\\p{L})"
              + "|(?:发[布表]|發[布佈表]|公開)(?:[时時][间間]|日期|[于於])?)(?<last>[^\\p{L}\\p{N}]*$)?");

  /** Elements whose texts are of other pages or of the site, or are examples. */
  private static final Set<String> OTHERS = Set.of("nav", "pre", "code", "samp");

  private static final int OTHER_HINTS = BlockHints.of("sidebar", "nav", "footer");

  private static final CharMatcher ENDS = CharMatcher.anyOf(".。!！?？");
  private static final CharMatcher LETTERS = CharMatcher.forPredicate(Character::isLetterOrDigit);

  private static final Pattern IN_ADDRESS =
      Pattern.compile("/((?:19|20)\\d{2})([/-]?)([01]\\d)\\2([0-3]\\d)(?=[/_-])");

  static Optional<ShownDate> of(Document page) {
    var texts = new Texts(page.body());
    int title = texts.title;
    if (title < 0) {
      return texts.first(0, texts.all.size()).or(() -> inAddress(page));
    }
    return texts
        .first(title, title + NEAR)
        .or(() -> texts.last(title - NEAR, title))
        .or(() -> inAddress(page))
        .or(() -> texts.behind(PUBLISHED, texts::isOfPage));
  }

  /** Returns whether an element stands right behind words such as <i>last updated</i>. */
  static boolean isOfChange(Element time) {
    @Nullable Node node = time;
    for (int step = 0; node != null && step < MOST_STEPS; step++) {
      Node before = node.previousSibling();
      String text = before == null ? "" : text(before);
      if (LETTERS.matchesAnyOf(text)) {
        return endsWithChange(text);
      }
      node = before == null ? node.parentNode() : before;
    }
    return false;
  }

  private static String text(Node node) {
    return node instanceof Element element
        ? element.text()
        : node instanceof TextNode text ? spaced(text) : "";
  }

  /** Returns whether a text ends with words of a change, with none of a publication before them. */
  private static boolean endsWithChange(String text) {
    String end = text.substring(Math.max(0, text.length() - LONGEST_START));
    Matcher change = MODIFIED.matcher(end);
    while (change.find()) {
      if (end.length() - change.end() < SHORT) {
        return !LETTERS.matchesAnyOf(end.substring(change.end()))
            && !endsWithPublication(end.substring(0, change.start()));
      }
    }
    return false;
  }

  private static boolean endsWithPublication(String text) {
    Matcher words = PUBLISHED.matcher(text);
    while (words.find()) {
      if (words.group("last") != null) {
        return true;
      }
    }
    return false;
  }

  /** Returns the first date behind words such as <i>last updated</i> or 更新时间. */
  static Optional<ShownDate> modified(Document page) {
    var texts = new Texts(page.body());
    return texts.behind(MODIFIED, text -> true);
  }

  /**
   * Returns the offset in which a time in UTC is the one shown, to the minute, if a zone has it at
   * that time; else UTC, also if one of both is a day without a time.
   */
  ZoneOffset zone(OffsetDateTime utc) {
    Instant minute = utc.toInstant().truncatedTo(MINUTES);
    if (time.toInstant().equals(minute)) {
      return time.getOffset();
    }
    LocalDateTime shown = time.toLocalDateTime();
    long offset = minute.atOffset(ZoneOffset.UTC).toLocalDateTime().until(shown, SECONDS);
    boolean days = Stream.of(utc, time).anyMatch(each -> each.toLocalTime().equals(MIDNIGHT));
    return !days && time.getOffset().equals(ZoneOffset.UTC) && isOfAZone(offset, minute)
        ? ZoneOffset.ofTotalSeconds((int) offset)
        : ZoneOffset.UTC;
  }

  private static boolean isOfAZone(long offset, Instant time) {
    return offset % QUARTER == 0
        && ZoneId.getAvailableZoneIds().stream()
            .anyMatch(id -> ZoneId.of(id).getRules().getOffset(time).getTotalSeconds() == offset);
  }

  /** Reads the address in the link to the canonical page or in Open Graph. */
  private static Optional<ShownDate> inAddress(Document page) {
    for (Element element : page.select("link[rel=canonical], meta[property=og:url]")) {
      Matcher date = IN_ADDRESS.matcher(element.attr("href") + element.attr("content"));
      if (date.find()) {
        return Times.parse(date.group(1) + "-" + date.group(3) + "-" + date.group(4))
            .map(time -> new ShownDate(time, "address"));
      }
    }
    return Optional.empty();
  }

  private static String spaced(TextNode text) {
    return CharMatcher.whitespace().trimAndCollapseFrom(text.getWholeText(), ' ');
  }

  private static final class Texts implements NodeVisitor {

    final List<TextNode> all = new ArrayList<>();
    int title = -1;
    private final BlockHints hints = new BlockHints();
    private Set<Element> aroundTitle;

    Texts(Element body) {
      aroundTitle = Set.of(body);
      body.traverse(this);
    }

    @Override
    public void head(Node node, int depth) {
      if (node instanceof TextNode text && !text.isBlank()) {
        all.add(text);
      } else if (title < 0 && node instanceof Element element && isTitle(element)) {
        title = all.size();
        aroundTitle = Set.copyOf(element.parents());
      }
    }

    private static boolean isTitle(Element element) {
      return element.nameIs("h1")
          && element.parents().stream().noneMatch(ContentElements::isSiteHeader);
    }

    Optional<ShownDate> first(int from, int to) {
      int sentences = 0;
      for (int i = from; i < Math.min(to, all.size()) && sentences <= MOST_SENTENCES; i++) {
        Optional<ShownDate> found = published(i);
        if (found.isPresent()) {
          return found;
        }
        sentences += isSentence(spaced(all.get(i))) ? 1 : 0;
      }
      return Optional.empty();
    }

    private static boolean isSentence(String text) {
      return text.length() >= LONGEST && ENDS.matches(text.charAt(text.length() - 1));
    }

    Optional<ShownDate> last(int from, int to) {
      for (int i = to - 1; i >= Math.max(0, from); i--) {
        Optional<ShownDate> found = published(i);
        if (found.isPresent()) {
          return found;
        }
      }
      return Optional.empty();
    }

    /** Returns the first date of a text that does not stand right behind words of a change. */
    private Optional<ShownDate> published(int index) {
      TextNode text = all.get(index);
      Optional<ShownDate> found = shown(text, text.getWholeText().strip());
      if (found.isEmpty() || !isOfPage(text)) {
        return Optional.empty();
      }
      String spaced = spaced(text);
      String start = spaced.substring(0, Math.min(LONGEST_START, spaced.length()));
      Matcher change = MODIFIED.matcher(start);
      if (!change.find()) {
        boolean prose =
            spaced.length() >= LONGEST || ENDS.matches(spaced.charAt(spaced.length() - 1));
        return prose
            ? found.filter(date -> PUBLISHED.matcher(start).find() || isApart(spaced))
            : found.filter(date -> !endsWithChange(textBefore(index)));
      }
      String before = start.substring(0, change.start());
      Optional<ShownDate> first = shown(text, before);
      String behind = start.substring(change.end());
      if (first.isPresent()
          || endsWithPublication(before)
          || Times.find(behind.substring(0, Math.min(LONGEST, behind.length()))).isEmpty()) {
        return first.or(() -> found);
      }
      Matcher publication = PUBLISHED.matcher(behind);
      return publication.find()
          ? shown(text, behind.substring(publication.end()))
          : Optional.empty();
    }

    private static boolean isApart(String text) {
      return Times.find(text).filter(Times.Found::isApart).isPresent();
    }

    boolean isOfPage(TextNode text) {
      return Stream.iterate(text.parentNode(), Node::parentNode)
          .takeWhile(each -> each instanceof Element && !aroundTitle.contains(each))
          .map(Element.class::cast)
          .noneMatch(this::isOfOthers);
    }

    private boolean isOfOthers(Element element) {
      return OTHERS.contains(element.normalName())
          || (hints.of(element) & OTHER_HINTS) != 0
          || ContentElements.isOfSite(element);
    }

    /** Returns the last text with a letter or digit before another, or "". */
    private String textBefore(int index) {
      for (int i = index - 1; i >= Math.max(0, index - MOST_STEPS); i--) {
        String text = spaced(all.get(i));
        if (LETTERS.matchesAnyOf(text)) {
          return text;
        }
      }
      return "";
    }

    /** Finds the date right behind words in one text, or alone in the next one with letters. */
    Optional<ShownDate> behind(Pattern words, Predicate<TextNode> counts) {
      int behind = 0;
      for (int i = 0; i < all.size(); i++) {
        TextNode node = all.get(i);
        String text = spaced(node);
        behind = behind > i ? behind : nextWithLetters(i);
        int next = behind;
        boolean mayHaveDate =
            hasDigit(text) || (next < all.size() && hasDigit(spaced(all.get(next))));
        Matcher found = words.matcher(text);
        if (mayHaveDate && found.find() && counts.test(node)) {
          String rest = text.substring(found.end()).strip();
          boolean ends = rest.length() < SHORT && next < all.size();
          Optional<ShownDate> date =
              shown(node, rest.substring(0, Math.min(LONGEST, rest.length())))
                  .or(() -> ends ? alone(all.get(next)) : Optional.empty());
          if (date.isPresent()) {
            return date;
          }
        }
      }
      return Optional.empty();
    }

    /** Looks at each character, so that the patterns of words need not be tried at each. */
    private static boolean hasDigit(String text) {
      return text.chars().anyMatch(Character::isDigit);
    }

    private int nextWithLetters(int index) {
      int next = index + 1;
      while (next < all.size() && !LETTERS.matchesAnyOf(all.get(next).getWholeText())) {
        next++;
      }
      return next;
    }

    private static Optional<ShownDate> alone(TextNode text) {
      String spaced = spaced(text);
      return spaced.length() < LONGEST ? shown(text, spaced) : Optional.empty();
    }

    private static Optional<ShownDate> shown(TextNode text, String part) {
      Optional<Times.Found> found = Times.find(part);
      return found.isPresent()
              && text.parentNode() instanceof Element around
              && around.closest(Metadata.COMMENTS) != null
          ? Optional.empty()
          : found.map(each -> new ShownDate(each.time(), "text"));
    }
  }
}
