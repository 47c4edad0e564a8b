package io.dowser.crawler.spark;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.unsafe.types.UTF8String;

/** Serves two queues by turns, and what was rejected by both when they are empty. */
final class Turns {

  private final int turnRatio;
  private final int limit;
  private final int perHost;
  private final Map<UTF8String, Integer> taken = new HashMap<>();
  private final List<Choice.Entry> served = new ArrayList<>();

  /**
   * Begins.
   *
   * @param turnRatio turns of the first queue for each of the second
   */
  Turns(int turnRatio, int limit, int perHost) {
    this.turnRatio = turnRatio;
    this.limit = limit;
    this.perHost = perHost;
  }

  List<Choice.Entry> merge(
      List<Choice.Entry> first, List<Choice.Entry> second, List<Choice.Entry> rejected) {
    Deque<Choice.Entry> prior = new ArrayDeque<>(first);
    Deque<Choice.Entry> normal = new ArrayDeque<>(second);
    int turns = 0;
    while (served.size() < limit && !(prior.isEmpty() && normal.isEmpty())) {
      boolean normalsTurn = prior.isEmpty() || (turns == turnRatio && !normal.isEmpty());
      if (serve(normalsTurn ? normal : prior)) {
        turns = normalsTurn ? 0 : Math.min(turns + 1, turnRatio);
      }
    }
    Deque<Choice.Entry> last = new ArrayDeque<>(rejected);
    while (served.size() < limit && !last.isEmpty()) {
      serve(last);
    }
    return served;
  }

  private boolean serve(Deque<Choice.Entry> queue) {
    Choice.Entry next = queue.remove();
    boolean fits = taken.merge(next.host(), 1, Integer::sum) <= perHost;
    if (fits) {
      served.add(next);
    }
    return fits;
  }
}
