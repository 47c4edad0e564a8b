package io.dowser.crawler.spark;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * A committed round: the snapshot of each table. All snapshots take effect at once, because this
 * record is one change of one table's properties.
 *
 * @param round the round, 0 for the seeds
 * @param snapshots the snapshot of each table, by the table's name
 * @param counts metrics so far, by name
 * @param settings the settings that must not change from run to run, by name
 */
record CommittedRound(
    int round,
    Map<String, Long> snapshots,
    Map<String, Long> counts,
    Map<String, String> settings) {

  private static final String ROUND = "dowser.round";
  private static final String SNAPSHOT = "dowser.snapshot.";
  private static final String COUNT = "dowser.count.";
  private static final String SETTING = "dowser.setting.";

  /** Reads the latest round out of a table's properties. */
  static Optional<CommittedRound> of(Map<String, String> properties) {
    String round = properties.get(ROUND);
    return round == null
        ? Optional.empty()
        : Optional.of(
            new CommittedRound(
                Integer.parseInt(round),
                part(properties, SNAPSHOT, Long::valueOf),
                part(properties, COUNT, Long::valueOf),
                part(properties, SETTING, Function.identity())));
  }

  private static <T> Map<String, T> part(
      Map<String, String> properties, String prefix, Function<String, T> value) {
    Map<String, T> part = new TreeMap<>();
    properties.forEach(
        (key, text) -> {
          if (key.startsWith(prefix)) {
            part.put(key.substring(prefix.length()), value.apply(text));
          }
        });
    return part;
  }

  Map<String, String> toProperties() {
    Map<String, String> properties = new HashMap<>();
    properties.put(ROUND, Integer.toString(round));
    snapshots.forEach((table, id) -> properties.put(SNAPSHOT + table, id.toString()));
    counts.forEach((name, value) -> properties.put(COUNT + name, value.toString()));
    settings.forEach((name, value) -> properties.put(SETTING + name, value));
    return properties;
  }
}
