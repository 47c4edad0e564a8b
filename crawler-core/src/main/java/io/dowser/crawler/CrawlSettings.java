package io.dowser.crawler;

import io.dowser.crawler.api.Fetcher;
import io.dowser.crawler.api.RelevanceJudge;
import io.dowser.crawler.api.Topic;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What a crawl is made of, in words: to be recorded, compared, and built again. Names that begin
 * with {@code run.} may change from one run to the next; with the others, what is stored changes
 * its meaning.
 */
final class CrawlSettings {

  private static final String RUN = "run.";
  private static final String DEFAULT_JUDGE = "topic-terms";
  private static final String OBJECT = "object of ";
  private static final String LINE = "\n";

  private final Map<String, String> words = new TreeMap<>();

  void set(String name, String value) {
    words.put(name, value);
  }

  void plugin(String kind, PluginChoice<?> choice) {
    choice.describe(kind, words);
  }

  void judge(@Nullable RelevanceJudge judge) {
    words.put("judge", judge == null ? DEFAULT_JUDGE : classOf(judge));
  }

  void topic(@Nullable Topic topic) {
    var lines = new StringBuilder();
    if (topic != null) {
      topic
          .weights()
          .forEach((term, weight) -> lines.append(weight).append(' ').append(term).append(LINE));
    }
    words.put("topic", lines.toString());
  }

  void forResume(
      List<String> seeds, @Nullable PluginChoice<Fetcher> fetcher, @Nullable String userAgent) {
    words.put(RUN + "seeds", String.join(LINE, seeds));
    if (fetcher != null) {
      fetcher.describe(RUN + "fetcher", words);
    }
    if (userAgent != null) {
      words.put(RUN + "userAgent", userAgent);
    }
  }

  void numbers(int workers, int analyses, Politeness politeness, int maxRedirects) {
    words.put(RUN + "workers", Integer.toString(workers));
    if (analyses > 0) {
      words.put(RUN + "analyses", Integer.toString(analyses));
    }
    words.put(RUN + "delay", politeness.delay().toString());
    words.put(RUN + "connectionsPerHost", Integer.toString(politeness.connectionsPerHost()));
    words.put(RUN + "maxRedirects", Integer.toString(maxRedirects));
  }

  Map<String, String> asMap() {
    return words;
  }

  /**
   * Names an object's class; that of a lambda only as far as it is the same in the next process.
   */
  static String classOf(Object object) {
    String name = object.getClass().getName();
    int lambda = name.indexOf("$$Lambda");
    return OBJECT + (lambda < 0 ? name : name.substring(0, lambda) + " (lambda)");
  }

  /** Gives name and settings of a plugin in one line. */
  static String kind(String plugin, Map<String, String> settings) {
    var own = new TreeMap<String, String>();
    settings.forEach(
        (name, value) -> {
          if (name.equals(plugin) || name.startsWith(plugin + ".")) {
            own.put(name, value);
          }
        });
    return own.toString();
  }

  /** Lists what differs among the settings that must not. */
  static Map<String, String> differences(Map<String, String> before, Map<String, String> now) {
    Set<String> names = new TreeSet<>(before.keySet());
    names.addAll(now.keySet());
    Map<String, String> differences = new LinkedHashMap<>();
    for (String name : names) {
      String old = before.getOrDefault(name, "");
      String fresh = now.getOrDefault(name, "");
      if (!name.startsWith(RUN) && !old.equals(fresh)) {
        differences.put(name, "was '" + old.strip() + "' and is '" + fresh.strip() + "'");
      }
    }
    return differences;
  }

  /** Makes the builder that was described, as far as words can tell. */
  static CrawlerBuilder builder(Path directory, Map<String, String> words) {
    CrawlerBuilder builder = Crawler.builder().directory(directory);
    builder.seeds(words.getOrDefault(RUN + "seeds", "").lines().toList());
    topic(builder, words.getOrDefault("topic", ""));
    builder.plugins(plugins(words));
    String userAgent = words.get(RUN + "userAgent");
    if (userAgent != null) {
      builder.userAgent(userAgent);
    }
    String analyses = words.get(RUN + "analyses");
    if (analyses != null) {
      builder.analyses(Integer.parseInt(analyses));
    }
    return builder
        .maxDepth(Integer.parseInt(words.getOrDefault("maxDepth", "" + Integer.MAX_VALUE)))
        .workers(Integer.parseInt(words.getOrDefault(RUN + "workers", "20")))
        .delay(Duration.parse(words.getOrDefault(RUN + "delay", "PT1S")))
        .connectionsPerHost(Integer.parseInt(words.getOrDefault(RUN + "connectionsPerHost", "1")))
        .maxRedirects(Integer.parseInt(words.getOrDefault(RUN + "maxRedirects", "10")));
  }

  private static void topic(CrawlerBuilder builder, String lines) {
    Map<String, Double> weights = new LinkedHashMap<>();
    lines
        .lines()
        .forEach(
            line -> {
              int blank = line.indexOf(' ');
              weights.put(line.substring(blank + 1), Double.valueOf(line.substring(0, blank)));
            });
    if (!weights.isEmpty()) {
      builder.topic(Topic.of(weights));
    }
  }

  /** The plugins that have names; the others must be given again. */
  private static Map<String, String> plugins(Map<String, String> words) {
    Map<String, String> named = new TreeMap<>();
    for (String kind : List.of("frontier", "scorer", "analyzer", RUN + "fetcher")) {
      String name = words.getOrDefault(kind, OBJECT);
      if (!name.startsWith(OBJECT)) {
        words.forEach(
            (key, value) -> {
              if (key.equals(kind) || key.startsWith(kind + ".")) {
                named.put(key.startsWith(RUN) ? key.substring(RUN.length()) : key, value);
              }
            });
      }
    }
    return named;
  }
}
