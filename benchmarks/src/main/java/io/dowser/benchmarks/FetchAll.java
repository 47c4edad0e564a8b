package io.dowser.benchmarks;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import okhttp3.Request;
import okhttp3.Response;

/** Fetches all pages of a site and looks at none of them: what server and client can do at best. */
final class FetchAll implements CrawlerUnderTest {

  private final Site site;

  FetchAll(Site site) {
    this.site = site;
  }

  @Override
  public String label() {
    return "fetch";
  }

  @Override
  public FinishedCrawl crawl(CrawlJob job, Consumer<String> visited) {
    var bytes = new LongAdder();
    var pages = new LongAdder();
    ExecutorService pool = Executors.newFixedThreadPool(job.workers());
    for (int i = 0; i < job.maxPages(); i++) {
      String url = site.url(i);
      pool.execute(
          () -> {
            bytes.add(fetch(job, url));
            pages.increment();
          });
    }
    pool.shutdown();
    try {
      boolean done = pool.awaitTermination(5, TimeUnit.MINUTES);
      return FinishedCrawl.of(done && bytes.sum() > 0 ? pages.sum() : 0);
    } catch (InterruptedException e) {
      throw new IllegalStateException("interrupted while fetching", e);
    }
  }

  private static long fetch(CrawlJob job, String url) {
    Request request = new Request.Builder().url(url).build();
    try (Response response = job.client().newCall(request).execute()) {
      return response.body().bytes().length;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
