package io.dowser.crawler.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options for the plugins that choose links and judge pages. */
final class StrategyOptions {

  @Option(
      names = "--scorer",
      paramLabel = "NAME",
      description =
          "The scorer of links: best-first (default), adaptive, meaning, shark, wang-landau,"
              + " dictionary, weighted-sum; after dowser train also bayes-page, bayes-link and hmm.")
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
          "The judge of relevance: topic-terms (default), expanded-topic, meaning, bayes-page.")
  private @Nullable String judge;

  @Option(
      names = "--example",
      paramLabel = "FILE",
      description =
          "Saved pages (HTML or text) that are relevant: pages like these are relevant, too. Sets"
              + " the judge expanded-topic.")
  private List<Path> examples = new ArrayList<>();

  @Option(
      names = "--counterexample",
      paramLabel = "FILE",
      description = "Saved pages that are not relevant, although they have words of the topic.")
  private List<Path> counterexamples = new ArrayList<>();

  void addTo(NamedSettings settings) {
    settings.put("scorer", scorer, "--scorer");
    settings.put("frontier", frontier, "--frontier");
    settings.put("judge", judge, "--judge");
    examples(settings, "judge.examples", examples, "--example");
    examples(settings, "judge.counterexamples", counterexamples, "--counterexample");
  }

  private static void examples(
      NamedSettings settings, String name, List<Path> files, String option) {
    if (!files.isEmpty()) {
      settings.putIfAbsent("judge", "expanded-topic");
      settings.put(
          name, files.stream().map(Path::toString).collect(Collectors.joining(",")), option);
    }
  }
}
