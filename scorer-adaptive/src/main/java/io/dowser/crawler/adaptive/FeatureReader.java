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
  private static final int MOST_FEATURES = 40;
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
    add(Kind.PATH.hashed(hops << 3 | (int) Math.ceil(4 * page.relevance())));
    if (parts.contains(Part.SIBLINGS)) {
      add(Kind.SOURCE.hashed(page.url().hashCode()));
    }
    if (parts.contains(Part.WORDS)) {
      addTerms(Kind.ANCHOR, page.anchorTerms(link), MOST_ANCHOR_TERMS);
      addTerms(Kind.CONTEXT, page.contextTerms(link, CONTEXT_TOKENS), MOST_CONTEXT_TERMS);
      addWords(words);
    }
    if (parts.contains(Part.PLACES)) {
      addPlaces(link.target());
    }
    if (parts.contains(Part.SHAPE)) {
      addShapes(link);
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
      add(kind.hashed(terms.term(i).hashCode()));
    }
  }

  private void addWords(String words) {
    if (!words.isEmpty()) {
      List<String> each = List.of(words.split(" ", -1));
      for (String word : each.subList(Math.max(0, each.size() - MOST_URL_WORDS), each.size())) {
        add(Kind.URL_WORD.hashed(word.hashCode()));
      }
    }
  }

  private void addPlaces(CrawlUrl target) {
    int host = target.host().hashCode();
    add(Kind.HOST.hashed(host));
    String path = target.path();
    int slash = path.indexOf('/', 1);
    for (int i = 0; i < MOST_FOLDERS && slash > 0; i++) {
      add(Kind.FOLDER.hashed(31 * host + path.substring(0, slash).hashCode()));
      slash = path.indexOf('/', slash + 1);
    }
    String template = DIGITS.matcher(path).replaceAll("#");
    add(Kind.TEMPLATE.hashed(31 * host + template.hashCode()));
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

  private void addShapes(Link link) {
    CrawlUrl target = link.target();
    int relevant = page.relevant() ? 1 : 0;
    addShape(0, 2 * logarithm(link.position()) + relevant);
    addShape(1, logarithm(page.links().size()));
    addShape(2, logarithm(link.anchorText().length()));
    addShape(3, link.anchorSource().name().hashCode());
    addShape(4, folder(target.path()).chars().filter(c -> c == '/').count());
    addShape(5, target.path().endsWith("/") ? 1 : 0);
    addShape(6, target.query().isEmpty() ? 0 : 1);
    addShape(7, 2 * direction(target) + relevant);
  }

  private void addShape(int number, long value) {
    add(Kind.SHAPE.hashed((int) (value << 3 | number)));
  }

  private static int logarithm(int number) {
    return Integer.SIZE - Integer.numberOfLeadingZeros(number);
  }

  /**
   * Returns 0 for another host, 1 for the same folder, 2 for one below it, 3 for one above it, and
   * 4 for any other.
   */
  private int direction(CrawlUrl target) {
    String from = folder(page.url().path());
    String to = folder(target.path());
    if (!page.url().host().equals(target.host())) {
      return 0;
    }
    if (from.equals(to)) {
      return 1;
    }
    return to.startsWith(from) ? 2 : from.startsWith(to) ? 3 : 4;
  }

  private static String folder(String path) {
    return path.substring(0, path.lastIndexOf('/') + 1);
  }
}
