package io.dowser.crawler.toolkit.scorer;

import static java.util.stream.Collectors.toMap;

import io.dowser.crawler.api.CrawlContext;
import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.api.LinkScorer;
import io.dowser.crawler.api.LinkScorerProvider;
import io.dowser.crawler.api.PluginRegistry;
import io.dowser.crawler.api.SettingException;
import io.dowser.crawler.api.Settings;
import java.util.List;
import java.util.Map;

/**
 * Creates a {@link WeightedSumScorer} under the name {@code weighted-sum}.
 *
 * <p>A setting without a dot is the name of a scorer, and its value the weight, {@code 0.000001} to
 * {@code 1000000}. A setting {@code NAME.KEY} is the setting {@code KEY} of that scorer. {@code
 * NAME.squash=true} maps log-odds to 0 to 1. For example {@code shark=0.6}, {@code bayes-link=0.4},
 * {@code bayes-link.model=models/links.model}, {@code bayes-link.squash=true}.
 */
public final class WeightedSumProvider implements LinkScorerProvider {

  private static final String NAME = "weighted-sum";
  private static final double MOST_WEIGHT = 1e6;

  /** For the service loader. */
  public WeightedSumProvider() {}

  @Override
  public String name() {
    return NAME;
  }

  /** Creates a sum of scorers that this thread's class loader finds. */
  @Override
  public LinkScorer create(Settings settings, CrawlContext context) {
    ClassLoader loader = Thread.currentThread().getContextClassLoader();
    return create(settings, context, PluginRegistry.linkScorers(loader));
  }

  @Override
  public LinkScorer create(
      Settings settings, CrawlContext context, PluginRegistry<LinkScorer> registry) {
    List<String> scorers = registry.names().stream().filter(one -> !one.equals(NAME)).toList();
    Map<String, String> given = settings.asMap();
    given.forEach((key, value) -> check(key, value, given, scorers));
    WeightedSumScorer.Builder sum = WeightedSumScorer.builder();
    List<String> parts =
        given.keySet().stream().filter(key -> !key.contains(".")).sorted().toList();
    if (parts.isEmpty()) {
      throw new CrawlException(
          "'" + NAME + "' needs the weight of at least one scorer of " + scorers);
    }
    for (String part : parts) {
      double weight = settings.number(part, 1, 1 / MOST_WEIGHT, MOST_WEIGHT);
      if (settings.flag(part + ".squash", false)) {
        sum.addLogOdds(part, part(part, settings, context, registry), weight);
      } else {
        sum.add(part, part(part, settings, context, registry), weight);
      }
    }
    return sum.build();
  }

  private static void check(
      String key, String value, Map<String, String> given, List<String> scorers) {
    int dot = key.indexOf('.');
    if (dot < 0 && !scorers.contains(key)) {
      throw new SettingException(key, value, "weights of the scorers " + scorers);
    }
    if (dot >= 0 && !given.containsKey(key.substring(0, dot))) {
      throw new SettingException(key, value, "settings of scorers that have a weight");
    }
  }

  private static LinkScorer part(
      String name, Settings settings, CrawlContext context, PluginRegistry<LinkScorer> registry) {
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
