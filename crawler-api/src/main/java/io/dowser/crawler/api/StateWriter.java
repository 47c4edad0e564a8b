package io.dowser.crawler.api;

import static java.util.Objects.requireNonNull;

import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Set;

/**
 * Writes the state of a plugin or the contents of a model, to be read by a {@link StateReader}.
 *
 * <p>A state is one section or more, each with a name and a version, and numbers and texts behind
 * it. It has no names of single values: what is read must be read in the order in which it was
 * written.
 *
 * <pre>{@code
 * public void save(StateWriter out) throws IOException {
 *   out.section("word counts", 1);
 *   out.writeInt(counts.size());
 *   for (Map.Entry<String, Integer> count : counts.entrySet()) {
 *     out.writeText(count.getKey());
 *     out.writeInt(count.getValue());
 *   }
 * }
 * }</pre>
 *
 * <p>Not thread-safe.
 */
public final class StateWriter {

  /** Characters that {@link DataOutputStream#writeUTF} takes in any case: 65,535 bytes by 3. */
  static final int TEXT_CHUNK = 21_845;

  private final DataOutputStream out;
  private final boolean leavesUrlsOut;

  private StateWriter(DataOutputStream out, boolean leavesUrlsOut) {
    this.out = out;
    this.leavesUrlsOut = leavesUrlsOut;
  }

  /**
   * {@return a new writer}
   *
   * @param out where to; the caller closes it
   */
  public static StateWriter to(OutputStream out) {
    return new StateWriter(new DataOutputStream(requireNonNull(out, "out")), false);
  }

  /**
   * Creates a writer for a place that has the URLs of all candidates by their numbers, as the
   * directory of a crawl has. A table of candidates leaves them out there: then a pending candidate
   * takes some 12 bytes and not 100.
   *
   * @param out where to; the caller closes it
   * @return the writer
   */
  public static StateWriter besideUrls(OutputStream out) {
    return new StateWriter(new DataOutputStream(requireNonNull(out, "out")), true);
  }

  /** {@return whether the reader finds the URLs of candidates by their numbers} */
  public boolean leavesUrlsOut() {
    return leavesUrlsOut;
  }

  /**
   * Returns a writer to the same place under which tables of candidates keep their URLs. A frontier
   * writes all tables but its largest one with it: URLs are found fastest in one pass over
   * ascending numbers.
   *
   * @return a writer that does not leave URLs out
   */
  public StateWriter withUrls() {
    return new StateWriter(out, false);
  }

  /**
   * Begins a section, the first of a state or the next one.
   *
   * @param name what is written in it
   * @param version how; to be raised when the order or the meaning of the values changes
   * @throws IOException if writing fails
   */
  public void section(String name, int version) throws IOException {
    out.writeUTF(name);
    out.writeInt(version);
  }

  /**
   * Writes a number of 8 bits.
   *
   * @param value the number, of which the lowest 8 bits are written
   * @throws IOException if writing fails
   */
  public void writeByte(int value) throws IOException {
    out.writeByte(value);
  }

  /**
   * Writes a number of 16 bits.
   *
   * @param value the number, of which the lowest 16 bits are written
   * @throws IOException if writing fails
   */
  public void writeShort(int value) throws IOException {
    out.writeShort(value);
  }

  /**
   * Writes a number of 32 bits.
   *
   * @param value the number
   * @throws IOException if writing fails
   */
  public void writeInt(int value) throws IOException {
    out.writeInt(value);
  }

  /**
   * Writes a number of 64 bits.
   *
   * @param value the number
   * @throws IOException if writing fails
   */
  public void writeLong(long value) throws IOException {
    out.writeLong(value);
  }

  /**
   * Writes a floating-point number of 64 bits.
   *
   * @param value any value
   * @throws IOException if writing fails
   */
  public void writeDouble(double value) throws IOException {
    out.writeDouble(value);
  }

  /**
   * Writes a truth value.
   *
   * @param value the value
   * @throws IOException if writing fails
   */
  public void writeBoolean(boolean value) throws IOException {
    out.writeBoolean(value);
  }

  /**
   * Writes a set of numbers.
   *
   * @param numbers the numbers, 0 or more each
   * @throws IOException if writing fails
   */
  public void writeNumbers(Set<Long> numbers) throws IOException {
    out.writeInt(numbers.size());
    for (long number : numbers) {
      out.writeLong(number);
    }
  }

  /**
   * Writes a text of any length, which keeps even surrogates that stand alone.
   *
   * @param text the text
   * @throws IOException if writing fails
   */
  public void writeText(String text) throws IOException {
    int from = 0;
    String chunk;
    do {
      chunk = text.substring(from, Math.min(from + TEXT_CHUNK, text.length()));
      out.writeUTF(chunk);
      from += chunk.length();
    } while (chunk.length() == TEXT_CHUNK); // a full chunk is followed by another
  }
}
