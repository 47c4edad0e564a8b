package io.dowser.crawler.meaning;

import static java.util.Objects.requireNonNull;

import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.StateWriter;
import io.dowser.crawler.toolkit.model.ModelFile;
import io.dowser.crawler.toolkit.text.TextVectors;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.Character.UnicodeScript;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The vectors of subwords, by which texts are compared by their meaning.
 *
 * <p>The vector of a text is the mean of the vectors of its subwords, less a mean of texts of all
 * kinds and less its share of their first principal component (Arora, Liang and Ma 2017), scaled to
 * the length 1. Numbers have 8 bits, and each row has a scale.
 *
 * <pre>{@code
 * MeaningTable table = MeaningTable.english();
 * MeaningTable.cosine(table.vector("high water"), table.vector("flood tide"));
 * }</pre>
 *
 * <p>Immutable and thread-safe.
 */
public final class MeaningTable implements TextVectors {

  private static final ModelFile FILES = new ModelFile("meaning-table", 1, 256 << 20);
  private static final String ENGLISH = "en.table";
  private static final String LANGUAGE = "language";
  private static final int MOST_SUBWORDS = 1_000_000;
  private static final int MOST_DIMENSIONS = 4_096;
  private static final int MOST_LEVELS = 127;
  private static final int CHARACTERS_READ = 2_000;
  private static final double SHORTEST = 1e-9;

  private final String language;
  private final Subwords subwords;
  private final float[] mean;
  private final float[] component;
  private final byte[][] rows;
  private final float[] scales;
  private final UnicodeScript script;

  private MeaningTable(
      String language,
      Subwords subwords,
      float[] mean,
      float[] component,
      byte[][] rows,
      float[] scales) {
    this.language = language;
    this.subwords = subwords;
    this.mean = mean;
    this.component = component;
    this.rows = rows;
    this.scales = scales;
    this.script = script(subwords.vocabulary());
  }

  /** Returns the script of most subwords. */
  private static UnicodeScript script(List<String> subwords) {
    Map<UnicodeScript, Integer> counts = new EnumMap<>(UnicodeScript.class);
    subwords.forEach(
        subword ->
            subword
                .codePoints()
                .filter(Character::isLetter)
                .limit(1)
                .forEach(c -> counts.merge(UnicodeScript.of(c), 1, Integer::sum)));
    return counts.entrySet().stream()
        .max(Map.Entry.comparingByValue())
        .map(Map.Entry::getKey)
        .orElse(UnicodeScript.COMMON);
  }

  /** Scales a vector to the length 1 unless it is too short, and returns whether it has it. */
  static boolean scaleToLength1(float[] vector) {
    double squares = 0;
    for (float number : vector) {
      squares += (double) number * number;
    }
    double length = Math.sqrt(squares);
    boolean any = length > SHORTEST && length < Double.POSITIVE_INFINITY;
    for (int i = 0; i < vector.length; i++) {
      vector[i] = any ? (float) (vector[i] / length) : 0;
    }
    return any;
  }

  /**
   * Creates a table. Numbers are rounded to 8 bits.
   *
   * @param language the language of the texts that it is for, a code such as {@code en}
   * @param vocabulary the subwords, none twice; {@code [UNK]} stands for unknown words, and {@code
   *     ##} starts a subword that continues a word
   * @param vectors their vectors in the same order, all of the same length
   * @param mean the mean vector of texts of all kinds
   * @param component their first principal component, of length 1, or zeros
   * @return the table
   * @throws IllegalArgumentException if a number or length of the vectors does not fit
   */
  public static MeaningTable of(
      String language,
      List<String> vocabulary,
      List<float[]> vectors,
      float[] mean,
      float[] component) {
    requireNonNull(language, "language");
    int count = vocabulary.size();
    if (vectors.size() != count || mean.length != component.length) {
      throw new IllegalArgumentException(
          "a table needs a vector for each of "
              + count
              + " subwords, but there are "
              + vectors.size()
              + ", and mean and component of the same length");
    }
    var rows = new byte[count][];
    var scales = new float[count];
    for (int i = 0; i < count; i++) {
      scales[i] = scale(vectors.get(i), mean.length);
      rows[i] = levels(vectors.get(i), scales[i]);
    }
    var subwords = new Subwords(vocabulary);
    return new MeaningTable(language, subwords, mean.clone(), component.clone(), rows, scales);
  }

  private static float scale(float[] vector, int dimensions) {
    if (vector.length != dimensions) {
      throw new IllegalArgumentException(
          "vectors must have " + dimensions + " numbers, but one has " + vector.length);
    }
    float largest = 0;
    for (float number : vector) {
      largest = Math.max(largest, Math.abs(number)); // NaN stays
    }
    if (!Float.isFinite(largest)) {
      throw new IllegalArgumentException("the numbers of vectors must be finite");
    }
    return largest / MOST_LEVELS;
  }

  private static byte[] levels(float[] vector, float scale) {
    var levels = new byte[vector.length];
    for (int i = 0; i < levels.length; i++) {
      levels[i] = (byte) (scale == 0 ? 0 : Math.round(vector[i] / scale));
    }
    return levels;
  }

  /** {@return the table for English that is part of this library} */
  public static MeaningTable english() {
    try (InputStream in = requireNonNull(MeaningTable.class.getResourceAsStream(ENGLISH))) {
      return FILES.load(in, ENGLISH, MeaningTable::read);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * {@return the table of a file}
   *
   * @param file the file
   * @throws io.dowser.crawler.api.CrawlException if it is no table, or damaged
   * @throws IOException if it cannot be read
   */
  public static MeaningTable load(Path file) throws IOException {
    return FILES.load(file, MeaningTable::read);
  }

  /**
   * Writes the table to a file.
   *
   * @param file the file; replaced if it exists
   * @param origin the facts about the origin of the table, by name
   * @throws IOException if it cannot be written
   */
  public void save(Path file, Map<String, String> origin) throws IOException {
    Map<String, String> facts = new LinkedHashMap<>(origin);
    facts.put(LANGUAGE, language);
    FILES.save(file, facts, this::write);
  }

  private void write(StateWriter out) throws IOException {
    out.writeInt(mean.length);
    out.writeInt(rows.length);
    write(mean, out);
    write(component, out);
    write(scales, out);
    for (String subword : subwords.vocabulary()) {
      out.writeText(subword);
    }
    for (byte[] row : rows) {
      for (byte number : row) {
        out.writeByte(number);
      }
    }
  }

  private static void write(float[] numbers, StateWriter out) throws IOException {
    for (float number : numbers) {
      out.writeInt(Float.floatToIntBits(number));
    }
  }

  private static MeaningTable read(StateReader in, Map<String, String> facts) throws IOException {
    int dimensions = in.readInt(1, MOST_DIMENSIONS, "number of dimensions");
    int count = in.readInt(1, MOST_SUBWORDS, "number of subwords");
    float[] mean = floats(dimensions, in);
    float[] component = floats(dimensions, in);
    float[] scales = floats(count, in);
    List<String> vocabulary = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      vocabulary.add(in.readText());
    }
    var rows = new byte[count][dimensions];
    for (byte[] row : rows) {
      for (int i = 0; i < dimensions; i++) {
        row[i] = in.readByte();
      }
    }
    return new MeaningTable(
        facts.getOrDefault(LANGUAGE, ""), new Subwords(vocabulary), mean, component, rows, scales);
  }

  private static float[] floats(int count, StateReader in) throws IOException {
    var numbers = new float[count];
    for (int i = 0; i < count; i++) {
      numbers[i] = Float.intBitsToFloat(in.readInt());
      StateReader.require(Float.isFinite(numbers[i]), "a number of the table is not finite");
    }
    return numbers;
  }

  /**
   * {@return the numbers of the subwords of a text in the vocabulary, those of its first 10,000
   * characters and at most 400}
   *
   * @param text any text
   */
  public int[] split(String text) {
    return subwords.split(text);
  }

  /** {@return the code of the language of the texts that the table is for, such as {@code en}} */
  public String language() {
    return language;
  }

  @Override
  public int dimensions() {
    return mean.length;
  }

  /**
   * {@return the vector of a text, of length 1, or zeros if it has no known word}
   *
   * @param text any text; its beginning counts, see {@link #split}
   */
  @Override
  public float[] vector(String text) {
    var sum = new float[mean.length];
    int known = 0;
    for (int subword : subwords.split(text)) {
      if (subword != subwords.unknown()) {
        add(rows[subword], scales[subword], sum);
        known++;
      }
    }
    if (known > 0) {
      double along = 0;
      for (int i = 0; i < sum.length; i++) {
        sum[i] = sum[i] / known - mean[i];
        along += sum[i] * component[i];
      }
      for (int i = 0; i < sum.length; i++) {
        sum[i] -= (float) (along * component[i]);
      }
      scaleToLength1(sum);
    }
    return sum;
  }

  /** Returns whether at least half of the letters of a text's beginning are of this script. */
  boolean reads(String text) {
    int letters = 0;
    int own = 0;
    for (int i = 0; i < Math.min(CHARACTERS_READ, text.length()); i++) {
      if (Character.isLetter(text.charAt(i))) {
        letters++;
        own += UnicodeScript.of(text.charAt(i)) == script ? 1 : 0;
      }
    }
    return letters > 0 && 2 * own >= letters;
  }

  private static void add(byte[] row, float scale, float[] sum) {
    for (int i = 0; i < sum.length; i++) {
      sum[i] += scale * row[i];
    }
  }

  /**
   * {@return the cosine of two vectors of this table, -1 to 1, or 0 if one is zeros}
   *
   * @param one a vector
   * @param other another
   */
  public static double cosine(float[] one, float[] other) {
    double product = 0;
    for (int i = 0; i < one.length; i++) {
      product += one[i] * other[i];
    }
    return Math.max(-1, Math.min(1, product));
  }
}
