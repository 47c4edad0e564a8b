package io.dowser.crawler.judge;

import static java.util.Comparator.comparingDouble;

import com.google.common.collect.Comparators;
import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.StateWriter;
import io.dowser.crawler.text.TermCounts;
import java.io.IOException;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/**
 * The pages that are known to be relevant or not, as sums of the shares of their terms. Confined to
 * the engine thread.
 */
final class KnownPages {

  private static final double OTHERS_SHARE = 0.5; // Rocchio's gamma; his beta is 1
  private static final double FEW_PAGES = 3; // which count half, so that one cannot lead astray
  private static final int MOST_WEIGHTS = 1_000;
  private static final int MOST_TERMS = 100_000;

  private final Map<String, Double> relevant = new HashMap<>();
  private final Map<String, Double> others = new HashMap<>();
  private int relevantPages;
  private int otherPages;

  void add(TermCounts page, boolean isRelevant) {
    double length = Likeness.length(page);
    Map<String, Double> sums = isRelevant ? relevant : others;
    page.forEach((term, count) -> sums.merge(term, Likeness.weight(count) / length, Double::sum));
    relevantPages += isRelevant ? 1 : 0;
    otherPages += isRelevant ? 0 : 1;
  }

  /** Returns a copy, to which others can be added. */
  KnownPages copy() {
    var copy = new KnownPages();
    copy.relevant.putAll(relevant);
    copy.others.putAll(others);
    copy.relevantPages = relevantPages;
    copy.otherPages = otherPages;
    return copy;
  }

  boolean hasRelevant() {
    return relevantPages > 0;
  }

  /** Forgets terms that no visited page has, if there are too many. */
  void keepBounded(Set<String> visited) {
    if (relevant.size() + others.size() > MOST_TERMS) {
      relevant.keySet().retainAll(visited);
      others.keySet().retainAll(visited);
    }
  }

  /**
   * Returns the terms that relevant pages have more often than the others and the crawl.
   *
   * @param usual the mean share of each term of the crawl in all visited pages
   * @param rarity the rarity of a term
   */
  Likeness likeness(Map<String, Double> usual, ToDoubleFunction<String> rarity) {
    Map<String, Double> weights = new HashMap<>();
    usual.forEach(
        (term, share) -> weights.put(term, rarity.applyAsDouble(term) * excess(term, share)));
    Comparator<Map.Entry<String, Double>> order = comparingDouble(one -> Math.abs(one.getValue()));
    List<Map.Entry<String, Double>> largest =
        weights.entrySet().stream()
            .collect(
                Comparators.greatest(
                    MOST_WEIGHTS, order.thenComparing(Map.Entry.comparingByKey())));
    return Likeness.of(largest, relevantPages / (relevantPages + FEW_PAGES));
  }

  private double excess(String term, double usual) {
    double more = relevant.getOrDefault(term, 0.0) / relevantPages - usual;
    return otherPages == 0
        ? more
        : more - OTHERS_SHARE * (others.getOrDefault(term, 0.0) / otherPages - usual);
  }

  void save(StateWriter out) throws IOException {
    out.writeInt(relevantPages);
    out.writeInt(otherPages);
    Likeness.write(new TreeMap<>(relevant), out);
    Likeness.write(new TreeMap<>(others), out);
  }

  void restore(StateReader in) throws IOException {
    relevantPages = in.readCount("relevant pages");
    otherPages = in.readCount("other pages");
    relevant.clear();
    relevant.putAll(Likeness.read(in, 0, 2.0 * relevantPages));
    others.clear();
    others.putAll(Likeness.read(in, 0, 2.0 * otherPages));
  }
}
