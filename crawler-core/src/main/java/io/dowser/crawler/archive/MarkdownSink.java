package io.dowser.crawler.archive;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;
import static java.nio.file.StandardCopyOption.REPLACE_EXISTING;
import static java.util.Objects.requireNonNull;

import com.google.common.hash.Hashing;
import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.Visit;
import io.dowser.crawler.internal.OptionalLibrary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;

/**
 * Writes the main text of each page to a Markdown file, all in one directory. The file begins with
 * YAML front matter, which has the fields of {@link JsonLinesSink} without {@code text}.
 *
 * <p>A file name begins with the host and path of the page in up to 80 lower-case letters, digits
 * and hyphens. 32 hexadecimal digits of the SHA-256 of its URL follow. So all file systems allow
 * it, and no two pages share one. A page that is handed over again, or has changed, replaces its
 * file. A file is written under a temporary name and renamed when it is complete. Thread-safe.
 */
public final class MarkdownSink implements PageSink {

  private static final int MAX_READABLE = 80;

  private final Path directory;

  private MarkdownSink(Path directory) {
    this.directory = directory;
  }

  /**
   * Opens a directory.
   *
   * @param directory created if it does not exist
   * @return the sink
   * @throws CrawlException if it cannot be created
   */
  public static MarkdownSink in(Path directory) {
    OptionalLibrary.JACKSON.require();
    try {
      Files.createDirectories(directory);
    } catch (IOException e) {
      throw new CrawlException("pages cannot be written to " + directory + ": " + e, e);
    }
    return new MarkdownSink(directory);
  }

  /**
   * {@return the path of a page, written or not; a file in the directory}
   *
   * @param url its URL, after redirects
   */
  public Path fileOf(CrawlUrl url) {
    String text = requireNonNull(url, "url").toString();
    String readable =
        text.toLowerCase(Locale.ROOT)
            .replaceFirst("^https?://", "")
            .replaceFirst("\\?.*", "")
            .replaceAll("[^a-z0-9]+", "-");
    String start = readable.substring(0, Math.min(MAX_READABLE, readable.length()));
    String hash = Hashing.sha256().hashString(text, UTF_8).toString().substring(0, 32);
    return directory.resolve(start.replaceFirst("-$", "") + "-" + hash + ".md");
  }

  @Override
  public void page(Visit visit) throws IOException {
    write(visit.url(), PageFields.of(visit), PageFields.markdown(visit.page()));
  }

  /** Writes the file of a page. */
  void write(CrawlUrl url, Map<String, Object> fields, String markdown) throws IOException {
    var text = new StringBuilder("---\n");
    for (Map.Entry<String, Object> field : fields.entrySet()) {
      text.append(field.getKey() + ": " + PageFields.yaml(field.getValue()) + "\n");
    }
    text.append("---\n\n" + markdown + "\n");
    Path file = fileOf(url);
    Path part = file.resolveSibling(file.getFileName() + ".part");
    Files.write(part, text.toString().getBytes(UTF_8)); // which takes halves of characters
    Files.move(part, file, ATOMIC_MOVE, REPLACE_EXISTING);
  }

  /** Does nothing: no file stays open. */
  @Override
  public void close() {}
}
