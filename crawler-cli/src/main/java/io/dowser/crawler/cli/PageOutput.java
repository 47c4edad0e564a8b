package io.dowser.crawler.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.StandardOpenOption.APPEND;
import static java.nio.file.StandardOpenOption.CREATE;

import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.api.Visit;
import io.dowser.crawler.archive.MarkdownSink;
import io.dowser.crawler.archive.PageSink;
import io.dowser.crawler.archive.WarcSink;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Writes the titles of relevant pages as they come, and what else of pages a crawl keeps. Nothing
 * is created before the first page.
 */
final class PageOutput implements PageSink {

  private final CrawlFiles files;
  private @Nullable PageSink warc;

  PageOutput(CrawlFiles files) {
    this.files = files;
  }

  @Override
  public void page(Visit visit) throws IOException {
    if (files.keepsPages()) {
      warc().page(visit);
    }
    if (visit.relevant()) {
      String title = visit.page().title().replaceAll("\\s+", " ").strip();
      // the line feed before it ends a line that a killed run has left unfinished
      String line = "\n" + visit.url() + "\t" + title;
      byte[] bytes = line.getBytes(UTF_8); // which takes halves of characters
      Files.write(files.titles(), bytes, CREATE, APPEND);
      Optional<MarkdownSink> texts = files.textSink();
      if (texts.isPresent()) {
        texts.get().page(visit);
      }
    }
  }

  @Override
  public void redirect(FetchResult.Redirect redirect, Instant time) throws IOException {
    if (files.keepsPages()) {
      warc().redirect(redirect, time);
    }
  }

  @Override
  public void unchanged(Unchanged unchanged) throws IOException {
    if (files.keepsPages()) {
      warc().unchanged(unchanged);
    }
  }

  private PageSink warc() {
    PageSink sink = warc;
    if (sink == null) {
      sink = WarcSink.in(files.warc());
      warc = sink;
    }
    return sink;
  }

  @Override
  public void close() throws IOException {
    if (warc != null) {
      warc.close();
    }
  }
}
