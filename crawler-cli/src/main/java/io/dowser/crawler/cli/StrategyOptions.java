package io.dowser.crawler.cli;

import io.dowser.crawler.Crawler;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** By which plugins a crawl chooses links and judges pages. */
final class StrategyOptions {

  @Option(
      names = "--scorer",
      paramLabel = "NAME",
      description =
          "What rates links: best-first (default), adaptive, shark, dictionary, weighted-sum; after"
              + " dowser train also bayes-page, bayes-link and hmm.")
  private @Nullable String scorer;

  @Option(
      names = "--frontier",
      paramLabel = "NAME",
      description =
          "The order of visits: best-first (default), breadth-first, pagerank, shark, wang-landau,"
              + " simulated-annealing.")
  private @Nullable String frontier;

  @Option(
      names = "--judge",
      paramLabel = "NAME",
      description =
          "What decides which pages are relevant: topic-terms (default), expanded-topic,"
              + " bayes-page.")
  private @Nullable String judge;

  @Option(
      names = "--example",
      paramLabel = "FILE",
      description =
          "Saved pages (HTML or text) that are relevant: pages like these are, too. Takes the judge"
              + " expanded-topic.")
  private List<Path> examples = new ArrayList<>();

  @Option(
      names = "--counterexample",
      paramLabel = "FILE",
      description = "Saved pages that are not relevant, although they have words of the topic.")
  private List<Path> counterexamples = new ArrayList<>();

  @Option(
      names = "--set",
      paramLabel = "PLUGIN.KEY=VALUE",
      description =
          "A setting of one of these: --set scorer.model=models/hmm.model --set judge.threshold=0.4")
  private Map<String, String> settings = new LinkedHashMap<>();

  /** Returns names and settings of plugins, see {@link Crawler.Builder#plugins}. */
  Map<String, String> plugins() {
    Map<String, String> plugins = new LinkedHashMap<>(settings);
    name(plugins, "scorer", scorer);
    name(plugins, "frontier", frontier);
    name(plugins, "judge", judge);
    examples(plugins, "examples", examples);
    examples(plugins, "counterexamples", counterexamples);
    return plugins;
  }

  private static void name(Map<String, String> plugins, String kind, @Nullable String name) {
    if (name != null) {
      plugins.put(kind, name);
    }
  }

  private static void examples(Map<String, String> plugins, String key, List<Path> files) {
    if (!files.isEmpty()) {
      plugins.putIfAbsent("judge", "expanded-topic");
      plugins.put(
          "judge." + key, files.stream().map(Path::toString).collect(Collectors.joining(",")));
    }
  }
}
