package io.dowser.crawler.internal;

import org.slf4j.MDC;

/** Creates the daemon threads of one crawl, which have its name. Immutable and thread-safe. */
public record CrawlThreads(String name) {

  /** The threads of a crawl without a name of its own. */
  public static final CrawlThreads UNNAMED = new CrawlThreads("dowser");

  private static final String KEY = "crawl";

  /** Returns those of the crawl that the calling thread belongs to, as far as the MDC knows. */
  public static CrawlThreads ofCaller() {
    String name = MDC.get(KEY);
    return name == null ? UNNAMED : new CrawlThreads(name);
  }

  /** Creates a thread. */
  public Thread thread(String role, Runnable work) {
    var thread = new Thread(named(work), name + "-" + role);
    thread.setDaemon(true);
    return thread;
  }

  /** Returns work that logs under the name of the crawl, on whichever thread. */
  public Runnable named(Runnable work) {
    return () -> {
      MDC.put(KEY, name);
      try {
        work.run();
      } finally {
        MDC.remove(KEY);
      }
    };
  }

  /** Returns the name in front of other words, or nothing for a crawl without a name. */
  public String named(String before, String after) {
    return equals(UNNAMED) ? "" : before + name + after;
  }
}
