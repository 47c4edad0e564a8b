package io.dowser.crawler.meaning;

import io.dowser.crawler.api.CrawlContext;
import io.dowser.crawler.api.PluginRegistry;
import io.dowser.crawler.api.SettingException;
import io.dowser.crawler.api.Settings;

/** Creates the plugin by words that the setting {@code words} names. */
final class WordsPlugin {

  private static final String SETTING = "words";
  private static final String ALLOWED =
      "the name of another plugin, for a scorer one that does not learn";

  private WordsPlugin() {}

  /**
   * Creates a plugin with the settings that start with its name, but not the plugin {@code own}.
   *
   * @param summary what the plugin is for
   */
  static <P> P create(
      String byDefault,
      String own,
      String summary,
      Settings settings,
      CrawlContext context,
      PluginRegistry<P> registry) {
    String name = settings.text(SETTING, byDefault, ALLOWED, summary).strip();
    if (name.equals(own) || !registry.names().contains(name)) {
      throw refused(settings, registry);
    }
    return registry.create(name, settings.under(name + "."), context);
  }

  static SettingException refused(Settings settings, PluginRegistry<?> registry) {
    return new SettingException(
        SETTING, settings.inEffect().getOrDefault(SETTING, ""), ALLOWED + ": " + registry.names());
  }
}
