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

/** Recalls by web and strategy, as lines of a Markdown table. */
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

  /** The mean of each strategy over the webs whose names end so, and how others differ from it. */
  List<String> summary(String webs, String reference) {
    List<String> lines = new ArrayList<>();
    lines.add("");
    lines.add("| Mean of " + webs(webs).size() + " webs" + webs + " | 5 % | 10 % | 20 % | less |");
    lines.add("|---|---:|---:|---:|---:|");
    for (String strategy : webs(webs).get(0).keySet()) {
      Estimate less =
          over(webs, recalls -> of(recalls, reference).at10() - of(recalls, strategy).at10());
      lines.add(
          "| "
              + strategy
              + " | "
              + over(webs, recalls -> of(recalls, strategy).at5())
              + " | "
              + over(webs, recalls -> of(recalls, strategy).at10())
              + " | "
              + over(webs, recalls -> of(recalls, strategy).at20())
              + " | "
              + less
              + " |");
    }
    return lines;
  }

  /** The share of targets in each window of pages, and by how much a strategy has more. */
  List<String> windows(String webs, String strategy, String other) {
    List<String> lines = new ArrayList<>();
    lines.add("");
    lines.add("| Pages" + webs + " | " + strategy + " | " + other + " | difference |");
    lines.add("|---|---:|---:|---:|");
    for (int at = 0; at < Recall.WINDOWS; at++) {
      int window = at;
      double width = 100 * Recall.LAST / Recall.WINDOWS;
      lines.add(
          String.format(Locale.ROOT, "| %.1f to %.1f %%", window * width, (window + 1) * width)
              + " | "
              + over(webs, recalls -> of(recalls, strategy).precisions().get(window))
              + " | "
              + over(webs, recalls -> of(recalls, other).precisions().get(window))
              + " | "
              + over(
                  webs,
                  recalls ->
                      of(recalls, strategy).precisions().get(window)
                          - of(recalls, other).precisions().get(window))
              + " |");
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

  /** Writes the recall of each strategy on each web, and other lines below. */
  void write(String file, List<String> below) throws IOException {
    List<String> lines = new ArrayList<>();
    lines.add("| Web | Strategy | 5 % | 10 % | 20 % |");
    lines.add("|---|---|---:|---:|---:|");
    rows.forEach(
        (web, strategies) ->
            strategies.forEach(
                (strategy, recalls) ->
                    lines.add(
                        "| " + web + " | " + strategy + " | " + Recall.mean(recalls) + " |")));
    lines.addAll(below);
    Path target = Files.createDirectories(Path.of("target")).resolve(file);
    Files.write(target, lines);
  }
}
