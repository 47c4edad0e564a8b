package io.dowser.examples.lab;

import java.nio.file.Path;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A way to crawl.
 *
 * @param name what it is called in the report
 * @param order where the order of visits comes from
 * @param plugins frontier and scorer by name, with their settings
 * @param trainedOn the list of the URLs that its model was trained on, if it has one
 */
record Strategy(String name, Order order, Map<String, String> plugins, Optional<Path> trainedOn) {

  /** Where the order of visits comes from. */
  enum Order {
    /** From plugins. */
    PLUGINS,
    /** From somebody who knows which pages are relevant: the upper end of the scale. */
    ORACLE,
    /** From chance: the lower end of the scale. */
    RANDOM
  }

  static final Strategy ORACLE = new Strategy("oracle", Order.ORACLE, Map.of(), Optional.empty());
  static final Strategy RANDOM = new Strategy("random", Order.RANDOM, Map.of(), Optional.empty());

  Strategy {
    plugins = Collections.unmodifiableMap(new TreeMap<>(plugins));
  }

  static Strategy of(String name, Map<String, String> plugins) {
    return new Strategy(name, Order.PLUGINS, plugins, Optional.empty());
  }

  Strategy withModel(String model, Path trainedOnList) {
    var settings = new TreeMap<>(plugins);
    settings.put("scorer.model", model);
    return new Strategy(name, order, settings, Optional.of(trainedOnList));
  }

  boolean isReference() {
    return order != Order.PLUGINS;
  }

  /** In one line, as {@code --define} takes it. */
  String settings() {
    return switch (order) {
      case ORACLE -> "knows every page; relevant ones first, else the nearest way to one";
      case RANDOM -> "any waiting link, each as likely";
      case PLUGINS -> {
        var text = new StringBuilder();
        plugins.forEach(
            (key, value) ->
                text.append(text.isEmpty() ? "" : ";").append(key).append('=').append(value));
        yield text.toString();
      }
    };
  }
}
