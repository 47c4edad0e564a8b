package io.dowser.crawler.toolkit.scorer;

import static java.util.stream.Collectors.toMap;

import io.dowser.crawler.api.CrawlContext;
import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.api.LinkScorer;
import io.dowser.crawler.api.PluginRegistry;
import io.dowser.crawler.api.SettingException;
import io.dowser.crawler.api.Settings;
import java.util.List;
import java.util.Map;

/** Creates a weighted sum by the settings that {@link WeightedSumScorer.Provider} describes. */
record WeightedSumSettings(
    Settings settings, CrawlContext context, PluginRegistry<LinkScorer> registry) {

  static final String NAME = "weighted-sum";

  private static final double MOST_WEIGHT = 1e6;

  WeightedSumScorer create() {
    List<String> scorers = registry.names().stream().filter(one -> !one.equals(NAME)).toList();
    Map<String, String> given = settings.asMap();
    given.forEach((key, value) -> check(key, value, scorers));
    List<String> parts =
        given.keySet().stream().filter(key -> !key.contains(".")).sorted().toList();
    if (parts.isEmpty()) {
      throw new CrawlException(
          "'" + NAME + "' needs the weight of at least one scorer of " + scorers);
    }
    WeightedSumScorer.Builder sum = WeightedSumScorer.builder();
    for (String part : parts) {
      double weight = settings.number(part, 1, 1 / MOST_WEIGHT, MOST_WEIGHT);
      if (settings.flag(part + ".squash", false)) {
        sum.addLogOdds(part, part(part), weight);
      } else {
        sum.add(part, part(part), weight);
      }
    }
    return sum.build();
  }

  private void check(String key, String value, List<String> scorers) {
    int dot = key.indexOf('.');
    if (dot < 0 && !scorers.contains(key)) {
      throw new SettingException(key, value, "weights of the scorers " + scorers);
    }
    if (dot >= 0 && !settings.asMap().containsKey(key.substring(0, dot))) {
      throw new SettingException(key, value, "settings of scorers that have a weight");
    }
  }

  private LinkScorer part(String name) {
    String prefix = name + ".";
    Settings own =
        Settings.of(
            settings.asMap().entrySet().stream()
                .filter(entry -> entry.getKey().startsWith(prefix))
                .filter(entry -> !entry.getKey().equals(prefix + "squash"))
                .collect(toMap(e -> e.getKey().substring(prefix.length()), Map.Entry::getValue)));
    try {
      LinkScorer scorer = registry.create(name, own, context);
      own.inEffect().forEach((key, value) -> settings.text(prefix + key, value));
      return scorer;
    } catch (SettingException e) {
      var named = new SettingException(prefix + e.key(), e.value(), e.allowed());
      named.initCause(e);
      throw named;
    }
  }
}
