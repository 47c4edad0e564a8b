package io.dowser.crawler.internal.content;

import com.google.common.base.CharMatcher;
import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.PageAttributes;
import io.dowser.crawler.api.Topic;
import io.dowser.crawler.api.Visit;
import io.dowser.crawler.report.CrawlMetrics.Excerpt;
import io.dowser.crawler.report.CrawlMetrics.Excerpt.Mark;
import io.dowser.crawler.text.TextNormalizer;
import io.dowser.crawler.text.TopicMatcher;
import io.dowser.crawler.text.TopicMatches;
import java.text.BreakIterator;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Chooses what lists of results show of pages. Immutable and thread-safe. */
public final class Excerpts {

  /** The distance below the threshold from which on pages are shown to people who teach a judge. */
  public static final double DOUBT = 0.2;

  /** The first pages can all be used to teach a judge, even one that finds none relevant. */
  private static final int FIRST = 1_000;

  private static final int LONGEST_TITLE = 500;
  private static final int LONGEST_PASSAGE = 320;
  private static final int LONGEST_TEXT = 20_000;
  private static final int LONGEST_MARKDOWN = 100_000;
  private static final int SHORT_SENTENCE = 40;
  private static final int BEFORE_MATCH = 80;
  private static final double ANY_TERM = 100;
  private static final double PER_TERM = 10; // a further term is worth more than further mentions
  private static final double SHORTNESS = 15; // of a heading or an entry of a list
  private static final String CUT = "\u2026";

  private final @Nullable TopicMatcher matcher;
  private final double threshold;
  private final boolean dated;

  /**
   * Creates the excerpts of a crawl.
   *
   * @param topic whose terms are marked, if the crawl has one
   * @param threshold the relevance from which on a page is relevant
   * @param dated whether they have dates and titles without the name of the site, which cost as
   *     much as the analysis of a page
   */
  public Excerpts(
      Optional<Topic> topic, TextNormalizer normalizer, double threshold, boolean dated) {
    this.matcher = topic.map(each -> TopicMatcher.of(each.terms(), normalizer)).orElse(null);
    this.threshold = threshold;
    this.dated = dated;
  }

  /** Returns whether people may want to see a page: a relevant one, or one just below. */
  public boolean isKept(AnalyzedPage page) {
    return page.irrelevance().isEmpty() && page.relevance() >= threshold - DOUBT;
  }

  /** Returns whether people may want to see a page or to teach the judge by it. */
  public boolean isKept(Visit visit) {
    boolean early = visit.number() <= FIRST && visit.page().irrelevance().isEmpty();
    return early || isKept(visit.page());
  }

  /** Returns whether the excerpt of a page needs its attributes. */
  public boolean needsAttributes(AnalyzedPage page) {
    return dated && isKept(page);
  }

  /** Returns the excerpt of a page. */
  public Excerpt excerpt(AnalyzedPage page) {
    if (!dated) {
      return excerpt(page, page.title(), Optional.empty());
    }
    PageAttributes attributes = page.attributes();
    String title = attributes.title().isEmpty() ? page.title() : attributes.title();
    return excerpt(page, title, attributes.published().map(OffsetDateTime::toLocalDate));
  }

  /** Returns the start of the main text, with an empty line between blocks. */
  public static String text(AnalyzedPage page) {
    return shortened(String.join("\n\n", blocks(page)), LONGEST_TEXT);
  }

  /** Returns the start of the main text in Markdown; empty if its analyzer knows none. */
  public static String markdown(AnalyzedPage page) {
    return shortened(page.attributes().markdown(), LONGEST_MARKDOWN);
  }

  private static List<String> blocks(AnalyzedPage page) {
    List<String> blocks = page.mainBlocks();
    return blocks.isEmpty() ? List.of(page.text()) : blocks;
  }

  private Excerpt excerpt(AnalyzedPage page, String title, Optional<LocalDate> published) {
    Passage best = new Passage("", List.of(), Double.NEGATIVE_INFINITY);
    Map<String, Integer> counts = new LinkedHashMap<>();
    for (String block : blocks(page)) {
      @Nullable TopicMatches matches = matcher == null ? null : matcher.match(block);
      best = best(best, block, matches);
      count(matches, counts);
    }
    return new Excerpt(
        shortened(CharMatcher.whitespace().trimAndCollapseFrom(title, ' '), LONGEST_TITLE),
        best.text,
        best.marks,
        mostFirst(counts),
        published);
  }

  private record Passage(String text, List<Mark> marks, double worth) {}

  private static Passage best(Passage best, String block, @Nullable TopicMatches matches) {
    BreakIterator sentences = BreakIterator.getSentenceInstance(Locale.ROOT);
    sentences.setText(block);
    Passage found = best;
    int start = sentences.first();
    for (int end = sentences.next(); end != BreakIterator.DONE; end = sentences.next()) {
      double worth = worth(start, end, matches);
      if (worth > found.worth) {
        found = passage(block, start, end, matches, worth);
      }
      start = end;
    }
    return found;
  }

  private static double worth(int start, int end, @Nullable TopicMatches matches) {
    double worth = end - start < SHORT_SENTENCE ? -SHORTNESS : 0;
    if (matches == null) {
      return worth;
    }
    var terms = new BitSet();
    int mentions = 0;
    for (int i = matches.firstFrom(start); i < matches.size() && matches.end(i) <= end; i++) {
      terms.set(matches.term(i));
      mentions++;
    }
    double found = mentions == 0 ? 0 : ANY_TERM + PER_TERM * terms.cardinality() + mentions;
    return worth + found;
  }

  /** Cuts a sentence out of its block, a long one around its first term. */
  private static Passage passage(
      String block, int start, int end, @Nullable TopicMatches matches, double worth) {
    int first = matches == null ? start : firstMatch(matches, start, end);
    int from = end - start <= LONGEST_PASSAGE ? start : Math.max(start, first - BEFORE_MATCH);
    int to = Math.min(end, from + LONGEST_PASSAGE - 2 * CUT.length());
    while (from < to && Character.isWhitespace(block.charAt(from))) {
      from++;
    }
    while (to > from && Character.isWhitespace(block.charAt(to - 1))) {
      to--;
    }
    if (from > start && Character.isLowSurrogate(block.charAt(from))) {
      from++;
    }
    if (to < end && to > from && Character.isHighSurrogate(block.charAt(to - 1))) {
      to--;
    }
    boolean cutsStart = from > start && !block.substring(start, from).isBlank();
    String before = cutsStart ? CUT : "";
    String after = block.substring(to, end).isBlank() ? "" : CUT;
    List<Mark> marks = new ArrayList<>();
    if (matches != null) {
      int shift = before.length() - from;
      for (int i = matches.firstFrom(from); i < matches.size() && matches.end(i) <= to; i++) {
        marks.add(new Mark(matches.start(i) + shift, matches.end(i) + shift));
      }
    }
    return new Passage(before + block.substring(from, to) + after, marks, worth);
  }

  private static int firstMatch(TopicMatches matches, int start, int end) {
    int first = matches.firstFrom(start);
    return first < matches.size() && matches.start(first) < end ? matches.start(first) : start;
  }

  private void count(@Nullable TopicMatches matches, Map<String, Integer> counts) {
    if (matcher != null && matches != null) {
      for (int i = 0; i < matches.size(); i++) {
        counts.merge(matcher.terms().get(matches.term(i)), 1, Integer::sum);
      }
    }
  }

  private static Map<String, Integer> mostFirst(Map<String, Integer> counts) {
    Map<String, Integer> sorted = new LinkedHashMap<>();
    counts.entrySet().stream()
        .sorted(Map.Entry.<String, Integer>comparingByValue(Comparator.reverseOrder()))
        .forEach(each -> sorted.put(each.getKey(), each.getValue()));
    return sorted;
  }

  private static String shortened(String text, int longest) {
    if (text.length() <= longest) {
      return text;
    }
    boolean splits = Character.isHighSurrogate(text.charAt(longest - 2));
    return text.substring(0, splits ? longest - 2 : longest - 1) + CUT;
  }
}
