package io.dowser.crawler.bayes;

import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.StateWriter;
import io.dowser.crawler.toolkit.model.ModelFile;
import io.dowser.crawler.toolkit.text.Vocabulary;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;

/**
 * The bytes of a {@link PageModel} inside its {@link ModelFile}, version 2: the settings (name of
 * the density in modified UTF-8, one width or two, e, minDf, balanced, calibrated), the threshold
 * above a text without terms (0 if not calibrated), the documents of both classes, the vocabulary,
 * and cell by cell the number of distinct values, then numerator, denominator and number of
 * documents of each. Unsigned integers are written with seven bits per byte, lowest first.
 * Densities, priors and all sums are computed again from these counts, so that a file cannot
 * contradict itself.
 */
final class PageModelFile {

  static final String KIND = "bayes-page";

  private static final ModelFile FRAME = new ModelFile(KIND, 2, 1L << 30);
  private static final int MOST_DOCUMENTS = Integer.MAX_VALUE / 2;

  private PageModelFile() {}

  static void save(Path file, PageModel model, PageStatistics statistics, double threshold)
      throws IOException {
    FRAME.save(file, model.facts(), out -> write(out, model.settings(), statistics, threshold));
  }

  static PageModel load(Path file) throws IOException {
    return FRAME.load(file, PageModelFile::read);
  }

  private static void write(
      StateWriter out, PageSettings settings, PageStatistics statistics, double threshold)
      throws IOException {
    out.writeText(settings.density().name());
    out.writeBoolean(settings.sharedWidth());
    out.writeDouble(settings.e());
    out.writeInt(settings.minDf());
    out.writeBoolean(settings.balanced());
    out.writeBoolean(settings.calibrated());
    out.writeDouble(threshold);
    out.writeInt(statistics.positives());
    out.writeInt(statistics.negatives());
    statistics.vocabulary().save(out);
    CellValues values = statistics.values();
    for (int cell = 0; cell < values.cells(); cell++) {
      Varint.write(out, values.to(cell) - values.from(cell));
      for (int i = values.from(cell); i < values.to(cell); i++) {
        Varint.write(out, values.count(i));
        Varint.write(out, values.largest(i));
        Varint.write(out, values.times(i));
      }
    }
  }

  private static PageModel read(StateReader in, Map<String, String> facts) throws IOException {
    var settings =
        new PageSettings(
            PageSettings.Density.valueOf(in.readText()),
            in.readBoolean(),
            in.readDouble(),
            in.readInt(),
            in.readBoolean(),
            in.readBoolean());
    double threshold = in.readDouble(-Double.MAX_VALUE, Double.MAX_VALUE, "threshold");
    int positives = in.readInt(1, MOST_DOCUMENTS, "documents of a class");
    int negatives = in.readInt(1, MOST_DOCUMENTS, "documents of a class");
    Vocabulary vocabulary = Vocabulary.read(in);
    var values = new CellValues.Builder();
    for (int id = 0; id < vocabulary.size(); id++) {
      int present = cell(in, positives, values) + cell(in, negatives, values);
      StateReader.require(
          present >= 1 && present < positives + negatives,
          "term '" + vocabulary.term(id) + "' must be in some documents and not in all");
    }
    var statistics = new PageStatistics(vocabulary, positives, negatives, values.build());
    return new PageModel(statistics, settings, threshold, facts);
  }

  /** Reads a cell and returns the number of its documents. */
  private static int cell(StateReader in, int documents, CellValues.Builder values)
      throws IOException {
    int present = 0;
    double last = 0;
    for (int left = number(in); left > 0; left--) {
      int count = number(in);
      int largest = number(in);
      int times = number(in);
      double value = (double) count / largest;
      boolean rises = value > last && value <= 1;
      StateReader.require(
          rises && times >= 1 && times <= documents - present,
          "value " + count + "/" + largest + " of " + times + " documents is out of place");
      last = value;
      present += times;
      values.add(count, largest, times);
    }
    values.endCell();
    return present;
  }

  private static int number(StateReader in) throws IOException {
    return Varint.read(in, 0, Integer.MAX_VALUE, "number");
  }
}
