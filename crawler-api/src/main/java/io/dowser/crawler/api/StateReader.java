package io.dowser.crawler.api;

import static java.util.Objects.requireNonNull;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * Reads the state that a {@link StateWriter} wrote.
 *
 * <p>The input comes from a file and is not to be trusted: counts are checked as they are read, and
 * memory must be allocated only for data that has been read. An invalid value causes an {@link
 * IOException} that names the value and the allowed ones.
 *
 * <pre>{@code
 * public void restore(StateReader in) throws IOException {
 *   in.section("word counts", 1);
 *   int size = in.readCount("words");
 *   var read = new HashMap<String, Integer>(); // grows with what was read, not with what size says
 *   for (int i = 0; i < size; i++) {
 *     read.put(in.readText(), in.readCount("count"));
 *   }
 *   counts = read;
 * }
 * }</pre>
 *
 * <p>Not thread-safe.
 */
public final class StateReader {

  private final DataInputStream in;

  private StateReader(InputStream in) {
    this.in = new DataInputStream(requireNonNull(in, "in"));
  }

  /**
   * {@return a new reader}
   *
   * @param in the input; the caller closes it
   */
  public static StateReader from(InputStream in) {
    return new StateReader(in);
  }

  /**
   * Reads the beginning of a section.
   *
   * @param name the name that the section must have
   * @param version the only version that is accepted
   * @throws IOException if there is another section or version, or reading fails
   */
  public void section(String name, int version) throws IOException {
    String found = in.readUTF();
    require(found.equals(name), "section must be '" + name + "', but was '" + found + "'");
    int foundVersion = in.readInt();
    require(
        foundVersion == version,
        "version of " + name + " must be " + version + ", but was " + foundVersion);
  }

  /**
   * {@return a number that counts something, 0 or more}
   *
   * @param name the name of the counted things, for the message
   * @throws IOException if it is negative or reading fails
   */
  public int readCount(String name) throws IOException {
    return readInt(0, Integer.MAX_VALUE, name);
  }

  /**
   * {@return a number of 64 bits that counts something or is the number of something, 0 or more}
   *
   * @param name the name of the number, for the message
   * @throws IOException if it is negative or reading fails
   */
  public long readNumber(String name) throws IOException {
    long value = in.readLong();
    require(value >= 0, name, "0 or more", value);
    return value;
  }

  /**
   * {@return a candidate as {@link StateWriter#writeCandidate} wrote it}
   *
   * @throws IOException if reading fails or the input is not what was written
   */
  public Candidate readCandidate() throws IOException {
    try {
      CrawlUrl url = CrawlUrl.of(readText());
      long sequence = readLong();
      int depth = readInt();
      double score = readDouble();
      double tieBreak = readDouble();
      long parent = readLong();
      PathState pathState = PathState.of(readDoubles());
      return new Candidate(
          url, sequence, depth, score, tieBreak, parent, pathState, readFeatures());
    } catch (IllegalArgumentException e) {
      throw new IOException("not a saved candidate: " + e.getMessage(), e);
    }
  }

  private double[] readDoubles() throws IOException {
    var values = new double[size(PathState.MAX_SIZE, "size of a path state")];
    for (int i = 0; i < values.length; i++) {
      values[i] = readDouble();
    }
    return values;
  }

  private LinkFeatures readFeatures() throws IOException {
    var features = new int[size(LinkFeatures.MAX_SIZE, "number of features")];
    for (int i = 0; i < features.length; i++) {
      features[i] = readInt();
    }
    return LinkFeatures.of(features);
  }

  /** Reads a size, and checks it before memory is allocated for it. */
  private int size(int most, String name) throws IOException {
    int size = readShort();
    require(size >= 0 && size <= most, name + " must be 0 to " + most + ", but was " + size);
    return size;
  }

  /**
   * {@return a set of numbers, 0 or more each, in the order in which they were written}
   *
   * @param name the name of the numbers, for the message
   * @throws IOException if one is negative or reading fails
   */
  public Set<Long> readNumbers(String name) throws IOException {
    Set<Long> numbers = new LinkedHashSet<>();
    for (int left = readCount(name); left > 0; left--) {
      numbers.add(readNumber(name));
    }
    return numbers;
  }

  /**
   * {@return a number of 32 bits within bounds}
   *
   * @param least the smallest that is allowed
   * @param most the largest that is allowed
   * @param name the name of the number, for the message
   * @throws IOException if it is outside the bounds or reading fails
   */
  public int readInt(int least, int most, String name) throws IOException {
    int value = in.readInt();
    require(value >= least && value <= most, name, least + " to " + most, value);
    return value;
  }

  /**
   * {@return a floating-point number within bounds}
   *
   * @param least the smallest that is allowed
   * @param most the largest that is allowed
   * @param name the name of the number, for the message
   * @throws IOException if it is outside the bounds or NaN, or reading fails
   */
  public double readDouble(double least, double most, String name) throws IOException {
    double value = in.readDouble();
    require(value >= least && value <= most, name, least + " to " + most, value);
    return value;
  }

  /**
   * {@return a number of 8 bits}
   *
   * @throws IOException if the input ends or reading fails
   */
  public byte readByte() throws IOException {
    return in.readByte();
  }

  /**
   * {@return a number of 16 bits}
   *
   * @throws IOException if the input ends or reading fails
   */
  public short readShort() throws IOException {
    return in.readShort();
  }

  /**
   * {@return a number of 32 bits}
   *
   * @throws IOException if the input ends or reading fails
   */
  public int readInt() throws IOException {
    return in.readInt();
  }

  /**
   * {@return a number of 64 bits}
   *
   * @throws IOException if the input ends or reading fails
   */
  public long readLong() throws IOException {
    return in.readLong();
  }

  /**
   * {@return a floating-point number of 64 bits, possibly NaN or infinite}
   *
   * @throws IOException if the input ends or reading fails
   */
  public double readDouble() throws IOException {
    return in.readDouble();
  }

  /**
   * {@return a truth value}
   *
   * @throws IOException if the input ends or reading fails
   */
  public boolean readBoolean() throws IOException {
    return in.readBoolean();
  }

  /**
   * {@return a text}
   *
   * @throws IOException if the input ends or reading fails
   */
  public String readText() throws IOException {
    String chunk = in.readUTF();
    if (chunk.length() < StateWriter.TEXT_CHUNK) {
      return chunk;
    }
    var text = new StringBuilder(chunk);
    while (chunk.length() == StateWriter.TEXT_CHUNK) {
      chunk = in.readUTF();
      text.append(chunk);
    }
    return text.toString();
  }

  /**
   * Refuses an invalid state.
   *
   * @param fits whether the state is valid
   * @param what the requirement and the value found
   * @throws IOException if the state is not valid
   */
  public static void require(boolean fits, String what) throws IOException {
    if (!fits) {
      throw new IOException("saved state is not valid: " + what);
    }
  }

  private static void require(boolean fits, String name, String range, Object found)
      throws IOException {
    if (!fits) {
      throw new IOException(
          "saved state is not valid: " + name + " must be " + range + ", but was " + found);
    }
  }
}
