package io.dowser.crawler.lab;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.PluginRegistry;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** The strategies that can be named: one for each plugin that is found, and the user's own. */
final class Strategies {

  /** These score links only with a model that was trained before. */
  private static final Set<String> TRAINED = Set.of("bayes-link", "bayes-page", "hmm");

  private final Map<String, Strategy> known = new LinkedHashMap<>();
  private final Map<String, List<Strategy.Model>> models = new TreeMap<>();
  private final Set<String> defined = new LinkedHashSet<>();
  private final Set<String> frontiers;
  private final Set<String> scorers;

  Strategies(ClassLoader loader) {
    frontiers = new TreeSet<>(PluginRegistry.frontiers(loader).names());
    scorers = new TreeSet<>(PluginRegistry.linkScorers(loader).names());
    known.put(Strategy.RANDOM.name(), Strategy.RANDOM);
    add("shark-original", "best-first", "shark", "scorer.mode", "original");
    add("simulated-annealing", "simulated-annealing", "wang-landau");
    for (String scorer : scorers) {
      if (!scorer.equals("weighted-sum")) { // which needs its parts; --define names them
        add(scorer, frontiers.contains(scorer) ? scorer : "best-first", scorer);
      }
    }
    frontiers.forEach(frontier -> add(frontier, frontier, "best-first"));
    known.put(Strategy.ORACLE.name(), Strategy.ORACLE);
  }

  /** Adds a strategy, unless a plugin of it is not on the class path. */
  private void add(String name, String frontier, String scorer, String... settings) {
    if (frontiers.contains(frontier) && scorers.contains(scorer)) {
      var plugins = new TreeMap<>(Map.of("frontier", frontier, "scorer", scorer));
      for (int i = 0; i < settings.length; i += 2) {
        plugins.put(settings[i], settings[i + 1]);
      }
      known.putIfAbsent(name, Strategy.of(name, plugins));
    }
  }

  /** Defines a strategy by {@code NAME:frontier=f;scorer=s;scorer.x=1}. */
  void define(String text) {
    int colon = text.indexOf(':');
    if (colon < 1) {
      throw new LabException(
          "--define must be NAME:frontier=...;scorer=...;scorer.x=..., but was '" + text + "'");
    }
    var plugins = new TreeMap<String, String>();
    for (String part : text.substring(colon + 1).split(";", -1)) {
      int equals = part.indexOf('=');
      if (equals < 1) {
        throw new LabException("--define: '" + part + "' must be KEY=VALUE, in '" + text + "'");
      }
      plugins.put(part.substring(0, equals).strip(), part.substring(equals + 1).strip());
    }
    String name = text.substring(0, colon).strip();
    known.put(name, Strategy.of(name, plugins));
    defined.add(name);
  }

  /** Returns the models that settings name, by strategy. */
  Map<String, Path> modelsOfSettings() {
    var files = new TreeMap<String, Path>();
    known.values().forEach(one -> one.modelOfSettings().ifPresent(f -> files.put(one.name(), f)));
    return files;
  }

  /** Adds a trained model to a strategy, and the list of the URLs that it was trained on. */
  void train(String name, Path model, Path trainedOn) {
    known.put(name, find(name).withModels(List.of(new Strategy.Model(model, trainedOn))));
  }

  /** Reads the pages of a training web. */
  interface PagesOfWeb {
    List<AnalyzedPage> pages(TrainingWeb web) throws IOException, InterruptedException;
  }

  /**
   * Trains a model for each scorer that needs one among those named, and for each question, on the
   * question's web; none if there are no webs. Returns the outcome of the training in words.
   */
  List<String> train(
      String names,
      List<Question> questions,
      List<TrainingWeb> webs,
      PagesOfWeb reader,
      Path directory)
      throws IOException, InterruptedException {
    List<Training.Kind> kinds = kinds(names);
    var lessons = new ArrayList<String>();
    List<AnalyzedPage> pages = List.of();
    for (int i = 0; i < webs.size() && !kinds.isEmpty(); i++) {
      Question question = questions.get(i);
      TrainingWeb web = webs.get(i);
      pages = i > 0 && web.hasPagesOf(webs.get(i - 1)) ? pages : reader.pages(web);
      Path target = directory.resolve((i + 1) + "-" + question.plainName());
      TrainingWeb.Trained trained = web.train(question, pages, kinds, target);
      lessons.add(
          question.name()
              + ": trained on "
              + trained.pages()
              + " pages, "
              + trained.relevant()
              + " of them relevant");
      trained.problems().forEach((kind, why) -> lessons.add("No model for " + kind + ": " + why));
      trained
          .models()
          .forEach(
              (kind, model) ->
                  models.computeIfAbsent(kind.toString(), any -> new ArrayList<>()).add(model));
    }
    models.values().removeIf(own -> own.size() < questions.size());
    known.replaceAll((name, strategy) -> trained(strategy));
    return lessons;
  }

  private List<Training.Kind> kinds(String names) {
    Collection<Strategy> wanted =
        names.equals("all")
            ? known.values()
            : Arrays.stream(names.split(",", -1)).map(name -> find(name.strip())).toList();
    return Arrays.stream(Training.Kind.values())
        .filter(
            kind -> wanted.stream().anyMatch(strategy -> strategy.scorer().equals(kind.toString())))
        .toList();
  }

  private Strategy trained(Strategy strategy) {
    List<Strategy.Model> own = models.get(strategy.scorer());
    return own == null || strategy.hasModel() ? strategy : strategy.withModels(own);
  }

  /**
   * Returns all strategies that can run, or those named; {@code frontier+scorer} combines two
   * plugins.
   */
  List<Strategy> choose(String names) {
    if (names.equals("all")) {
      return known.values().stream().filter(Strategies::isReady).toList();
    }
    var chosen = new ArrayList<Strategy>();
    for (String name : names.split(",", -1)) {
      Strategy strategy = find(name.strip());
      if (!isReady(strategy)) {
        throw new LabException(
            "'"
                + strategy.name()
                + "' needs a trained model: --train ARCHIVE --train-seeds URL, or --model "
                + strategy.name()
                + "=FILE --trained-on "
                + strategy.name()
                + "=URLS");
      }
      if (chosen.stream().anyMatch(other -> other.name().equals(strategy.name()))) {
        throw new LabException("--strategies names '" + strategy.name() + "' twice");
      }
      chosen.add(strategy);
    }
    var dropped = new LinkedHashSet<>(defined);
    chosen.forEach(strategy -> dropped.remove(strategy.name()));
    if (!dropped.isEmpty()) {
      throw new LabException("--strategies must name what --define defines: " + dropped);
    }
    return List.copyOf(chosen);
  }

  /** Returns the strategies that cannot run because they have no model. */
  List<String> withoutModel() {
    return known.values().stream()
        .filter(strategy -> !isReady(strategy))
        .map(Strategy::name)
        .toList();
  }

  private static boolean isReady(Strategy strategy) {
    return strategy.hasModel() || !TRAINED.contains(strategy.scorer());
  }

  private Strategy find(String name) {
    return Optional.ofNullable(known.get(name))
        .or(() -> combined(name))
        .orElseThrow(
            () ->
                new LabException(
                    "no strategy named '"
                        + name
                        + "'; there are "
                        + known.keySet()
                        + ", and FRONTIER+SCORER of "
                        + frontiers
                        + " and "
                        + scorers
                        + "; is the plugin's jar on the class path?"));
  }

  private Optional<Strategy> combined(String name) {
    int plus = name.indexOf('+');
    if (plus > 0) {
      String frontier = name.substring(0, plus);
      String scorer = name.substring(plus + 1);
      if (frontiers.contains(frontier) && scorers.contains(scorer)) {
        Map<String, String> plugins = Map.of("frontier", frontier, "scorer", scorer);
        return Optional.of(trained(Strategy.of(name, plugins)));
      }
    }
    return Optional.empty();
  }
}
