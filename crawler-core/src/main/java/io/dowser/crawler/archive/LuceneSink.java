package io.dowser.crawler.archive;

import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.api.Visit;
import io.dowser.crawler.internal.OptionalLibrary;
import io.dowser.crawler.internal.report.Json;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.apache.lucene.analysis.cn.smart.SmartChineseAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.Term;
import org.apache.lucene.store.FSDirectory;

/**
 * Indexes pages for search, in a directory of Lucene. {@code title} and {@code text}, the main
 * text, are tokenized by Lucene's {@code SmartChineseAnalyzer}, which segments Chinese and stems
 * English; {@code url}, {@code language} and the other fields of {@link JsonLinesSink} are stored,
 * the first two as terms. Search with the same analyzer; docs/recipes.md has a program.
 *
 * <p>The URL is the key: a page that is handed over again, or has changed, replaces its document.
 * The index is committed, and can be searched, when a crawl commits to its directory, and in any
 * crawl with the first page a second after the last commit, and at the end. Not thread-safe.
 */
public final class LuceneSink implements PageSink {

  private static final long COMMIT_NANOS = 1_000_000_000;

  private final SmartChineseAnalyzer analyzer;
  private final FSDirectory directory;
  private final IndexWriter index;
  private long committed = System.nanoTime();

  private LuceneSink(Path path) throws IOException {
    analyzer = new SmartChineseAnalyzer();
    directory = FSDirectory.open(path);
    try {
      index = new IndexWriter(directory, new IndexWriterConfig(analyzer));
    } catch (IOException | RuntimeException e) {
      directory.close();
      throw e;
    }
  }

  /**
   * Opens an index.
   *
   * @param directory created if it does not exist; of one sink at a time
   * @return the sink
   * @throws CrawlException if it cannot be written, or another sink has it open
   */
  public static LuceneSink in(Path directory) {
    OptionalLibrary.SMARTCN.require();
    try {
      return new LuceneSink(directory);
    } catch (IOException e) {
      throw new CrawlException("pages cannot be indexed in " + directory + ": " + e, e);
    }
  }

  @Override
  public void page(Visit visit) throws IOException {
    add(PageFields.of(visit), PageFields.text(visit.page()));
    if (System.nanoTime() - committed > COMMIT_NANOS) {
      flush();
    }
  }

  /** Adds a page, or replaces it; it can be found after the next commit. */
  void add(Map<String, Object> fields, String text) throws IOException {
    var document = new Document();
    for (Map.Entry<String, Object> field : fields.entrySet()) {
      document.add(field(field.getKey(), field.getValue()));
    }
    document.add(new TextField("text", text, Field.Store.YES));
    index.updateDocument(new Term("url", (String) fields.get("url")), document);
  }

  @Override
  public void flush() throws IOException {
    index.commit();
    committed = System.nanoTime();
  }

  private static Field field(String name, Object value) {
    return switch (name) {
      case "url", "language" -> new StringField(name, (String) value, Field.Store.YES);
      case "title" -> new TextField(name, (String) value, Field.Store.YES);
      default -> new StoredField(name, value instanceof String text ? text : Json.line(value));
    };
  }

  @Override
  public void close() throws IOException {
    try (analyzer;
        directory) {
      index.close();
    }
  }
}
