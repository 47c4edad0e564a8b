package io.dowser.crawler.archive;

import com.google.common.collect.Lists;
import com.google.common.collect.Sets;
import com.google.common.io.Closer;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.api.Visit;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Set;

/** Passes all to several sinks, one after the other. */
record PageSinks(List<PageSink> sinks) implements PageSink {

  PageSinks {
    Set<PageSink> different = Sets.newIdentityHashSet();
    different.addAll(sinks);
    if (sinks.isEmpty() || different.size() < sinks.size()) {
      throw new IllegalArgumentException(
          "sinks must be at least one, and none twice, but were " + sinks.size());
    }
  }

  @Override
  public void page(Visit visit) throws IOException {
    for (PageSink sink : sinks) {
      sink.page(visit);
    }
  }

  @Override
  public void redirect(FetchResult.Redirect redirect, Instant time) throws IOException {
    for (PageSink sink : sinks) {
      sink.redirect(redirect, time);
    }
  }

  @Override
  public void unchanged(Unchanged unchanged) throws IOException {
    for (PageSink sink : sinks) {
      sink.unchanged(unchanged);
    }
  }

  @Override
  public void flush() throws IOException {
    for (PageSink sink : sinks) {
      sink.flush();
    }
  }

  /** Closes all; throws the first exception, if any. */
  @Override
  public void close() throws IOException {
    Closer closer = Closer.create();
    Lists.reverse(sinks).forEach(closer::register); // the last one is closed first
    closer.close();
  }
}
