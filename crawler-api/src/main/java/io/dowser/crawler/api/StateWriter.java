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

  private StateWriter(DataOutputStream out) {
    this.out = out;
  }

  /**
   * {@return a new writer}
   *
   * @param out the stream to write to; the caller closes it
   */
  public static StateWriter to(OutputStream out) {
    return new StateWriter(new DataOutputStream(requireNonNull(out, "out")));
  }

  /**
   * Begins a section, the first of a state or the next one.
   *
   * @param name the name of the section
   * @param version the version of its format; to be raised when the order or the meaning of the
   *     values changes
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
   * Writes a candidate with everything that travels with it. Only for candidates that a crawl does
   * not keep itself, as it does with pending ones.
   *
   * @param candidate the candidate
   * @throws IOException if writing fails
   */
  public void writeCandidate(Candidate candidate) throws IOException {
    writeText(candidate.url().toString());
    writeLong(candidate.sequence());
    writeInt(candidate.depth());
    writeDouble(candidate.score());
    writeDouble(candidate.tieBreak());
    writeLong(candidate.parent());
    writeShort(candidate.pathState().size());
    for (double value : candidate.pathState().toArray()) {
      writeDouble(value);
    }
    writeShort(candidate.features().size());
    for (int feature : candidate.features().toArray()) {
      writeInt(feature);
    }
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
