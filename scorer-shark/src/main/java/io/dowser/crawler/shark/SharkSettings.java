package io.dowser.crawler.shark;

import io.dowser.crawler.api.CrawlContext;
import io.dowser.crawler.api.SettingException;
import io.dowser.crawler.api.Settings;

/** Settings that both providers read, or that need more than one call. */
final class SharkSettings {

  private SharkSettings() {}

  static KeyWords.Builder keyWords(String plugin, CrawlContext context) {
    return KeyWords.builder(context.requireTopic(plugin))
        .textNormalizer(context.textNormalizer())
        .textAnalyzer(context.textAnalyzer());
  }

  static double positiveShare(String key, double byDefault, Settings settings) {
    return settings.number(key, byDefault, Double.MIN_VALUE, 1);
  }

  static SharkThresholds thresholds(Settings settings) {
    SharkThresholds byDefault = SharkThresholds.DEFAULT;
    double upper = settings.number("upperLimit", byDefault.upperLimit(), 0, 1);
    double lower = settings.number("lowerLimit", Math.min(byDefault.lowerLimit(), upper), 0, upper);
    double most = Double.MAX_VALUE;
    double prior = settings.number("minPrior", byDefault.minPrior(), -most, most);
    double normal =
        settings.number("minNormal", Math.min(byDefault.minNormal(), prior), -most, prior);
    return new SharkThresholds(upper, lower, prior, normal);
  }

  /** Reads {@code term=alias} pairs with commas between them. */
  static void addAliases(KeyWords.Builder keyWords, Settings settings) {
    String text = settings.text("aliases", "");
    if (text.isEmpty()) {
      return;
    }
    for (String pair : text.split(",", -1)) {
      int equals = pair.indexOf('=');
      try {
        keyWords.alias(
            pair.substring(0, Math.max(0, equals)).strip(), pair.substring(equals + 1).strip());
      } catch (IllegalArgumentException e) {
        throw new SettingException(
            "aliases", text, "pairs of term=alias with commas between them; " + e.getMessage());
      }
    }
  }
}
