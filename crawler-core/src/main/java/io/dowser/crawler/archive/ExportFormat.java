package io.dowser.crawler.archive;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.StandardCopyOption.REPLACE_EXISTING;

import com.google.common.io.MoreFiles;
import com.google.common.io.RecursiveDeleteOption;
import io.dowser.crawler.internal.Directories;
import io.dowser.crawler.internal.OptionalLibrary;
import io.dowser.crawler.internal.report.Csv;
import io.dowser.crawler.internal.report.Json;
import io.dowser.crawler.store.StoredPage;
import java.io.BufferedWriter;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * A format in which the relevant pages of a crawl's directory are written, while the crawl runs or
 * afterwards.
 *
 * <pre>{@code
 * try (CrawlHistory history = CrawlHistory.open(Path.of("crawls/tides"));
 *     Stream<StoredPage> pages = history.pages(PageSelection.ALL.best(100))) {
 *   ExportFormat.MARKDOWN.write(pages, Path.of("tides-texts"));
 * }
 * }</pre>
 *
 * <p>The formats have what the directory has. The sinks of this package write pages as the crawl
 * visits them, with all that they hold.
 */
public enum ExportFormat {
  /**
   * A file for spreadsheets with the columns {@code url}, {@code title}, {@code relevance}, {@code
   * published}, {@code fetched}, {@code links_from_seed}, {@code bytes}, {@code duplicates} and
   * {@code passage}; UTF-8 with a byte order mark. A text that begins as a formula is prefixed with
   * an apostrophe.
   */
  CSV {
    @Override
    Output open(OutputStream out) throws IOException {
      Writer lines = writer(out);
      lines.write(
          Csv.BYTE_ORDER_MARK
              + "url,title,relevance,published,fetched,links_from_seed,bytes,duplicates,passage\n");
      return new Output(page -> lines.write(csv(page)), lines);
    }
  },

  /**
   * A file with a line of JSON for each page: {@code url}, {@code title}, {@code published}, {@code
   * fetched}, {@code version}, {@code relevance}, {@code linksFromSeed}, {@code bytes}, {@code
   * duplicates}, {@code crawl}, its name, and {@code text}, the main text. Without a title or date,
   * these are absent.
   */
  JSON_LINES {
    @Override
    Output open(OutputStream out) throws IOException {
      OptionalLibrary.JACKSON.require();
      Writer lines = writer(out);
      return new Output(page -> lines.write(Json.line(PageFields.all(page)) + "\n"), lines);
    }
  },

  /**
   * A folder with a Markdown file for each page, as {@link MarkdownSink} names them. The front
   * matter has the fields of {@link #JSON_LINES} without {@code text}.
   */
  MARKDOWN {
    @Override
    Output open(Path folder) throws IOException {
      MarkdownSink sink = MarkdownSink.in(empty(folder));
      return new Output(page -> sink.write(page.url(), PageFields.of(page), page.markdown()), sink);
    }
  },

  /**
   * A folder with a Lucene index of the fields of {@link #JSON_LINES}, each stored: {@code title}
   * and {@code text} are tokenized as by {@link LuceneSink}, {@code url} is a term.
   */
  LUCENE {
    @Override
    Output open(Path folder) throws IOException {
      LuceneSink sink = LuceneSink.in(empty(folder));
      return new Output(page -> sink.add(PageFields.of(page), page.text()), sink);
    }
  },

  /**
   * A compressed WARC 1.1 file with the main text of each page as a {@code conversion} record, like
   * the WET files of Common Crawl. The directory has no bodies; {@link WarcSink} keeps them.
   */
  WARC {
    @Override
    Output open(OutputStream out) {
      OptionalLibrary.JWARC.require();
      return new Output(page -> WarcRecords.of(page).writeTo(out), out);
    }
  };

  /** {@return whether the output is a folder instead of a file} */
  public boolean isFolder() {
    return this == MARKDOWN || this == LUCENE;
  }

  /**
   * Writes pages into a file or folder. A file is written under a temporary name and renamed when
   * it is complete.
   *
   * @param pages the pages, see {@code CrawlHistory.pages}; not closed
   * @param out the file, which is replaced, or the folder, which must be missing or empty; created
   *     with the directories above it
   * @return the number of pages
   * @throws IOException if the output cannot be written, or the folder is not empty
   */
  public long write(Stream<StoredPage> pages, Path out) throws IOException {
    if (isFolder()) {
      return write(pages, open(out));
    }
    Path part = Directories.createFor(out).resolveSibling(out.getFileName() + ".part");
    long written;
    try {
      try (OutputStream file = Files.newOutputStream(part)) {
        written = write(pages, open(file));
      }
      Files.move(part, out, REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(part);
    }
    return written;
  }

  /**
   * Writes pages to a stream, {@linkplain #isFolder a folder} as a ZIP file, whose content is first
   * written to the directory for temporary files.
   *
   * @param pages the pages, see {@code CrawlHistory.pages}; not closed
   * @param out the stream, which is closed
   * @return the number of pages
   * @throws IOException if the stream or a temporary file cannot be written
   */
  public long write(Stream<StoredPage> pages, OutputStream out) throws IOException {
    if (!isFolder()) {
      return write(pages, open(out));
    }
    Path folder = Files.createTempDirectory("dowser-export");
    try {
      long written = write(pages, open(folder));
      zip(folder, out);
      return written;
    } finally {
      MoreFiles.deleteRecursively(folder, RecursiveDeleteOption.ALLOW_INSECURE);
    }
  }

  private static void zip(Path folder, OutputStream out) throws IOException {
    try (var zip = new ZipOutputStream(out);
        Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
        zip.putNextEntry(new ZipEntry(folder.relativize(file).toString().replace('\\', '/')));
        Files.copy(file, zip);
      }
    }
  }

  private static long write(Stream<StoredPage> pages, Output output) throws IOException {
    long written = 0;
    try (output.target) {
      for (Iterator<StoredPage> each = pages.iterator(); each.hasNext(); written++) {
        output.writer.write(each.next());
      }
    }
    return written;
  }

  /** Opens a file of this format. */
  Output open(OutputStream out) throws IOException {
    throw new IllegalArgumentException(this + " writes a folder, not a stream");
  }

  /** Opens a folder of this format. */
  Output open(Path folder) throws IOException {
    throw new IllegalArgumentException(this + " writes a file, not a folder");
  }

  /** Writes one page. */
  private interface PageWriter {
    void write(StoredPage page) throws IOException;
  }

  /** An output that is open. */
  record Output(PageWriter writer, Closeable target) {}

  /** Unlike a writer of Files, it takes halves of characters. */
  private static Writer writer(OutputStream out) {
    return new BufferedWriter(new OutputStreamWriter(out, UTF_8));
  }

  private static String csv(StoredPage page) {
    return Csv.line(
        page.url(),
        page.title(),
        page.relevance(),
        page.published().map(Object::toString).orElse(""),
        page.fetched(),
        page.depth(),
        page.bytes(),
        page.duplicates(),
        page.passage());
  }

  private static Path empty(Path folder) throws IOException {
    if (Files.exists(folder)) {
      try (Stream<Path> files = Files.list(folder)) {
        if (files.findAny().isPresent()) {
          throw new FileAlreadyExistsException(
              folder.toString(), null, "the folder must be missing or empty");
        }
      }
    }
    return folder;
  }
}
