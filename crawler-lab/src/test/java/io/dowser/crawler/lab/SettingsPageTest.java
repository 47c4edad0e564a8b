package io.dowser.crawler.lab;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.api.CrawlContext;
import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.api.PluginRegistry;
import io.dowser.crawler.api.SettingException;
import io.dowser.crawler.api.Settings;
import io.dowser.crawler.api.Topic;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Compares {@code docs/settings.md} with the settings that the plugins read. */
class SettingsPageTest {

  /** A scorer of this module's tests, which no page is to describe. */
  private static final String OF_TESTS = "word-share";

  private static final ClassLoader LOADER = SettingsPageTest.class.getClassLoader();
  private static final Map<String, PluginRegistry<?>> KINDS =
      Map.of(
          "Frontiers", PluginRegistry.frontiers(LOADER),
          "Scorers", PluginRegistry.linkScorers(LOADER),
          "Judges", PluginRegistry.relevanceJudges(LOADER),
          "Revisit policies", PluginRegistry.revisitPolicies(LOADER));
  private static final Pattern PLUGIN = Pattern.compile("### `([\\w-]+)`(?:, `(\\w+)=([\\w-]+)`)?");
  private static final Pattern ROW =
      Pattern.compile("\\| `(\\w+)` \\| (.*?) ?\\| (.*?) ?\\| (.*) \\|");
  private static final Pattern RANGE = Pattern.compile("a (?:whole )?number from (\\S+) to (\\S+)");

  /** A table of the page. The second one of a plugin describes the settings of a choice. */
  private record Table(
      String kind, String plugin, Map<String, String> choice, Map<String, Row> rows) {

    /** Creates the plugin if it needs no model, so that the settings know what it reads. */
    boolean isCreated(Settings settings) {
      return create(requireNonNull(KINDS.get(kind)), plugin, settings);
    }

    @Override
    public String toString() {
      return kind + " " + plugin + " " + choice;
    }
  }

  private record Row(String byDefault, String allowed) {}

  static List<Table> tables() throws IOException {
    List<Table> tables = new ArrayList<>();
    String kind = "";
    for (String line : Files.readAllLines(Path.of("../docs/settings.md"))) {
      Matcher plugin = PLUGIN.matcher(line);
      Matcher row = ROW.matcher(line);
      if (line.startsWith("## ")) {
        kind = line.substring(3);
      } else if (plugin.matches()) {
        Map<String, String> choice =
            plugin.group(2) == null ? Map.of() : Map.of(plugin.group(2), plugin.group(3));
        tables.add(new Table(kind, plugin.group(1), choice, new LinkedHashMap<>()));
      } else if (row.matches()) {
        Map<String, Row> rows = tables.get(tables.size() - 1).rows();
        rows.put(row.group(1), new Row(row.group(2), row.group(3)));
      }
    }
    tables.removeIf(table -> table.rows().isEmpty());
    return tables;
  }

  @ParameterizedTest
  @MethodSource("tables")
  void tableHasTheDefaultsOfTheSettingsThatAreRead(Table table) throws IOException {
    Settings settings = Settings.of(table.choice());
    boolean created = table.isCreated(settings);
    Map<String, String> read = new TreeMap<>(settings.inEffect());
    read.keySet().removeIf(key -> key.contains(".") || table.choice().containsKey(key));
    Map<String, Row> rows = new TreeMap<>(table.rows());
    if (!table.choice().isEmpty()) {
      Set<String> here = read.keySet();
      first(table).forEach((key, row) -> addIf(here.contains(key), key, row, rows));
    }

    if (created) {
      assertThat(rows).containsOnlyKeys(read.keySet());
    }
    read.remove("model");
    read.replaceAll((key, value) -> shown(value));
    assertThat(read.keySet()).allSatisfy(key -> assertThat(rows).containsKey(key));
    assertThat(read).allSatisfy((key, value) -> isIn(rows, key, value));
  }

  private static void isIn(Map<String, Row> rows, String key, String value) {
    Row row = rows.get(key);
    assertThat(row == null ? "" : row.byDefault()).as("default of %s", key).isEqualTo(value);
  }

  private static void addIf(boolean wanted, String key, Row row, Map<String, Row> rows) {
    if (wanted) {
      rows.putIfAbsent(key, row);
    }
  }

  private static Map<String, Row> first(Table second) throws IOException {
    return tables().stream()
        .filter(table -> table.kind().equals(second.kind()))
        .filter(table -> table.plugin().equals(second.plugin()))
        .findFirst()
        .orElseThrow()
        .rows();
  }

  @ParameterizedTest
  @MethodSource("tables")
  void tableHasTheRangesOfTheSettingsThatAreRead(Table table) {
    Settings none = Settings.of(table.choice());
    table.isCreated(none);
    for (Map.Entry<String, Row> row : table.rows().entrySet()) {
      if (none.inEffect().containsKey(row.getKey())) {
        Map<String, String> wrong = new TreeMap<>(table.choice());
        wrong.put(row.getKey(), "?");
        assertThat(row.getValue().allowed())
            .as("allowed for %s", row.getKey())
            .isIn(allowed(table, wrong), "a duration", freeText(table, row.getKey()));
      }
    }
  }

  /** Settings that are lists, which no other word of the page describes. */
  private static String freeText(Table table, String key) {
    return switch (key) {
      case "aliases" -> "pairs of `term=alias` with commas between them";
      case "signals" -> "names with commas between them, or nothing";
      case "examples", "counterexamples" -> "files with commas between them";
      case "exampleText" -> "HTML or text";
      case "model", "table" -> "a file";
      case "words" ->
          table.kind().equals("Judges") ? "another judge" : "a scorer that does not learn";
      default -> "";
    };
  }

  private static String allowed(Table table, Map<String, String> wrong) {
    try {
      requireNonNull(KINDS.get(table.kind())).create(table.plugin(), Settings.of(wrong), context());
      return "anything";
    } catch (SettingException e) {
      Matcher range = RANGE.matcher(e.allowed());
      return range.matches() ? range(range.group(1), range.group(2)) : choices(e.allowed());
    } catch (CrawlException | IllegalArgumentException e) { // a file that is not there
      return "a file";
    }
  }

  private static String range(String least, String most) {
    boolean bottomless = Double.parseDouble(least) == -Double.MAX_VALUE;
    double last = Double.parseDouble(most);
    boolean endless = last == Double.MAX_VALUE || last == Integer.MAX_VALUE;
    if (bottomless) {
      return endless ? "any number" : shown(most) + " or less";
    }
    String first = Double.parseDouble(least) == Double.MIN_VALUE ? "above 0" : shown(least);
    return endless ? first + " or more" : first + " to " + shown(most);
  }

  /** Returns the choices; that of true or false is clear from the default, and left out. */
  private static String choices(String allowed) {
    if (allowed.equals("true or false")) {
      return "";
    }
    return allowed.startsWith("one of [")
        ? "`"
            + shown(allowed.substring("one of [".length(), allowed.length() - 1))
                .replace(", ", "`, `")
            + "`"
        : allowed;
  }

  private static String shown(String value) {
    try {
      return new BigDecimal(value).stripTrailingZeros().toPlainString();
    } catch (NumberFormatException e) {
      return value.matches("[A-Z_, ]+") ? value.toLowerCase(Locale.ROOT).replace('_', '-') : value;
    }
  }

  @Test
  void everyPluginThatReadsSettingsHasATable() throws IOException {
    List<Table> tables = tables();
    KINDS.forEach(
        (kind, registry) -> {
          for (String plugin : registry.names()) {
            if (plugin.equals(OF_TESTS)) {
              continue;
            }
            Settings settings = Settings.none();
            create(registry, plugin, settings);
            assertThat(tables)
                .as("%s %s", kind, plugin)
                .anyMatch(
                    table ->
                        settings.inEffect().isEmpty()
                            || (table.kind().equals(kind) && table.plugin().equals(plugin)));
          }
        });
  }

  private static boolean create(PluginRegistry<?> registry, String plugin, Settings settings) {
    try {
      registry.create(plugin, settings, context());
      return true;
    } catch (CrawlException e) { // such as one that needs a model
      return false;
    }
  }

  private static CrawlContext context() {
    return CrawlContext.about(Topic.of("laser"));
  }
}
