package io.dowser.crawler.toolkit.model;

import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.api.SettingException;
import io.dowser.crawler.api.Settings;
import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.StateWriter;
import io.dowser.crawler.api.internal.Checks;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UTFDataFormatException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.zip.CRC32C;
import java.util.zip.CheckedInputStream;
import java.util.zip.CheckedOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * Reads and writes files of trained models, with their kind, version, origin and checksum.
 *
 * <p>The file, written by a {@link StateWriter}: the eight bytes {@code DOWSERM1}; the kind of
 * model and its version; the number of facts, then name and value of each; the model's own bytes;
 * the CRC-32C of everything before it, in four bytes. Nothing in it is executable, and Java
 * serialization has no part in it, so a file from a stranger can be opened: at worst it is refused.
 *
 * <p>A model is written next to its target and moved there when it is complete: a killed process
 * leaves the old file or the new one. Instances are thread-safe.
 *
 * @param kind the kind of model, for example {@code bayes-page}: lower-case letters, digits,
 *     hyphens
 * @param version the version of the model's own bytes, 1 or more; other versions are refused
 * @param maxBytes the longest file that is read, at least 64 bytes
 */
public record ModelFile(String kind, int version, long maxBytes) {

  /** The setting of a plugin that names the file of its model. */
  public static final String SETTING = "model";

  private static final long MAGIC = 0x444F575345524D31L; // DOWSERM1 in ASCII
  private static final int MAX_FACTS = 1_000;
  private static final int CHECKSUM_BYTES = 4;
  private static final int SMALLEST = 64;
  private static final Pattern KIND = Pattern.compile("[a-z0-9-]{1,64}");

  /**
   * Describes the models of one strategy.
   *
   * @param kind the kind of model
   * @param version the version of the model's own bytes
   * @param maxBytes the longest file that is read
   * @throws IllegalArgumentException if a component is outside its range
   */
  public ModelFile {
    if (!KIND.matcher(kind).matches()) {
      throw new IllegalArgumentException(
          "kind must be 1 to 64 lower-case letters, digits or hyphens, but was '" + kind + "'");
    }
    Checks.positive("version", version);
    if (maxBytes < SMALLEST) {
      throw new IllegalArgumentException(
          "maxBytes must be at least " + SMALLEST + ", but was " + maxBytes);
    }
  }

  /** Writes a model's own bytes. */
  @FunctionalInterface
  public interface Writer {

    /**
     * Writes the model.
     *
     * @param out the output
     * @throws IOException if that fails
     */
    void write(StateWriter out) throws IOException;
  }

  /**
   * Reads a model's own bytes.
   *
   * @param <M> the model
   */
  @FunctionalInterface
  public interface Reader<M> {

    /**
     * Reads a model; should check each count before it allocates memory for it.
     *
     * @param in the input
     * @param facts the facts that {@link #save} was given, in that order
     * @return the model
     * @throws IOException if the bytes cannot be read or are invalid
     * @throws IllegalArgumentException if they are invalid
     */
    M read(StateReader in, Map<String, String> facts) throws IOException;
  }

  /**
   * Saves a model, replacing an existing file.
   *
   * @param file the file; its directory is created if it does not exist
   * @param facts the origin of the model (settings, seed, counts), at most 1,000, each value at
   *     most 65,535 bytes; may be empty
   * @param model writes the model's own bytes
   * @throws IOException if the file cannot be written; an existing file is left as it was
   * @throws IllegalArgumentException if there are more than 1,000 facts
   */
  public void save(Path file, Map<String, String> facts, Writer model) throws IOException {
    if (facts.size() > MAX_FACTS) {
      throw new IllegalArgumentException(
          "facts must be at most " + MAX_FACTS + ", but were " + facts.size());
    }
    Path target = file.toAbsolutePath();
    Path directory = Files.createDirectories(target.getParent());
    Path part = Files.createTempFile(directory, target.getFileName() + ".", ".part");
    try {
      write(part, facts, model);
      Files.move(part, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(part);
    }
  }

  private void write(Path part, Map<String, String> facts, Writer model) throws IOException {
    var checksum = new CRC32C();
    try (OutputStream file =
        new CheckedOutputStream(new BufferedOutputStream(Files.newOutputStream(part)), checksum)) {
      StateWriter out = StateWriter.to(file);
      out.writeLong(MAGIC);
      out.writeText(kind);
      out.writeInt(version);
      out.writeInt(facts.size());
      for (Map.Entry<String, String> fact : facts.entrySet()) {
        out.writeText(fact.getKey());
        out.writeText(fact.getValue());
      }
      model.write(out);
      out.writeInt((int) checksum.getValue());
    }
  }

  /**
   * Loads a model. The whole file is checked before any of the model is read.
   *
   * @param <M> the model
   * @param file the file
   * @param model reads the model's own bytes
   * @return the model
   * @throws FormatException if the file is not a model of this kind and version, is longer than
   *     {@link #maxBytes}, truncated, changed since it was saved, or refused by the reader
   * @throws IOException if the file is absent or cannot be read
   */
  public <M> M load(Path file, Reader<M> model) throws IOException {
    long size = Files.size(file);
    return load(file, size, () -> Files.newInputStream(file), model);
  }

  /**
   * Loads a model that is a resource, as {@link #load(Path, Reader)} does a file. Holds the whole
   * resource in memory for the time.
   *
   * @param <M> the model
   * @param resource the bytes of a saved file; the caller closes it
   * @param name the name of the resource, for messages
   * @param model reads the model's own bytes
   * @return the model
   * @throws FormatException if the resource is not a model of this kind and version, is longer than
   *     {@link #maxBytes}, truncated, changed since it was saved, or refused by the reader
   * @throws IOException if the resource cannot be read
   */
  public <M> M load(InputStream resource, String name, Reader<M> model) throws IOException {
    byte[] bytes = resource.readAllBytes();
    return load(Path.of(name), bytes.length, () -> new ByteArrayInputStream(bytes), model);
  }

  private <M> M load(Path file, long size, Source source, Reader<M> model) throws IOException {
    if (size > maxBytes) {
      throw refused(file, "has " + size + " bytes; at most " + maxBytes + " are read");
    }
    try (InputStream bytes = new BufferedInputStream(source.open())) {
      StateReader in = StateReader.from(bytes);
      if (in.readLong() != MAGIC) {
        throw refused(file, "is no model of this library");
      }
      check(file, size, source);
      Map<String, String> facts = head(file, in);
      M loaded = contents(file, in, facts, model);
      if (bytes.readNBytes(CHECKSUM_BYTES).length != CHECKSUM_BYTES || bytes.read() >= 0) {
        throw refused(file, "has another length than its contents say");
      }
      return loaded;
    } catch (EOFException | UTFDataFormatException e) {
      throw damaged(file, e);
    }
  }

  /** Opens the bytes of a saved file, which are read twice. */
  private interface Source {
    InputStream open() throws IOException;
  }

  /** Reads the contents; adds the name of the file to any error of the reader. */
  private static <M> M contents(
      Path file, StateReader in, Map<String, String> facts, Reader<M> model)
      throws FormatException {
    try {
      return model.read(in, facts);
    } catch (IOException | IllegalArgumentException | ArithmeticException e) {
      throw damaged(file, e);
    }
  }

  private static FormatException damaged(Path file, Exception cause) {
    String why = cause.getMessage() == null ? "it ends too early" : cause.getMessage();
    return new FormatException(file, "is truncated or damaged: " + why, cause);
  }

  private Map<String, String> head(Path file, StateReader in) throws IOException {
    String found = in.readText();
    if (!found.equals(kind)) {
      throw refused(file, "holds a model of kind '" + found + "', but '" + kind + "' was expected");
    }
    int foundVersion = in.readInt();
    if (foundVersion != version) {
      throw refused(
          file, "has version " + foundVersion + " of " + kind + ", but " + version + " is read");
    }
    int count = in.readInt();
    if (count < 0 || count > MAX_FACTS) {
      throw refused(file, "claims " + count + " facts; at most " + MAX_FACTS + " are read");
    }
    Map<String, String> facts = new LinkedHashMap<>();
    for (int i = 0; i < count; i++) {
      facts.put(in.readText(), in.readText());
    }
    return facts;
  }

  private static void check(Path file, long size, Source source) throws IOException {
    var checksum = new CRC32C();
    try (InputStream in =
        new CheckedInputStream(new BufferedInputStream(source.open()), checksum)) {
      in.skipNBytes(Math.max(0, size - CHECKSUM_BYTES));
      int computed = (int) checksum.getValue();
      if (StateReader.from(in).readInt() != computed) {
        throw refused(file, "is truncated or damaged: its checksum does not fit");
      }
    }
  }

  private static FormatException refused(Path file, String problem) {
    return new FormatException(file, problem, null);
  }

  /**
   * {@return the model whose file the setting {@value #SETTING} of a plugin names}
   *
   * @param <M> the model
   * @param settings the plugin's settings
   * @param loader loads a model
   * @throws SettingException if the setting is not the path of a file that exists
   * @throws CrawlException if the file cannot be read
   */
  public static <M> M ofSetting(Settings settings, Loader<M> loader) {
    String allowed = "a file with a trained model, as 'dowser train' writes it";
    String value = settings.text(SETTING, "", allowed, "trained model; required");
    try {
      Path file = Path.of(value);
      if (value.isBlank() || !Files.isRegularFile(file)) {
        throw new SettingException(SETTING, value, allowed);
      }
      return loader.load(file);
    } catch (InvalidPathException e) {
      throw new SettingException(SETTING, value, allowed);
    } catch (IOException e) {
      throw new CrawlException("setting 'model': " + value + " cannot be read", e);
    }
  }

  /**
   * Loads a model.
   *
   * @param <M> the model
   */
  @FunctionalInterface
  public interface Loader<M> {

    /**
     * Loads a model.
     *
     * @param file the file
     * @return the model
     * @throws IOException if the file cannot be read
     */
    M load(Path file) throws IOException;
  }

  /**
   * Thrown if a file is not the requested model: foreign, damaged, too large, or of another
   * version.
   */
  public static final class FormatException extends CrawlException {

    private static final long serialVersionUID = 1L;

    /**
     * Creates an exception for a file.
     *
     * @param file the file, left as it was
     * @param problem the problem with it and what was expected
     * @param cause the cause, or null
     */
    public FormatException(Path file, String problem, @Nullable Throwable cause) {
      super("model file " + file + ": " + problem, cause);
    }
  }
}
