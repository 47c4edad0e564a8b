package io.dowser.crawler.archive;

import static java.util.Objects.requireNonNull;

import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.api.Visit;
import io.dowser.crawler.api.internal.Checks;
import io.dowser.crawler.internal.OptionalLibrary;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Writes pages into WARC 1.1 files (ISO 28500:2017), each record compressed separately.
 *
 * <p>A page becomes three records: {@code response} with status, headers and body; {@code request},
 * which names method, path and host; and {@code metadata} with the crawl's data about the page:
 * {@code fetchTimeMs}, {@code depth} (links from a seed), {@code visit} (its number), {@code
 * version}, {@code relevance}, {@code relevant} and, unless it is a seed, {@code score}. A redirect
 * becomes a {@code response} and a {@code request}; for a redirect by a script, and for a page with
 * another URL than the requested one, the status is 302, which no server sent. Each file begins
 * with a {@code warcinfo} record.
 *
 * <p>A recheck with status 304 or an equal body becomes a {@code revisit} (section 6.7.3 for the
 * one, 6.7.2 for the other) and a {@code request}. The revisit has the headers of the response and
 * no body, and refers to the version that it repeats by URL and time. Decoded bodies are compared:
 * with a different compression, the payload digest differs as well. Times are in milliseconds.
 *
 * <p>A body that was received with the content coding {@code gzip} is kept in that form, and not
 * compressed again; see {@link io.dowser.crawler.api.Body#gzipped}. Any other is kept decoded.
 * Headers on coding and length are those of the kept body, and so is the payload's content hash.
 *
 * <p>The records of a page are written in one call; files are numbered and never written to again
 * by a later sink, so a killed process costs at most the page it was writing.
 */
public final class WarcSink implements PageSink {

  private static final long DEFAULT_BYTES = 1L << 30;
  private static final Pattern PREFIX = Pattern.compile("[A-Za-z0-9_-]{1,64}");

  private final Path directory;
  private final String prefix;
  private final long maxFileBytes;
  private final boolean withContent;
  private int number;
  private String name = "";
  private long written;
  private @Nullable OutputStream out;

  private WarcSink(Path directory, String prefix, long maxFileBytes, boolean withContent) {
    this.directory = directory;
    this.prefix = prefix;
    this.maxFileBytes = maxFileBytes;
    this.withContent = withContent;
  }

  /**
   * Creates a sink that begins a new file when one has a gigabyte.
   *
   * @param directory the directory of the files, named {@code dowser-00001.warc.gz} and so on;
   *     created if it does not exist
   * @return the sink
   * @throws CrawlException if the directory cannot be created
   */
  public static WarcSink in(Path directory) {
    return in(directory, "dowser", DEFAULT_BYTES);
  }

  /**
   * {@return a sink into the same files that also writes what pages hold, where it is used instead
   * of this one} The {@code metadata} gets {@code title}, {@code language}, {@code description},
   * {@code authors}, {@code published}, {@code modified}, {@code extracted} and {@code unread},
   * each in one line; a {@code conversion} (section 6.8) has the main text, in UTF-8. Of a page
   * whose analyzer knows no attributes, the text is all of its text. To compute this takes about as
   * long as to analyse the page.
   */
  public WarcSink withContent() {
    return new WarcSink(directory, prefix, maxFileBytes, true);
  }

  /**
   * Creates a sink.
   *
   * @param directory the directory of the files; created if it does not exist
   * @param prefix the beginning of their names: 1 to 64 letters, digits, hyphens, underscores
   * @param maxFileBytes a file that has this many bytes gets no further page; above 0
   * @return the sink
   * @throws IllegalArgumentException if prefix or size are not allowed
   * @throws CrawlException if the directory cannot be created
   */
  public static WarcSink in(Path directory, String prefix, long maxFileBytes) {
    requireNonNull(directory, "directory");
    if (!PREFIX.matcher(prefix).matches()) {
      throw new IllegalArgumentException(
          "prefix must be 1 to 64 letters, digits, '-' or '_', but was '" + prefix + "'");
    }
    Checks.positive("maxFileBytes", maxFileBytes);
    OptionalLibrary.JWARC.require();
    try {
      Files.createDirectories(directory);
    } catch (IOException e) {
      throw new CrawlException("WARC files cannot be written to " + directory + ": " + e, e);
    }
    return new WarcSink(directory, prefix, maxFileBytes, false);
  }

  @Override
  public void page(Visit visit) throws IOException {
    ByteArrayOutputStream records = WarcRecords.of(visit, withContent);
    written += write(records, file(visit.time()));
  }

  @Override
  public void redirect(FetchResult.Redirect redirect, Instant time) throws IOException {
    ByteArrayOutputStream records = WarcRecords.of(redirect, time);
    written += write(records, file(time));
  }

  @Override
  public void unchanged(Unchanged unchanged) throws IOException {
    ByteArrayOutputStream records = WarcRecords.of(unchanged);
    written += write(records, file(unchanged.time()));
  }

  private OutputStream file(Instant time) throws IOException {
    OutputStream file = out;
    return file == null || written >= maxFileBytes ? next(time) : file;
  }

  private OutputStream next(Instant time) throws IOException {
    close();
    OutputStream file = firstFree();
    out = file;
    written = write(WarcRecords.ofFile(name, time), file);
    return file;
  }

  /** Creates the first file whose number is not taken, by an earlier run of the crawl for one. */
  private OutputStream firstFree() throws IOException {
    while (true) {
      number++;
      name = String.format(Locale.ROOT, "%s-%05d.warc.gz", prefix, number);
      try {
        return Files.newOutputStream(
            directory.resolve(name), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
      } catch (FileAlreadyExistsException e) {
        // the next number may be free
      }
    }
  }

  private int write(ByteArrayOutputStream records, OutputStream file) throws IOException {
    try {
      records.writeTo(file);
      return records.size();
    } catch (IOException e) { // whose message does not name the file
      throw new IOException(directory.resolve(name) + ": " + e.getMessage(), e);
    }
  }

  @Override
  public void close() throws IOException {
    if (out != null) {
      out.close();
      out = null;
    }
  }
}
