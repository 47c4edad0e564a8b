package io.dowser.crawler.meaning;

import io.dowser.crawler.api.CrawlContext;
import io.dowser.crawler.api.PluginRegistry;
import io.dowser.crawler.api.SettingException;
import io.dowser.crawler.api.Settings;

/** Creates the plugin by words that the setting {@code words} names. */
final class WordsPlugin {

  private static final String SETTING = "words";

  private WordsPlugin() {}

  /**
   * Creates a plugin with the settings that start with its name, but not the plugin {@code own}.
   */
  static <P> P create(
      String byDefault,
      String own,
      Settings settings,
      CrawlContext context,
      PluginRegistry<P> registry) {
    String name = settings.text(SETTING, byDefault).strip();
    if (name.equals(own) || !registry.names().contains(name)) {
      throw refused(settings, registry);
    }
    return registry.create(name, settings.under(name + "."), context);
  }

  static SettingException refused(Settings settings, PluginRegistry<?> registry) {
    String allowed = "the name of another plugin, for a scorer one that does not learn: ";
    return new SettingException(
        SETTING, settings.inEffect().getOrDefault(SETTING, ""), allowed + registry.names());
  }
}
