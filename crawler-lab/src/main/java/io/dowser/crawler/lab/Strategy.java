package io.dowser.crawler.lab;

import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * A way to crawl.
 *
 * @param name its name in the report
 * @param order the source of the order of visits
 * @param plugins frontier and scorer by name, with their settings
 * @param models its trained models: none, one for all questions, or one for each
 */
record Strategy(String name, Order order, Map<String, String> plugins, List<Model> models) {

  private static final String MODEL_SETTING = "scorer.model";

  /** The source of the order of visits. */
  enum Order {
    /** From plugins. */
    PLUGINS,
    /** From an oracle that knows which pages are relevant: the upper end of the scale. */
    ORACLE,
    /** From chance: the lower end of the scale. */
    RANDOM
  }

  /**
   * A trained model.
   *
   * @param file its file
   * @param trainedOn the list of the URLs that it was trained on
   */
  record Model(Path file, Path trainedOn) {}

  static final Strategy ORACLE = new Strategy("oracle", Order.ORACLE, Map.of(), List.of());
  static final Strategy RANDOM = new Strategy("random", Order.RANDOM, Map.of(), List.of());

  Strategy {
    plugins = Collections.unmodifiableMap(new TreeMap<>(plugins));
    models = List.copyOf(models);
  }

  static Strategy of(String name, Map<String, String> plugins) {
    return new Strategy(name, Order.PLUGINS, plugins, List.of());
  }

  Strategy withModels(List<Model> newModels) {
    return new Strategy(name, order, plugins, newModels);
  }

  boolean isReference() {
    return order != Order.PLUGINS;
  }

  String scorer() {
    return plugins.getOrDefault("scorer", "");
  }

  boolean hasModel() {
    return !models.isEmpty();
  }

  /** Returns the model that its own settings name. */
  Optional<Path> modelOfSettings() {
    return Optional.ofNullable(plugins.get(MODEL_SETTING)).map(Path::of);
  }

  /** Returns the model for a question, from 0. */
  List<Model> model(int question) {
    return models.size() < 2 ? models : List.of(models.get(question));
  }

  /** Returns frontier and scorer with all settings for a question, from 0. */
  Map<String, String> plugins(int question) {
    var all = new TreeMap<>(plugins);
    model(question).forEach(model -> all.put(MODEL_SETTING, model.file().toString()));
    return all;
  }

  /** Returns the strategy in one line, as {@code --define} accepts it. */
  String settings() {
    return switch (order) {
      case ORACLE -> "knows every page; relevant ones first, else the nearest way to one";
      case RANDOM -> "any pending link, each as likely";
      case PLUGINS -> {
        var all = new TreeMap<>(plugins);
        if (!models.isEmpty()) {
          all.put(MODEL_SETTING, modelFiles());
        }
        yield all.entrySet().stream()
            .map(setting -> setting.getKey() + "=" + setting.getValue())
            .collect(Collectors.joining(";"));
      }
    };
  }

  private String modelFiles() {
    return models.stream()
        .map(model -> model.file().toString())
        .collect(Collectors.joining(" or "));
  }
}
