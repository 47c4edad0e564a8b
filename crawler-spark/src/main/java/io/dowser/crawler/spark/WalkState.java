package io.dowser.crawler.spark;

import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.joining;

import java.io.Serializable;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/**
 * What all walkers of a Wang-Landau walk share between rounds: ln g and the visits H of each band,
 * ln f, and the proposals so far. A band that was never met has no visits and {@code ln g = 0}; the
 * walker that meets it first counts one visit.
 *
 * @param lnF what a visit adds to ln g; halved when the visits of all bands seen are even
 * @param steps proposals so far
 * @param nextTest proposals after which flatness is tested next
 * @param lnG for each band
 * @param visits for each band, since the last stage began
 * @param seen for each band, 1 if it was ever met, else 0
 */
record WalkState(
    double lnF, long steps, long nextTest, List<Double> lnG, List<Long> visits, List<Long> seen)
    implements Serializable {

  static final String BOOKED = "walk.booked.";
  static final String SEEN = "walk.seen.";
  static final String STEPS = "walk.steps";

  private static final double LN_2 = Math.log(2);
  private static final String COMMA = ",";

  static WalkState start(VisitOrder.WangLandau rule) {
    int bands = rule.bands();
    return new WalkState(1, 0, rule.interval(), fill(bands, 0.0), fill(bands, 0L), fill(bands, 0L));
  }

  private static <T> List<T> fill(int size, T value) {
    return Stream.generate(() -> value).limit(size).toList();
  }

  static String name(String kind, int band) {
    return kind + String.format(Locale.ROOT, "%05d", band);
  }

  /** Adds up what the walkers of a round have booked, and ends the stage if the visits are even. */
  WalkState after(TaskReport report, VisitOrder.WangLandau rule) {
    Double[] g = lnG.toArray(Double[]::new);
    Long[] h = visits.toArray(Long[]::new);
    Long[] met = seen.toArray(Long[]::new);
    for (int band = 0; band < g.length; band++) {
      long booked = report.metric(name(BOOKED, band));
      long first = met[band] == 0 && report.metric(name(SEEN, band)) > 0 ? 1 : 0;
      g[band] += booked * lnF;
      h[band] += booked + first;
      met[band] += first;
    }
    long all = steps + report.metric(STEPS);
    boolean test = all >= nextTest;
    long next = test ? (all / rule.interval() + 1) * rule.interval() : nextTest;
    boolean ends = test && isFlat(h, met);
    if (ends) {
      Arrays.fill(h, 0L);
    }
    return new WalkState(ends ? lnF / 2 : lnF, all, next, List.of(g), List.of(h), List.of(met));
  }

  /** As the paper counts: the least visited of the bands seen has ln 2 / ln f visits or more. */
  private boolean isFlat(Long[] h, Long[] met) {
    for (int band = 0; band < h.length; band++) {
      if (met[band] > 0 && h[band] < LN_2 / lnF) {
        return false;
      }
    }
    return true;
  }

  void save(Map<String, String> words) {
    words.put("walk.lnF", Double.toString(lnF));
    words.put(STEPS, Long.toString(steps));
    words.put("walk.nextTest", Long.toString(nextTest));
    words.put("walk.lnG", join(lnG));
    words.put("walk.visits", join(visits));
    words.put("walk.seen", join(seen));
  }

  private static String join(List<?> values) {
    return values.stream().map(String::valueOf).collect(joining(COMMA));
  }

  static WalkState restore(Map<String, String> words, VisitOrder.WangLandau rule) {
    if (!words.containsKey("walk.lnG")) {
      return start(rule);
    }
    return new WalkState(
        Double.parseDouble(word(words, "lnF")),
        Long.parseLong(word(words, "steps")),
        Long.parseLong(word(words, "nextTest")),
        split(word(words, "lnG")).map(Double::valueOf).toList(),
        split(word(words, "visits")).map(Long::valueOf).toList(),
        split(word(words, "seen")).map(Long::valueOf).toList());
  }

  private static String word(Map<String, String> words, String name) {
    return requireNonNull(words.get("walk." + name), name);
  }

  private static Stream<String> split(String values) {
    return Arrays.stream(values.split(COMMA, -1));
  }
}
