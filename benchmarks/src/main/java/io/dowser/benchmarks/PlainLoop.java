package io.dowser.benchmarks;

import java.io.IOException;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jspecify.annotations.Nullable;

/**
 * The crawler that one would write by hand in an afternoon, and write well: blocking OkHttp on a
 * fixed number of threads, jsoup, a concurrent set of known URLs, first come first served.
 *
 * <p>It takes the text of each page and follows its links; it judges and scores nothing, knows no
 * politeness, and is done when nothing is pending or the budget is spent.
 */
final class PlainLoop implements CrawlerUnderTest {

  @Override
  public String label() {
    return "plain loop";
  }

  @Override
  public FinishedCrawl crawl(CrawlJob job, Consumer<String> visited) {
    return FinishedCrawl.of(new Run(job, visited).crawl());
  }

  /** One crawl. */
  private static final class Run {

    private static final String END = "";

    private final OkHttpClient client;
    private final int threads;
    private final long maxPages;
    private final Consumer<String> visited;
    private final BlockingQueue<String> pending = new LinkedBlockingQueue<>();
    private final Set<String> known = ConcurrentHashMap.newKeySet();
    private final AtomicInteger unfinished = new AtomicInteger();
    private final AtomicLong taken = new AtomicLong();
    private final LongAdder pages = new LongAdder();
    private final LongAdder characters = new LongAdder();
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();

    Run(CrawlJob job, Consumer<String> visited) {
      client = job.client();
      threads = job.workers();
      maxPages = job.maxPages();
      this.visited = visited;
      enqueue(job.seed());
    }

    long crawl() {
      var workers = new Thread[threads];
      for (int i = 0; i < threads; i++) {
        workers[i] = new Thread(this::work, "plain-loop-" + i);
        workers[i].start();
      }
      try {
        for (Thread worker : workers) {
          worker.join();
        }
      } catch (InterruptedException e) {
        throw new IllegalStateException("interrupted while crawling", e);
      }
      Throwable cause = failure.get();
      if (cause != null) {
        throw new IllegalStateException("a page could not be fetched", cause);
      }
      return characters.sum() > 0 ? pages.sum() : 0;
    }

    private void work() {
      try {
        for (String url = pending.take(); !url.equals(END); url = pending.take()) {
          if (taken.getAndIncrement() < maxPages) {
            visit(url);
          }
          if (unfinished.decrementAndGet() == 0 || taken.get() >= maxPages) {
            break;
          }
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      pending.add(END);
    }

    private void visit(String url) {
      Request request = new Request.Builder().url(url).build();
      try (Response response = client.newCall(request).execute()) {
        if (response.isSuccessful()) {
          analyze(url, Jsoup.parse(response.body().string(), url));
        }
      } catch (IOException e) {
        failure.compareAndSet(null, e);
      }
    }

    private void analyze(String url, Document page) {
      characters.add(page.text().length());
      for (Element link : page.select("a[href]")) {
        enqueue(withoutFragment(link.absUrl("href")));
      }
      pages.increment();
      visited.accept(url);
    }

    private void enqueue(String url) {
      if (url.startsWith("http") && known.add(url)) {
        unfinished.incrementAndGet();
        pending.add(url);
      }
    }

    private static String withoutFragment(String url) {
      int hash = url.indexOf('#');
      return hash < 0 ? url : url.substring(0, hash);
    }
  }
}
