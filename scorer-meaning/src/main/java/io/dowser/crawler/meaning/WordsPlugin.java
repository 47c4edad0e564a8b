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
   *
   * @param allowed the plugins that may be named
   * @param summary the purpose of the plugin
   */
  static <P> P create(
      String byDefault,
      String own,
      String allowed,
      String summary,
      Settings settings,
      CrawlContext context,
      PluginRegistry<P> registry) {
    String name = settings.text(SETTING, byDefault, allowed, summary).strip();
    if (name.equals(own) || !registry.names().contains(name)) {
      throw refused(settings, allowed, registry);
    }
    return registry.create(name, settings.under(name + "."), context);
  }

  static SettingException refused(Settings settings, String allowed, PluginRegistry<?> registry) {
    return new SettingException(
        SETTING, settings.inEffect().getOrDefault(SETTING, ""), allowed + ": " + registry.names());
  }
}
