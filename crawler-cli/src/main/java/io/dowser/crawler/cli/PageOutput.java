package io.dowser.crawler.cli;

import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.api.Visit;
import io.dowser.crawler.archive.MarkdownSink;
import io.dowser.crawler.archive.PageSink;
import io.dowser.crawler.archive.WarcSink;
import java.io.IOException;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Writes what a crawl keeps of pages as they come. Nothing is created before the first page. */
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
