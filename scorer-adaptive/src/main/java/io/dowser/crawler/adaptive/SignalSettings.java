package io.dowser.crawler.adaptive;

import static java.util.stream.Collectors.toMap;

import io.dowser.crawler.api.CrawlContext;
import io.dowser.crawler.api.LinkScorer;
import io.dowser.crawler.api.PluginRegistry;
import io.dowser.crawler.api.SettingException;
import io.dowser.crawler.api.Settings;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Creates the scorers that the setting {@code signals} names. Not thread-safe. */
final class SignalSettings {

  private static final String KEY = "signals";

  private final Settings settings;
  private final CrawlContext context;
  private final PluginRegistry<LinkScorer> registry;

  SignalSettings(Settings settings, CrawlContext context, PluginRegistry<LinkScorer> registry) {
    this.settings = settings;
    this.context = context;
    this.registry = registry;
  }

  /** Returns the scorers by name, in the order in which they are named. */
  Map<String, LinkScorer> create() {
    String value = settings.text(KEY, "best-first");
    Map<String, LinkScorer> scorers = new LinkedHashMap<>();
    for (String name :
        value.isBlank() ? List.<String>of() : List.of(value.strip().split(",", -1))) {
      if (!registry.names().contains(name.strip())) {
        throw refused(value);
      }
      LinkScorer scorer = create(name.strip());
      if (!StackedScorers.takes(scorer) || scorers.put(name.strip(), scorer) != null) {
        throw refused(value);
      }
    }
    return scorers;
  }

  private SettingException refused(String value) {
    String allowed =
        "nothing, or names with commas between them, none twice, of scorers that do not learn: ";
    return new SettingException(KEY, value, allowed + registry.names());
  }

  private LinkScorer create(String name) {
    String prefix = name + ".";
    Settings own =
        Settings.of(
            settings.asMap().entrySet().stream()
                .filter(entry -> entry.getKey().startsWith(prefix))
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
