package io.dowser.crawler.hmm;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** Recalls by web and strategy, as TSV. */
final class RecallTable {

  private final Map<String, Map<String, List<Recall>>> rows = new LinkedHashMap<>();

  void add(String web, String strategy, Recall recall) {
    rows.computeIfAbsent(web, key -> new LinkedHashMap<>())
        .computeIfAbsent(strategy, key -> new ArrayList<>())
        .add(recall);
  }

  /** The mean over all runs whose web begins so. */
  Recall mean(String web, String strategy) {
    return Recall.mean(
        rows.entrySet().stream()
            .filter(entry -> entry.getKey().startsWith(web))
            .flatMap(entry -> entry.getValue().getOrDefault(strategy, List.of()).stream())
            .toList());
  }

  /** Returns the means over the webs whose names end so, and how much less than a reference. */
  List<String> means(String webs, String reference) {
    List<String> lines = new ArrayList<>();
    for (String strategy : webs(webs).get(0).keySet()) {
      lines.add(
          String.join(
              "\t",
              webs.replaceFirst("^, ", ""),
              strategy,
              over(webs, recalls -> of(recalls, strategy).at5()).toString(),
              over(webs, recalls -> of(recalls, strategy).at10()).toString(),
              over(webs, recalls -> of(recalls, strategy).at20()).toString(),
              over(webs, recalls -> of(recalls, reference).at10() - of(recalls, strategy).at10())
                  .toString()));
    }
    return lines;
  }

  /** Returns the precision of two strategies in each window of pages, as lines of TSV. */
  List<String> windows(String webs, String strategy, String other) {
    List<String> lines = new ArrayList<>();
    for (int at = 0; at < Recall.WINDOWS; at++) {
      int window = at;
      double width = 100 * Recall.LAST / Recall.WINDOWS;
      lines.add(
          String.join(
              "\t",
              webs.replaceFirst("^, ", ""),
              String.format(Locale.ROOT, "%.1f to %.1f %%", window * width, (window + 1) * width),
              strategy,
              over(webs, recalls -> of(recalls, strategy).precisions().get(window)).toString(),
              other,
              over(webs, recalls -> of(recalls, other).precisions().get(window)).toString(),
              over(
                      webs,
                      recalls ->
                          of(recalls, strategy).precisions().get(window)
                              - of(recalls, other).precisions().get(window))
                  .toString()));
    }
    return lines;
  }

  private List<Map<String, List<Recall>>> webs(String ending) {
    return rows.entrySet().stream()
        .filter(entry -> entry.getKey().endsWith(ending))
        .map(Map.Entry::getValue)
        .toList();
  }

  private Estimate over(String webs, ToDoubleFunction<Map<String, List<Recall>>> value) {
    return Estimate.of(webs(webs).stream().mapToDouble(value).toArray());
  }

  private static Recall of(Map<String, List<Recall>> recalls, String strategy) {
    return Recall.mean(recalls.getOrDefault(strategy, List.of()));
  }

  /** Writes the means, the recall of each strategy on each web, and the windows. */
  void write(String name, List<String> means, List<String> windows) throws IOException {
    List<String> webs = new ArrayList<>();
    rows.forEach(
        (web, strategies) ->
            strategies.forEach(
                (strategy, recalls) ->
                    webs.add(
                        String.join("\t", web, strategy)
                            + '\t'
                            + Recall.mean(recalls).toString().replace(" | ", "\t"))));
    write(name + "-means.tsv", "webs\tstrategy\t5 %\t10 %\t20 %\tless", means);
    write(name + "-webs.tsv", "web\tstrategy\t5 %\t10 %\t20 %", webs);
    write(
        name + "-windows.tsv",
        "webs\tpages\tstrategy\tprecision\tother\tits precision\tdifference",
        windows);
  }

  private static void write(String file, String header, List<String> rows) throws IOException {
    List<String> lines = new ArrayList<>(List.of(header));
    lines.addAll(rows);
    Files.write(Files.createDirectories(Path.of("target")).resolve(file), lines);
  }
}
