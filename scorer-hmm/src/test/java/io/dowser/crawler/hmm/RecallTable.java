package io.dowser.crawler.hmm;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

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

  void write(String file) throws IOException {
    List<String> lines = new ArrayList<>();
    lines.add("| Web | Strategy | 5 % | 10 % | 20 % |");
    lines.add("|---|---|---:|---:|---:|");
    rows.forEach(
        (web, strategies) ->
            strategies.forEach(
                (strategy, recalls) ->
                    lines.add(
                        "| " + web + " | " + strategy + " | " + Recall.mean(recalls) + " |")));
    Path target = Files.createDirectories(Path.of("target")).resolve(file);
    Files.write(target, lines);
  }
}
