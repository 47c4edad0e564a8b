package io.dowser.crawler.adaptive;

import io.dowser.crawler.adaptive.AdaptiveScorer.Part;
import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.Link;
import io.dowser.crawler.text.TermCounts;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the features of the links of one page. Not thread-safe. */
final class FeatureReader {

  private static final int CONTEXT_TOKENS = 4;
  private static final int MOST_ANCHOR_TERMS = 6;
  private static final int MOST_CONTEXT_TERMS = 8;
  private static final int MOST_URL_WORDS = 4;
  private static final int MOST_FOLDERS = 2;
  private static final int MOST_FEATURES = 32;
  private static final Pattern LETTERS = Pattern.compile("\\p{L}{2,}");
  private static final Pattern DIGITS = Pattern.compile("\\d+");

  private final AnalyzedPage page;
  private final TopicCloseness closeness;
  private final Set<Part> parts;
  private final int hops;
  private final int[] features = new int[MOST_FEATURES];
  private int size;

  FeatureReader(AnalyzedPage page, TopicCloseness closeness, Set<Part> parts, int hops) {
    this.page = page;
    this.closeness = closeness;
    this.parts = parts;
    this.hops = hops;
  }

  int[] read(Link link) {
    size = 0;
    String words = urlWords(link.target());
    add(topic(link, words));
    add(Kind.PATH.feature(hops << 3 | (int) Math.ceil(4 * page.relevance())));
    if (parts.contains(Part.SIBLINGS)) {
      add(Kind.SOURCE.feature(mix(page.url().hashCode())));
    }
    if (parts.contains(Part.WORDS)) {
      addTerms(Kind.ANCHOR, page.anchorTerms(link), MOST_ANCHOR_TERMS);
      addTerms(Kind.CONTEXT, page.contextTerms(link, CONTEXT_TOKENS), MOST_CONTEXT_TERMS);
      addWords(words);
    }
    if (parts.contains(Part.PLACES)) {
      addPlaces(link);
    }
    return Arrays.copyOf(features, size);
  }

  private int topic(Link link, String words) {
    if (!parts.contains(Part.TOPIC)) {
      return TopicFeature.of(0, 0, 0, page.relevance());
    }
    return TopicFeature.of(
        closeness.ofAnchor(link), closeness.ofContext(link), closeness.of(words), page.relevance());
  }

  private void add(int feature) {
    features[size++] = feature;
  }

  private void addTerms(Kind kind, TermCounts terms, int most) {
    for (int i = 0; i < Math.min(most, terms.size()); i++) {
      add(kind.feature(mix(terms.term(i).hashCode())));
    }
  }

  private void addWords(String words) {
    if (!words.isEmpty()) {
      List<String> each = List.of(words.split(" ", -1));
      for (String word : each.subList(Math.max(0, each.size() - MOST_URL_WORDS), each.size())) {
        add(Kind.URL_WORD.feature(mix(word.hashCode())));
      }
    }
  }

  private void addPlaces(Link link) {
    CrawlUrl target = link.target();
    int hash = mix(target.host().hashCode());
    add(Kind.HOST.feature(hash));
    String path = target.path();
    int slash = path.indexOf('/', 1);
    for (int i = 0; i < MOST_FOLDERS && slash > 0; i++) {
      add(Kind.FOLDER.feature(mix(31 * hash + path.substring(0, slash).hashCode())));
      slash = path.indexOf('/', slash + 1);
    }
    String template = DIGITS.matcher(path).replaceAll("#");
    add(Kind.TEMPLATE.feature(mix(31 * hash + template.hashCode())));
  }

  /** Returns the runs of letters of path and query in lower case, separated by blanks. */
  private static String urlWords(CrawlUrl url) {
    var words = new StringBuilder();
    Matcher letters = LETTERS.matcher(url.path() + " " + url.query());
    while (letters.find()) {
      words.append(words.isEmpty() ? "" : " ").append(letters.group().toLowerCase(Locale.ROOT));
    }
    return words.toString();
  }

  private static int mix(int hash) {
    int mixed = (hash ^ hash >>> 16) * 0x7FEB352D;
    mixed = (mixed ^ mixed >>> 15) * 0x846CA68B;
    return mixed ^ mixed >>> 16;
  }
}
