package io.dowser.crawler.hmm;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;

/** Counts what one thing says about another, in nats. */
final class Information {

  private Information() {}

  /**
   * What x says about y to one who knows z, less what it says when it is drawn from the same z at
   * random: few observations make anything look informative.
   */
  static <T> double of(List<T> all, ToIntFunction<T> x, ToIntFunction<T> y, ToIntFunction<T> z) {
    var random = new Random(1);
    double sum = 0;
    for (List<T> alike : all.stream().collect(Collectors.groupingBy(z::applyAsInt)).values()) {
      List<Integer> xs = alike.stream().map(x::applyAsInt).collect(Collectors.toList());
      List<Integer> ys = alike.stream().map(y::applyAsInt).toList();
      sum += mutual(xs, ys);
      Collections.shuffle(xs, random);
      sum -= mutual(xs, ys);
    }
    return sum / all.size();
  }

  /** Mutual information times the number of pairs. */
  private static double mutual(List<Integer> xs, List<Integer> ys) {
    Map<Integer, Integer> ofX = new HashMap<>();
    Map<Integer, Integer> ofY = new HashMap<>();
    Map<List<Integer>, Integer> ofBoth = new HashMap<>();
    List<List<Integer>> pairs = new ArrayList<>();
    for (int i = 0; i < xs.size(); i++) {
      pairs.add(List.of(xs.get(i), ys.get(i)));
      ofX.merge(xs.get(i), 1, Integer::sum);
      ofY.merge(ys.get(i), 1, Integer::sum);
      ofBoth.merge(pairs.get(i), 1, Integer::sum);
    }
    return pairs.stream()
        .mapToDouble(
            pair ->
                Math.log(
                    (double) ofBoth.getOrDefault(pair, 0)
                        * xs.size()
                        / ofX.getOrDefault(pair.get(0), 0)
                        / ofY.getOrDefault(pair.get(1), 0)))
        .sum();
  }
}
