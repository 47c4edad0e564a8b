package io.dowser.crawler.adaptive;

import io.dowser.crawler.api.CrawlContext;
import io.dowser.crawler.api.LinkScorer;
import io.dowser.crawler.api.PluginKind;
import io.dowser.crawler.api.PluginRegistry;
import io.dowser.crawler.api.SettingException;
import io.dowser.crawler.api.Settings;
import io.dowser.crawler.api.internal.PublishedPlugins;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Creates the scorers that the setting {@code signals} names. Not thread-safe. */
final class SignalSettings {

  private static final String KEY = "signals";
  private static final String WORDS = "best-first";
  private static final String MEANING = "meaning-of-anchor";

  private static final String ALLOWED =
      "nothing, or names with commas between them, none twice, of scorers that do not learn";

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
    String value =
        settings.text(
            KEY,
            byDefault(),
            ALLOWED,
            "scorers whose scores are signals; meaning-of-anchor is a default only with the artifact scorer-meaning and a topic");
    Map<String, LinkScorer> scorers = new LinkedHashMap<>();
    for (String name :
        value.isBlank() ? List.<String>of() : List.of(value.strip().split(",", -1))) {
      if (!registry.names().contains(name.strip())) {
        throw refused(value, unknown(name.strip()));
      }
      LinkScorer scorer =
          registry.create(name.strip(), settings.under(name.strip() + "."), context);
      if (!StackedScorers.takes(scorer) || scorers.put(name.strip(), scorer) != null) {
        throw refused(value, "");
      }
    }
    return scorers;
  }

  /** Meaning needs its artifact and a topic. */
  private String byDefault() {
    boolean meaning = registry.names().contains(MEANING) && context.topic().isPresent();
    return meaning ? WORDS + "," + MEANING : WORDS;
  }

  private static String unknown(String name) {
    return PublishedPlugins.artifact(PluginKind.LINK_SCORER.toString(), name)
        .map(artifact -> "; '" + name + "' needs the artifact io.dowser:" + artifact)
        .orElse("; there is no link scorer named '" + name + "'");
  }

  private SettingException refused(String value, String reason) {
    List<String> allowed = registry.names().stream().filter(this::mayBeSignal).toList();
    return new SettingException(KEY, value, ALLOWED + ": " + allowed + reason);
  }

  /** Returns false if the scorer of a name has state. One that needs settings may have none. */
  private boolean mayBeSignal(String name) {
    if (name.equals("adaptive")) {
      return false;
    }
    try {
      return StackedScorers.takes(registry.create(name, Settings.none(), context));
    } catch (RuntimeException e) {
      return true;
    }
  }
}
