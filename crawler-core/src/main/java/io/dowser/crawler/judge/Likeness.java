package io.dowser.crawler.judge;

import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.StateWriter;
import io.dowser.crawler.text.TermCounts;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The cosine of pages with a profile of known pages (Rocchio 1971), times the trust in these. A
 * term of a page weighs 1 + ln of its count. Immutable and thread-safe.
 *
 * @param weights of the terms, of the length of the trust or none, in the order of adding up
 */
record Likeness(Map<String, Double> weights) {

  static final Likeness NONE = new Likeness(Map.of());

  static Likeness of(List<Map.Entry<String, Double>> terms, double trust) {
    double squares = terms.stream().mapToDouble(term -> term.getValue() * term.getValue()).sum();
    if (squares == 0) {
      return NONE;
    }
    Map<String, Double> weights = new LinkedHashMap<>();
    double scale = trust / Math.sqrt(squares);
    terms.forEach(term -> weights.put(term.getKey(), term.getValue() * scale));
    return new Likeness(weights);
  }

  static double weight(int count) {
    return count == 0 ? 0 : 1 + Math.log(count);
  }

  /** Returns the Euclidean length of a page's weights. */
  static double length(TermCounts page) {
    double squares = 0;
    for (int i = 0; i < page.size(); i++) {
      double weight = weight(page.countAt(i));
      squares += weight * weight;
    }
    return Math.sqrt(squares);
  }

  /** Returns -1 to 1; 0 for an empty page or profile. */
  double score(TermCounts page) {
    if (weights.isEmpty() || page.size() == 0) {
      return 0;
    }
    double sum = 0;
    for (Map.Entry<String, Double> term : weights.entrySet()) {
      sum += term.getValue() * weight(page.count(term.getKey()));
    }
    return sum / length(page);
  }

  static void write(Map<String, Double> weights, StateWriter out) throws IOException {
    out.writeInt(weights.size());
    for (Map.Entry<String, Double> weight : weights.entrySet()) {
      out.writeText(weight.getKey());
      out.writeDouble(weight.getValue());
    }
  }

  static Map<String, Double> read(StateReader in, double least, double most) throws IOException {
    Map<String, Double> weights = new LinkedHashMap<>();
    for (int left = in.readCount("weights"); left > 0; left--) {
      weights.put(in.readText(), in.readDouble(least, most, "weight of a term"));
    }
    return weights;
  }
}
