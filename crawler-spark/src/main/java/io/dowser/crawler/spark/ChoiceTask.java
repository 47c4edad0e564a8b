package io.dowser.crawler.spark;

import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.apache.spark.api.java.function.FlatMapFunction;
import org.apache.spark.sql.catalyst.InternalRow;

/**
 * Chooses a round's URLs from one partition; over the one partition with all that were chosen so,
 * the round's URLs, best first.
 */
final class ChoiceTask implements FlatMapFunction<Iterator<InternalRow>, InternalRow> {

  /** Follow the columns of {@link Columns#URLS}: higher goes first, one key after the other. */
  static final List<String> KEYS = List.of("key", "second", "third");

  private static final long serialVersionUID = 1;
  private static final int KEY = Columns.URLS.size();

  private final int limit;
  private final int perHost;
  private final int turnRatio;

  /**
   * Makes a pass.
   *
   * @param turnRatio URLs of queue 0 for each of queue 1, or 0 if a queue is served only when those
   *     before it are empty
   */
  ChoiceTask(int limit, int perHost, int turnRatio) {
    this.limit = limit;
    this.perHost = perHost;
    this.turnRatio = turnRatio;
  }

  @Override
  public Iterator<InternalRow> call(Iterator<InternalRow> rows) {
    Map<Integer, Choice> queues = new HashMap<>();
    while (rows.hasNext()) {
      Choice.Entry entry = entry(rows.next());
      int queue = turnRatio == 0 ? 0 : entry.queue();
      queues.computeIfAbsent(queue, unused -> new Choice(limit, perHost)).offer(entry);
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

  private static Choice.Entry entry(InternalRow row) {
    return new Choice.Entry(
        row.getUTF8String(UrlRow.HOST),
        row.getInt(UrlRow.QUEUE),
        row.getDouble(KEY),
        row.getDouble(KEY + 1),
        row.getDouble(KEY + 2),
        row.getLong(UrlRow.BORN),
        row);
  }
}
