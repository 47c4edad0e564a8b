package io.dowser.crawler.spark;

import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.spark.api.java.function.FlatMapFunction;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.unsafe.types.UTF8String;

/**
 * Chooses a round's URLs from one partition; over the one partition with all that were chosen so,
 * the round's URLs, best first.
 */
final class ChoiceTask implements FlatMapFunction<Iterator<InternalRow>, InternalRow> {

  private static final long serialVersionUID = 1;

  private final OrderKeys keys;
  private final int maxDepth;
  private final int limit;
  private final int perHost;
  private final Set<UTF8String> delayed;

  /**
   * Creates a pass.
   *
   * @param maxDepth links from the nearest seed
   * @param limit how many URLs at most
   * @param perHost how many of one host
   * @param delayed hosts of which nothing is chosen
   */
  ChoiceTask(OrderKeys keys, int maxDepth, int limit, int perHost, Set<UTF8String> delayed) {
    this.keys = keys;
    this.maxDepth = maxDepth;
    this.limit = limit;
    this.perHost = perHost;
    this.delayed = delayed;
  }

  @Override
  public Iterator<InternalRow> call(Iterator<InternalRow> rows) {
    Map<Integer, Choice> queues = new HashMap<>();
    int turnRatio = keys.turnRatio();
    while (rows.hasNext()) {
      InternalRow row = rows.next();
      if (isPending(row)) {
        Choice.Entry entry = keys.entry(row);
        int queue = turnRatio == 0 ? 0 : entry.queue();
        queues.computeIfAbsent(queue, unused -> new Choice(limit, perHost)).offer(entry);
      }
    }
    if (turnRatio == 0) {
      return best(queues, 0).stream().map(Choice.Entry::row).iterator();
    }
    // a part's own turns leave out nothing that the whole would take of its queues
    var turns = new Turns(turnRatio, limit, perHost);
    return turns.merge(best(queues, 0), best(queues, 1), best(queues, 2)).stream()
        .map(Choice.Entry::row)
        .iterator();
  }

  private static List<Choice.Entry> best(Map<Integer, Choice> queues, int queue) {
    Choice choice = queues.get(queue);
    return choice == null ? List.of() : choice.best();
  }

  private boolean isPending(InternalRow row) {
    return row.getBoolean(UrlRow.OPEN)
        && row.getInt(UrlRow.DEPTH) <= maxDepth
        && keys.admits(row)
        && (delayed.isEmpty() || !delayed.contains(row.getUTF8String(UrlRow.HOST)));
  }
}
