package io.dowser.crawler.internal.content;

import com.google.common.collect.Streams;
import com.google.common.primitives.Doubles;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jsoup.nodes.Document;

/** The features by which main text is found, for training and checking its weights. */
public final class MainTextFeatures {

  /**
   * A block of text.
   *
   * @param text its text
   * @param words the number of its words, those of links included
   * @param isTitle whether it is an h1
   * @param values its features, in the order of their names
   */
  public record Block(String text, int words, boolean isTitle, List<Double> values) {}

  private MainTextFeatures() {}

  /** {@return the lines of the resource with the weights} */
  public static Stream<String> lines(List<Double> weights) {
    return Streams.zip(
        BlockFeatures.NAMES.stream(),
        weights.stream(),
        (name, weight) -> name + "\t" + String.format(Locale.ROOT, "%.3f", weight));
  }

  /**
   * Reads the blocks of a page.
   *
   * @param page as it was parsed
   * @return its blocks in the order of the page
   */
  public static List<Block> read(Document page) {
    var blocks = new TextBlocks(page.body(), false);
    var features = new BlockFeatures(blocks, page.title());
    List<Block> read = new ArrayList<>();
    for (int i = 0; i < blocks.blocks().size(); i++) {
      TextBlock block = blocks.blocks().get(i);
      var values = new double[BlockFeatures.NAMES.size()];
      features.read(i, values);
      read.add(
          new Block(
              block.text.toString(),
              block.allWords(),
              block.tag.equals("h1"),
              Doubles.asList(values)));
    }
    return read;
  }

  /**
   * Finds the main text of a page by other weights than those of the library.
   *
   * @param page as it was parsed
   * @param weights of the features, in the order of their names
   * @return the main text, possibly empty
   */
  public static String mainText(Document page, List<Double> weights) {
    List<TextBlock> main = MainContent.of(page, Doubles.toArray(weights)).main();
    return ContentWriter.plain(MainNodes.of(main, page.body())).blocks(page.body());
  }

  /** {@return the weights of the library, in the order of the names of the features} */
  public static List<Double> weights() {
    return Doubles.asList(MainContent.weights());
  }
}
