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
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What is kept of the pages of a crawl: in how many each term occurs, and the terms of those that
 * match the topic best. Confined to the engine thread.
 */
final class VisitedPages {

  private static final int BEST = 50;
  private static final int FEEDBACK = 30;
  private static final int LEAST_FEEDBACK = 3;
  private static final int SHARE = 10; // at most one page in ten of the crawl is among the best
  private static final double TOPIC_SHARE = 0.75;
  private static final double PRIOR_LEVEL = 0.35;
  private static final double PRIOR_VISITS = 20;
  private static final int MOST_TERMS = 100_000;
  private static final int MOST_TERMS_OF_PAGE = 2_000;

  private final Map<String, Double> topic;
  private final int expansion;
  private Map<String, Integer> containing = new HashMap<>();
  private List<TermCounts> best = new ArrayList<>();
  private long visits;
  private long tokens;

  VisitedPages(Map<String, Double> topic, int expansion) {
    this.topic = topic;
    this.expansion = expansion;
  }

  long visits() {
    return visits;
  }

  void add(TermCounts page) {
    visits++;
    tokens += page.total();
    page.forEach((term, count) -> containing.merge(term, 1, Integer::sum));
    for (int least = 2; containing.size() > MOST_TERMS; least++) {
      int fewer = least;
      containing.values().removeIf(count -> count < fewer);
    }
    if (topic.keySet().stream().anyMatch(term -> page.count(term) > 0)) {
      best.add(bounded(page));
    }
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
  Bm25 measure() {
    Bm25 plain = new Bm25(topicWeights(), averageLength(), PRIOR_LEVEL);
    best.sort(comparingDouble(page -> -plain.score(page))); // stable: the earlier page first
    best = new ArrayList<>(best.subList(0, Math.min(BEST, best.size())));
    Bm25 expanded = new Bm25(expandedWeights(plain), averageLength(), PRIOR_LEVEL);
    return expanded.withLevel(level(expanded));
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
    Map<String, Double> distinctive = distinctive(best.subList(0, most(FEEDBACK)));
    if (distinctive.isEmpty()) {
      return plain.weights();
    }
    Map<String, Double> weights = scaled(new LinkedHashMap<>(plain.weights()), TOPIC_SHARE);
    weights.putAll(scaled(distinctive, 1 - TOPIC_SHARE));
    return weights;
  }

  private int most(int pages) {
    long share = Math.max(LEAST_FEEDBACK, visits / SHARE);
    return (int) Math.min(best.size(), Math.min(pages, share));
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

  /** Returns how much a term sets some pages apart from all others, 0 or less if it does not. */
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

  private double level(Bm25 measure) {
    double[] scores = best.stream().mapToDouble(measure::score).sorted().toArray();
    double median = scores.length == 0 ? 0 : scores[scores.length - 1 - most(BEST) / 2];
    return (median * visits + PRIOR_LEVEL * PRIOR_VISITS) / (visits + PRIOR_VISITS);
  }

  void save(StateWriter out) throws IOException {
    out.writeLong(visits);
    out.writeLong(tokens);
    write(new TreeMap<>(containing), out);
    out.writeInt(best.size());
    for (TermCounts page : best) {
      Map<String, Integer> terms = new LinkedHashMap<>();
      page.forEach(terms::put);
      write(terms, out);
    }
  }

  void restore(StateReader in) throws IOException {
    visits = in.readNumber("visits");
    tokens = in.readNumber("tokens");
    containing = new HashMap<>(read(in, visits));
    best = new ArrayList<>();
    for (int left = in.readCount("best pages"); left > 0; left--) {
      best.add(TermCounts.of(read(in, Integer.MAX_VALUE)));
    }
    StateReader.require(best.size() <= visits, "more pages kept than visited");
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
