package io.dowser.site;

import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.Crawler;
import io.dowser.crawler.Politeness;
import io.dowser.crawler.api.CrawlContext;
import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.api.PluginRegistry;
import io.dowser.crawler.api.Settings;
import io.dowser.crawler.api.Topic;
import io.dowser.crawler.bayes.LabelledLink;
import io.dowser.crawler.bayes.LabelledText;
import io.dowser.crawler.bayes.LinkTrainer;
import io.dowser.crawler.bayes.PageTrainer;
import io.dowser.crawler.hmm.HmmTrainer;
import io.dowser.crawler.hmm.TrainingSet;
import io.dowser.crawler.testkit.RandomWeb;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Compares the tables of {@code docs/settings.md} with the settings that the plugins declare. */
class SettingsPageTest {

  private static final Path PAGE = Path.of("../docs/settings.md");
  private static final ClassLoader LOADER = SettingsPageTest.class.getClassLoader();
  private static final Map<String, PluginRegistry<?>> KINDS =
      Map.of(
          "Frontiers", PluginRegistry.frontiers(LOADER),
          "Scorers", PluginRegistry.linkScorers(LOADER),
          "Judges", PluginRegistry.relevanceJudges(LOADER),
          "Fetchers", PluginRegistry.fetchers(LOADER),
          "Page analyzers", PluginRegistry.pageAnalyzers(LOADER),
          "Revisit policies", PluginRegistry.revisitPolicies(LOADER));
  private static final CrawlContext CONTEXT = CrawlContext.about(Topic.of("laser"));

  /** A plugin, or one of its choices, whose settings differ. */
  private static final Pattern PLUGIN = Pattern.compile("### `([\\w-]+)`(?:, `(\\w+)=([\\w-]+)`)?");

  /** Left out of the allowed values: the default shows whether they are numbers or durations. */
  private static final String SHORTENED =
      "^(true or false|one of |a (whole )?(number|duration)( from| of)? ?)";

  @TempDir private static Path directory;
  private static Map<String, String> models = Map.of();

  /** Plugins with a model read some defaults from it. */
  @BeforeAll
  static void trainModels() throws IOException {
    RandomWeb web = RandomWeb.builder(1).build();
    var recorder = new TrainingSet.Recorder();
    Crawler.builder()
        .seed(web.seed().toString())
        .topic(web.topic())
        .judge(web.judge())
        .fetcher(web.web().fetcher())
        .politeness(Politeness.builder().delay(Duration.ZERO).build())
        .listener(recorder)
        .maxPages(50)
        .build()
        .run()
        .orThrow();
    Path hmm = directory.resolve("hmm");
    HmmTrainer.builder().build().train(recorder.trainingSet()).save(hmm);
    Path page = directory.resolve("page");
    PageTrainer.builder("on")
        .build()
        .train(
            Stream.of(
                new LabelledText("on", "laser light"),
                new LabelledText("on", "laser beam"),
                new LabelledText("off", "sea salt"),
                new LabelledText("off", "sea sand")))
        .save(page);
    Path link = directory.resolve("link");
    LinkTrainer.builder()
        .build()
        .train(
            Stream.of(
                LabelledLink.of("laser light", true),
                LabelledLink.of("laser", true),
                LabelledLink.of("sea", false),
                LabelledLink.of("sea salt", false)))
        .save(link);
    models = Map.of("hmm", "" + hmm, "bayes-page", "" + page, "bayes-link", "" + link);
  }

  @Test
  void eachPluginHasATableOfItsSettings() throws IOException {
    String page = page();
    if (Boolean.getBoolean("dowser.update")) {
      Files.writeString(PAGE, page);
    }

    assertThat(PAGE)
        .as(
            "write it: mvn -pl site -am test -Dtest=SettingsPageTest -Ddowser.update=true"
                + " -Dsurefire.failIfNoSpecifiedTests=false")
        .hasContent(page);
  }

  @Test
  void noPluginIsLeftOut() throws IOException {
    List<String> lines = Files.readAllLines(PAGE);
    KINDS.forEach(
        (kind, registry) -> {
          List<String> section =
              lines.subList(lines.indexOf("## " + kind), lines.size()).stream()
                  .skip(1)
                  .takeWhile(line -> !line.startsWith("## "))
                  .toList();
          for (String name : registry.names()) {
            boolean plain = section.contains("`" + name + "` has no settings.");
            assertThat(plain || section.contains("### `" + name + "`"))
                .as(kind + ": " + name)
                .isTrue();
            if (plain) {
              assertThat(declared(kind, name, Map.of())).as(kind + ": " + name).isEmpty();
            }
          }
        });
  }

  /** Returns the page with new tables, each in the place of the old one or behind its heading. */
  private static String page() throws IOException {
    List<String> page = new ArrayList<>();
    String kind = "";
    int heading = 0;
    String table = "";
    for (String line : Files.readAllLines(PAGE)) {
      Matcher plugin = PLUGIN.matcher(line);
      if (line.startsWith("#") && !table.isEmpty()) {
        page.add(heading, "\n" + table);
        table = "";
      }
      if (line.startsWith("## ")) {
        kind = line.substring(3);
      } else if (plugin.matches()) {
        table = table(kind, plugin.group(1), choice(plugin));
        heading = page.size() + 1;
      }
      if (!line.startsWith("|")) {
        page.add(line);
      } else if (!table.isEmpty()) {
        page.add(table);
        table = "";
      }
    }
    return String.join("\n", page) + "\n";
  }

  private static Map<String, String> choice(Matcher plugin) {
    return plugin.group(2) == null ? Map.of() : Map.of(plugin.group(2), plugin.group(3));
  }

  private static String table(String kind, String plugin, Map<String, String> choice) {
    List<Settings.Declaration> settings = new ArrayList<>(declared(kind, plugin, choice));
    settings.removeIf(setting -> choice.containsKey(setting.name()));
    if (!choice.isEmpty() && adds(kind, plugin, choice)) {
      settings.removeAll(declared(kind, plugin, Map.of()));
    }
    String head = "| Setting | Default | Allowed | |\n|---|---|---|---|\n";
    return settings.isEmpty()
        ? ""
        : settings.stream().map(SettingsPageTest::row).collect(joining("\n", head, ""));
  }

  /** Returns whether a choice adds settings to those of the plugin, instead of replacing them. */
  private static boolean adds(String kind, String plugin, Map<String, String> choice) {
    List<String> names = names(declared(kind, plugin, choice));
    return names.containsAll(names(declared(kind, plugin, Map.of())));
  }

  private static List<String> names(List<Settings.Declaration> settings) {
    return settings.stream().map(Settings.Declaration::name).toList();
  }

  private static String row(Settings.Declaration setting) {
    return "| `"
        + setting.name()
        + "` | "
        + setting.byDefault()
        + " | "
        + setting.allowed().replaceAll(SHORTENED, "")
        + " | "
        + setting.summary()
        + " |";
  }

  /** Returns the settings that a plugin reads, without those of plugins that it is made of. */
  private static List<Settings.Declaration> declared(
      String kind, String plugin, Map<String, String> choice) {
    Map<String, String> values = new TreeMap<>(choice);
    if (models.containsKey(plugin)) {
      values.put("model", requireNonNull(models.get(plugin)));
    }
    if (plugin.equals("browser")) {
      values.put("remote", "http://127.0.0.1:4444"); // needs no browser on this machine
    }
    Settings settings = Settings.of(values);
    try {
      Object created = requireNonNull(KINDS.get(kind)).create(plugin, settings, CONTEXT);
      if (created instanceof AutoCloseable closeable) {
        closeable.close();
      }
    } catch (CrawlException e) {
      assertThat(plugin).as("needs more than settings: %s", e).isIn("replay", "weighted-sum");
    } catch (Exception e) {
      throw new AssertionError(plugin + " cannot be closed", e);
    }
    List<Settings.Declaration> others =
        plugin.equals("browser") ? declared(kind, "okhttp", choice) : List.of();
    return settings.declared().stream()
        .filter(setting -> !setting.name().contains(".") && !others.contains(setting))
        .toList();
  }
}
