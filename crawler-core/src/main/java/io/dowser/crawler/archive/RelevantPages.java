package io.dowser.crawler.archive;

import io.dowser.crawler.api.Visit;
import java.io.IOException;

/** Passes relevant pages to another sink. */
record RelevantPages(PageSink sink) implements PageSink {

  @Override
  public void page(Visit visit) throws IOException {
    if (visit.relevant()) {
      sink.page(visit);
    }
  }

  @Override
  public void flush() throws IOException {
    sink.flush();
  }

  @Override
  public void close() throws IOException {
    sink.close();
  }
}
