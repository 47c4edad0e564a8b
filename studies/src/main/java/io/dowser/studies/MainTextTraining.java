package io.dowser.studies;

import io.dowser.crawler.internal.content.MainTextFeatures;
import io.dowser.studies.LabelledPage.Segments;
import io.dowser.studies.LabelledPage.Text;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Trains the weights by which main text is found: a logistic regression over the blocks of pages. A
 * block is an example if the label of its page says whether it is main text. Not thread-safe.
 */
final class MainTextTraining {

  private static final int SHINGLE = 4;
  private static final int SHORT = 8; // words
  private static final double PENALTY = 16;

  private final LogisticRegression regression = new LogisticRegression(PENALTY);

  /**
   * The blocks of a page whose label is known.
   *
   * @param weight of the page
   */
  record Examples(String site, List<Example> blocks, double weight) {}

  /** A block, and how much it counts on its page. */
  record Example(List<Double> values, boolean main, double weight) {}

  /** Reads the examples of a page, which counts by a weight. */
  static Examples examples(LabelledPage page, double weight) {
    List<MainTextFeatures.Block> blocks = MainTextFeatures.read(page.page());
    return new Examples(
        page.site(),
        page.label() instanceof Segments segments
            ? bySegments(blocks, segments)
            : byText(blocks, ((Text) page.label()).text()),
        weight);
  }

  void add(Examples page) {
    for (Example block : page.blocks) {
      regression.add(block.values, block.main, page.weight * block.weight);
    }
  }

  /** {@return the weights, in the order of the names of the features} */
  List<Double> weights() {
    return regression.weights();
  }

  /** Labels blocks by whether most of their words are in a text; it need not have the title. */
  private static List<Example> byText(List<MainTextFeatures.Block> blocks, String text) {
    List<String> all = words(text);
    String joined = " " + String.join(" ", all) + " ";
    Set<String> shingles = shingles(all);
    List<Example> examples = new ArrayList<>();
    double total = 0;
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
        double size = Math.pow(block.words() + 3, 0.7);
        total += size;
        examples.add(new Example(block.values(), main, 12 * size));
      }
    }
    double sum = total;
    return examples.stream().map(e -> new Example(e.values, e.main, e.weight / sum)).toList();
  }

  private static List<Example> bySegments(List<MainTextFeatures.Block> blocks, Segments segments) {
    List<Example> examples = new ArrayList<>();
    for (MainTextFeatures.Block block : blocks) {
      boolean with = hasAny(block.text(), segments.with());
      if (with != hasAny(block.text(), segments.without())) {
        examples.add(new Example(block.values(), with, 1.0 / 8));
      }
    }
    return examples;
  }

  private static boolean hasAny(String block, List<String> segments) {
    String text = MainTextScore.spaced(block);
    return segments.stream()
        .map(MainTextScore::spaced)
        .anyMatch(
            segment -> text.contains(segment) || (text.length() > 15 && segment.contains(text)));
  }

  private static List<String> words(String text) {
    return MainTextScore.words(text.toLowerCase(Locale.ROOT));
  }

  private static Set<String> shingles(List<String> words) {
    return MainTextScore.shingles(words, SHINGLE).elementSet();
  }
}
