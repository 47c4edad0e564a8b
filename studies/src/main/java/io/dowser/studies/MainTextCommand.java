package io.dowser.studies;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.dowser.crawler.internal.content.MainTextFeatures;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Trains the weights by which main text is found. */
@Command(
    name = "main-text",
    mixinStandardHelpOptions = true,
    description = {
      "Trains the weights by which main text is found, and prints the resource main-text.tsv.",
      "Each line of PAGES is a JSON object of strings: html, the page; weight, a number; text, its"
          + " main text, or with and without, lists of segments that it has and has not."
    })
final class MainTextCommand implements Callable<Integer> {

  private static final Pattern WORD = Pattern.compile("\\p{IsHan}|[\\p{L}\\p{N}&&[^\\p{IsHan}]]+");
  private static final int SHINGLE = 4;
  private static final int SHORT = 8; // words
  private static final double PENALTY = 16;
  private static final double MAX_WEIGHT = 1.5;

  @Spec private @Nullable CommandSpec spec;

  @Parameters(paramLabel = "PAGES", description = "A file of JSON lines.")
  private Path pages = Path.of("pages.jsonl");

  private record Labelled(MainTextFeatures.Block block, boolean main) {}

  @Override
  public Integer call() throws IOException {
    var regression = new LogisticRegression(PENALTY);
    try (BufferedReader lines = Files.newBufferedReader(pages, UTF_8)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        add(line, regression);
      }
    }
    MainTextFeatures.lines(regression.weights())
        .forEach(requireNonNull(spec).commandLine().getOut()::println);
    return 0;
  }

  private static void add(String line, LogisticRegression regression) throws IOException {
    Map<String, List<String>> page = fields(line);
    List<MainTextFeatures.Block> blocks = MainTextFeatures.read(first(page, "html"));
    double weight = Double.parseDouble(first(page, "weight"));
    if (page.containsKey("text")) {
      List<Labelled> labelled = byText(blocks, first(page, "text"));
      double all = labelled.stream().mapToDouble(each -> size(each.block)).sum();
      labelled.forEach(
          each ->
              regression.add(
                  each.block.values(),
                  each.main,
                  Math.min(MAX_WEIGHT, 12 * weight * size(each.block) / all)));
    } else {
      bySegments(blocks, page)
          .forEach(each -> regression.add(each.block.values(), each.main, weight / 8));
    }
  }

  private static String first(Map<String, List<String>> page, String name) {
    List<String> values = page.get(name);
    if (values == null) {
      throw new StudyException(
          "a page must have the field '" + name + "', but has " + page.keySet());
    }
    return values.get(0);
  }

  private static double size(MainTextFeatures.Block block) {
    return Math.pow(block.words() + 3, 0.6);
  }

  /** Labels blocks by whether most of their words are in a text; it need not have the title. */
  private static List<Labelled> byText(List<MainTextFeatures.Block> blocks, String text) {
    List<String> all = words(text);
    String joined = " " + String.join(" ", all) + " ";
    Set<String> shingles = shingles(all);
    List<Labelled> labelled = new ArrayList<>();
    for (MainTextFeatures.Block block : blocks) {
      List<String> words = words(block.text());
      boolean main;
      if (words.size() < SHORT) {
        main = joined.contains(" " + String.join(" ", words) + " ");
      } else {
        Set<String> own = shingles(words);
        main = 2 * own.stream().filter(shingles::contains).count() > own.size();
      }
      boolean unclear = words.isEmpty() || (main && words.size() < 3) || (!main && block.isTitle());
      if (!unclear) {
        labelled.add(new Labelled(block, main));
      }
    }
    return labelled;
  }

  private static List<Labelled> bySegments(
      List<MainTextFeatures.Block> blocks, Map<String, List<String>> page) {
    List<Labelled> labelled = new ArrayList<>();
    for (MainTextFeatures.Block block : blocks) {
      boolean with = hasAny(block.text(), page.getOrDefault("with", List.of()));
      if (with != hasAny(block.text(), page.getOrDefault("without", List.of()))) {
        labelled.add(new Labelled(block, with));
      }
    }
    return labelled;
  }

  private static boolean hasAny(String block, List<String> segments) {
    String text = spaced(block);
    return segments.stream()
        .map(MainTextCommand::spaced)
        .anyMatch(
            segment -> text.contains(segment) || (text.length() > 15 && segment.contains(text)));
  }

  private static String spaced(String text) {
    return text.replaceAll("[\\s\\u00a0]+", " ").strip();
  }

  private static List<String> words(String text) {
    return WORD.matcher(text.toLowerCase(Locale.ROOT)).results().map(each -> each.group()).toList();
  }

  private static Set<String> shingles(List<String> words) {
    Set<String> shingles = new HashSet<>();
    for (int i = 0; i + SHINGLE <= words.size(); i++) {
      shingles.add(String.join(" ", words.subList(i, i + SHINGLE)));
    }
    return shingles;
  }

  private static Map<String, List<String>> fields(String line) throws IOException {
    Map<String, List<String>> fields = new HashMap<>();
    String name = "";
    try (JsonParser json = new JsonFactory().createParser(line)) {
      for (JsonToken token = json.nextToken(); token != null; token = json.nextToken()) {
        if (token == JsonToken.FIELD_NAME) {
          name = json.currentName();
        } else if (token.isScalarValue()) {
          fields.computeIfAbsent(name, each -> new ArrayList<>()).add(json.getText());
        }
      }
    }
    return fields;
  }
}
