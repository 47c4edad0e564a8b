package io.dowser.crawler.api;

import static java.util.Objects.requireNonNull;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Reads what a {@link StateWriter} wrote.
 *
 * <p>The input comes from a file and is not to be trusted: counts are checked as they are read, and
 * memory is to be taken only for what has been read. Whatever does not fit is an {@link
 * IOException} that names the value and what is allowed.
 *
 * <p>Not thread-safe.
 */
public final class StateReader {

  private final DataInputStream in;
  private final @Nullable LongFunction<CrawlUrl> urls;

  private StateReader(InputStream in, @Nullable LongFunction<CrawlUrl> urls) {
    this.in = new DataInputStream(requireNonNull(in, "in"));
    this.urls = urls;
  }

  /**
   * {@return a new reader}
   *
   * @param in where from; the caller closes it
   */
  public static StateReader from(InputStream in) {
    return new StateReader(in, null);
  }

  /**
   * {@return a new reader of what was written by {@link StateWriter#besideUrls}}
   *
   * @param in where from; the caller closes it
   * @param urls finds the URL that had a number when the state was written; called in ascending
   *     order within a table
   */
  public static StateReader besideUrls(InputStream in, LongFunction<CrawlUrl> urls) {
    return new StateReader(in, requireNonNull(urls, "urls"));
  }

  /** {@return what finds URLs by their numbers, empty if they can only be read} */
  public Optional<LongFunction<CrawlUrl>> urls() {
    return Optional.ofNullable(urls);
  }

  /**
   * Reads the beginning of a section.
   *
   * @param name what must be in it
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
   * @param name what is counted, for the message
   * @throws IOException if it is negative or reading fails
   */
  public int readCount(String name) throws IOException {
    return readInt(0, Integer.MAX_VALUE, name);
  }

  /**
   * {@return a number of 64 bits that counts something or is the number of something, 0 or more}
   *
   * @param name what it is, for the message
   * @throws IOException if it is negative or reading fails
   */
  public long readNumber(String name) throws IOException {
    long value = in.readLong();
    require(value >= 0, name, "0 or more", value);
    return value;
  }

  /**
   * {@return a set of numbers, 0 or more each, in the order in which they were written}
   *
   * @param name what they are, for the message
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
   * @param name what it is, for the message
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
   * @param name what it is, for the message
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
   * Refuses a state in which something does not fit.
   *
   * @param fits whether it fits
   * @param what what must be, and what was found
   * @throws IOException if it does not fit
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
