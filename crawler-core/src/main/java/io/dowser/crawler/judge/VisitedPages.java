package io.dowser.crawler.judge;

import static java.util.Comparator.comparingDouble;

import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.StateWriter;
import io.dowser.crawler.text.TermCounts;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Statistics of the pages of a crawl: the number of pages with each term, and the terms of known
 * pages and of those that match the topic best. Confined to the engine thread.
 */
final class VisitedPages {

  private static final int BEST = 50;
  private static final int FEEDBACK = 30;
  private static final int LEAST_FEEDBACK = 3;
  private static final int SHARE = 10; // at most one page in ten of the crawl is among the best
  private static final double TOPIC_SHARE = 0.75;
  private static final double PRIOR_LEVEL = 0.35;
  private static final double PRIOR_VISITS = 20;
  private static final int LEAST_VISITS = 10; // for the rarity of a term to mean something
  private static final int LEAST_PAGES_OF_TERM = 2;
  private static final double LEAST_LEVEL = 1.25; // times the least score of relevant pages
  private static final double FARTHEST = 2; // a few answers must not lead astray
  private static final double STEP = 1e-6; // above the score of a page that is not relevant
  private static final int MOST_TERMS = 100_000;
  private static final int MOST_TERMS_OF_PAGE = 2_000;

  private final Map<String, Double> topic;
  private final int expansion;
  private final double threshold;
  private Map<String, Integer> containing = new HashMap<>();
  private List<TermCounts> best = new ArrayList<>();
  private List<TermCounts> likest = new ArrayList<>(); // none unless relevant pages are known
  private final KnownPages known = new KnownPages(); // is saved
  private List<Taught> taught = List.of(); // is not: the crawl keeps answers
  private KnownPages lessons = known; // with the taught ones
  private long visits;
  private long tokens;
  private double shares;
  private long occurrences;

  VisitedPages(Map<String, Double> topic, int expansion, double threshold) {
    this.topic = topic;
    this.expansion = expansion;
    this.threshold = threshold;
  }

  long visits() {
    return visits;
  }

  void add(TermCounts page) {
    visits++;
    tokens += page.total();
    occurrences += page.size();
    shares += shares(page);
    page.forEach((term, count) -> containing.merge(term, 1, Integer::sum));
    for (int least = 2; containing.size() > MOST_TERMS; least++) {
      int fewer = least;
      containing.values().removeIf(count -> count < fewer);
    }
    if (topic.keySet().stream().anyMatch(term -> page.count(term) > 0)) {
      best.add(bounded(page));
    } else if (lessons.hasRelevant()) {
      likest.add(bounded(page));
    }
  }

  /** Returns the sum of the shares of a page's terms, as {@link Likeness} weighs them. */
  private static double shares(TermCounts page) {
    double sum = 0;
    for (int i = 0; i < page.size(); i++) {
      sum += Likeness.weight(page.countAt(i));
    }
    return page.size() == 0 ? 0 : sum / Likeness.length(page);
  }

  /** Takes note whether a page, visited or not, is relevant. */
  void know(TermCounts page, boolean relevant) {
    known.add(bounded(page), relevant);
    if (visits > 0) {
      known.keepBounded(containing.keySet());
    }
    teach(taught);
  }

  /** A page about which a person has given an answer. */
  record Taught(TermCounts page, boolean relevant) {}

  List<Taught> taught() {
    return taught;
  }

  /** Replaces the pages about which people have given answers. */
  void teach(List<Taught> pages) {
    taught = pages;
    lessons = pages.isEmpty() ? known : known.copy();
    pages.forEach(each -> lessons.add(bounded(each.page()), each.relevant()));
  }

  private static TermCounts bounded(TermCounts page) {
    if (page.size() <= MOST_TERMS_OF_PAGE) {
      return page;
    }
    Map<String, Integer> first = new LinkedHashMap<>();
    for (int i = 0; i < MOST_TERMS_OF_PAGE; i++) {
      first.put(page.term(i), page.countAt(i));
    }
    return TermCounts.of(first);
  }

  /** Forgets all but the best pages, and measures by these from now on. */
  Measure measure() {
    var plain = measure(new Bm25(topicWeights(), averageLength()), Likeness.NONE, PRIOR_LEVEL);
    List<TermCounts> all = new ArrayList<>(best);
    best = best(best, plain);
    Bm25 words = new Bm25(expandedWeights(plain.words()), averageLength());
    Measure measure = measure(words, likeness(), PRIOR_LEVEL);
    if (lessons.hasRelevant()) {
      all.addAll(likest);
      likest = best(new ArrayList<>(new LinkedHashSet<>(all)), measure);
    }
    double level = level(lessons.hasRelevant() ? likest : best, measure);
    double cut = agreed(threshold * level, measure);
    return cut == threshold * level
        ? measure(words, measure.likeness(), level)
        : new Measure(
            words, measure.likeness(), Math.max(level, LEAST_LEVEL * cut), cut, threshold);
  }

  private Measure measure(Bm25 words, Likeness likeness, double level) {
    return Measure.inProportion(words, likeness, level, threshold);
  }

  private static List<TermCounts> best(List<TermCounts> pages, Measure measure) {
    pages.sort(comparingDouble(page -> -measure.score(page))); // stable: the earlier page first
    return new ArrayList<>(pages.subList(0, Math.min(BEST, pages.size())));
  }

  private Likeness likeness() {
    if (!lessons.hasRelevant() || visits < LEAST_VISITS) {
      return Likeness.NONE;
    }
    double share = shares / occurrences / visits;
    Map<String, Double> usual = new HashMap<>();
    containing.forEach(
        (term, pages) -> {
          if (pages >= LEAST_PAGES_OF_TERM) {
            usual.put(term, pages * share);
          }
        });
    return lessons.likeness(usual, this::rarity);
  }

  private double averageLength() {
    return visits == 0 ? 0 : (double) tokens / visits;
  }

  private Map<String, Double> topicWeights() {
    Map<String, Double> weights = new LinkedHashMap<>();
    topic.forEach((term, weight) -> weights.put(term, weight * rarity(term)));
    return scaled(weights, 1);
  }

  private double rarity(String term) {
    int with = containing.getOrDefault(term, 0);
    return Math.log1p((visits - with + 0.5) / (with + 0.5));
  }

  private static Map<String, Double> scaled(Map<String, Double> weights, double sum) {
    double present = weights.values().stream().mapToDouble(Double::doubleValue).sum();
    weights.replaceAll((term, weight) -> weight * sum / present);
    return weights;
  }

  private Map<String, Double> expandedWeights(Bm25 plain) {
    Map<String, Double> distinctive = distinctive(best.subList(0, most(FEEDBACK, best)));
    if (distinctive.isEmpty()) {
      return plain.weights();
    }
    Map<String, Double> weights = scaled(new LinkedHashMap<>(plain.weights()), TOPIC_SHARE);
    weights.putAll(scaled(distinctive, 1 - TOPIC_SHARE));
    return weights;
  }

  private int most(int pages, List<TermCounts> present) {
    long share = Math.max(LEAST_FEEDBACK, visits / SHARE);
    return (int) Math.min(present.size(), Math.min(pages, share));
  }

  private Map<String, Double> distinctive(List<TermCounts> feedback) {
    Map<String, Integer> within = new TreeMap<>();
    feedback.forEach(page -> page.forEach((term, count) -> within.merge(term, 1, Integer::sum)));
    within.keySet().removeAll(topic.keySet());
    Map<String, Double> offers = new TreeMap<>();
    within.forEach((term, pages) -> offers.put(term, offer(term, pages, feedback.size())));
    Map<String, Double> chosen = new LinkedHashMap<>();
    offers.entrySet().stream()
        .filter(offer -> offer.getValue() > 0)
        .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder())) // stable: by term then
        .limit(expansion)
        .forEach(offer -> chosen.put(offer.getKey(), offer.getValue()));
    return chosen;
  }

  /**
   * Returns the weight of a term that distinguishes some pages from all others, 0 or less if it
   * does not.
   */
  private double offer(String term, int within, int feedback) {
    int with = Math.max(within, containing.getOrDefault(term, 0));
    if (within < 2 || 2L * with > visits) {
      return 0;
    }
    double inFeedback = (within + 0.5) / (feedback - within + 0.5);
    long neither = Math.max(0, visits - feedback - with + within);
    double elsewhere = (with - within + 0.5) / (neither + 0.5);
    return Math.log(inFeedback / elsewhere) * within / feedback;
  }

  private double level(List<TermCounts> good, Measure measure) {
    double[] scores = good.stream().mapToDouble(measure::score).sorted().toArray();
    double median = scores.length == 0 ? 0 : scores[scores.length - 1 - most(BEST, good) / 2];
    return (median * visits + PRIOR_LEVEL * PRIOR_VISITS) / (visits + PRIOR_VISITS);
  }

  /** A person's answer about a page with a score. */
  private record Marked(double score, boolean relevant) {}

  /**
   * Moves the least score of relevant pages to where fewest answers contradict it: of several such
   * places to the middle of the widest gap between pages that are relevant and others.
   */
  private double agreed(double least, Measure measure) {
    List<Marked> answers =
        taught.stream()
            .map(each -> new Marked(measure.score(each.page()), each.relevant()))
            .sorted(comparingDouble(Marked::score))
            .toList();
    double best = least;
    long fewest = contradictions(least, answers);
    if (fewest == 0) {
      return least;
    }
    double widest = 0;
    for (int i = 0; i < answers.size(); i++) {
      Marked below = answers.get(i);
      Marked above = // behind the last answer, as if one of the same score were relevant
          i + 1 < answers.size() ? answers.get(i + 1) : new Marked(below.score, true);
      double cut = (below.score + above.score) / 2 * (1 + STEP);
      double gap = above.score - below.score;
      long wrong = contradictions(cut, answers);
      boolean isBetter = wrong < fewest || (wrong == fewest && gap > widest);
      if (!below.relevant && above.relevant && isBetter) {
        best = cut;
        fewest = wrong;
        widest = gap;
      }
    }
    return Math.max(least / FARTHEST, Math.min(least * FARTHEST, best));
  }

  private static long contradictions(double cut, List<Marked> answers) {
    return answers.stream().filter(each -> each.score >= cut != each.relevant).count();
  }

  void save(StateWriter out) throws IOException {
    out.writeLong(visits);
    out.writeLong(tokens);
    out.writeLong(occurrences);
    out.writeDouble(shares);
    known.save(out);
    write(new TreeMap<>(containing), out);
    writePages(best, out);
    writePages(likest, out);
  }

  private static void writePages(List<TermCounts> pages, StateWriter out) throws IOException {
    out.writeInt(pages.size());
    for (TermCounts page : pages) {
      Map<String, Integer> terms = new LinkedHashMap<>();
      page.forEach(terms::put);
      write(terms, out);
    }
  }

  void restore(StateReader in) throws IOException {
    visits = in.readNumber("visits");
    tokens = in.readNumber("tokens");
    occurrences = in.readNumber("terms of pages");
    shares = in.readDouble(0, Double.MAX_VALUE, "shares of terms");
    known.restore(in);
    teach(taught);
    containing = new HashMap<>(read(in, visits));
    best = readPages(in);
    likest = readPages(in);
    StateReader.require(best.size() <= visits, "more pages kept than visited");
  }

  private static List<TermCounts> readPages(StateReader in) throws IOException {
    List<TermCounts> pages = new ArrayList<>();
    for (int left = in.readCount("best pages"); left > 0; left--) {
      Map<String, Integer> counts = read(in, Integer.MAX_VALUE);
      long sum = counts.values().stream().mapToLong(Integer::longValue).sum();
      StateReader.require(sum <= Integer.MAX_VALUE, "a page has " + sum + " terms");
      pages.add(TermCounts.of(counts));
    }
    return pages;
  }

  private static void write(Map<String, Integer> counts, StateWriter out) throws IOException {
    out.writeInt(counts.size());
    for (Map.Entry<String, Integer> count : counts.entrySet()) {
      out.writeText(count.getKey());
      out.writeInt(count.getValue());
    }
  }

  private static Map<String, Integer> read(StateReader in, long most) throws IOException {
    Map<String, Integer> counts = new LinkedHashMap<>();
    for (int left = in.readCount("terms"); left > 0; left--) {
      counts.put(
          in.readText(), in.readInt(1, (int) Math.min(most, Integer.MAX_VALUE), "count of a term"));
    }
    return counts;
  }
}
