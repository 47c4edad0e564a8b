package io.dowser.crawler.internal;

import org.jspecify.annotations.Nullable;
import org.slf4j.MDC;

/** Creates the daemon threads of one crawl, which have its name. Immutable and thread-safe. */
public record CrawlThreads(String name) {

  /** The threads of a crawl without a name. */
  public static final CrawlThreads UNNAMED = new CrawlThreads("dowser");

  private static final String KEY = "crawl";

  /** Creates a thread. */
  public Thread thread(String role, Runnable work) {
    var thread = new Thread(named(work), name + "-" + role);
    thread.setDaemon(true);
    return thread;
  }

  /** Returns work that logs under the name of the crawl, on whichever thread. */
  public Runnable named(Runnable work) {
    Thread caller = Thread.currentThread();
    String nameOfCaller = MDC.get(KEY);
    return () -> {
      MDC.put(KEY, name);
      try {
        work.run();
      } finally {
        restore(Thread.currentThread() == caller ? nameOfCaller : null);
      }
    };
  }

  /** Restores the name of a caller in whose thread an executor has run work; others have none. */
  private static void restore(@Nullable String before) {
    if (before == null) {
      MDC.remove(KEY);
    } else {
      MDC.put(KEY, before);
    }
  }

  /** Returns the name between other words, or nothing for a crawl without a name. */
  public String between(String before, String after) {
    return equals(UNNAMED) ? "" : before + name + after;
  }
}
