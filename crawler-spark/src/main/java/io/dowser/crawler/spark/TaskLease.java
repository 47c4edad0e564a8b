package io.dowser.crawler.spark;

import io.dowser.crawler.api.CrawlException;
import java.io.Serializable;
import java.time.Duration;
import java.util.Map;
import org.apache.iceberg.catalog.Catalog;
import org.jspecify.annotations.Nullable;

/**
 * Lets the tasks of a driver send requests only while it has the {@link Lease}. A request may start
 * within the lease time after a look at the catalog that found the driver's own epoch. So none
 * starts later than the lease time after another driver has taken over. One for all tasks of an
 * executor; thread-safe.
 */
final class TaskLease implements Serializable {

  private static final long serialVersionUID = 1;
  private static final int LOOKS = 3;

  private final CrawlCatalog catalog;
  private final long epoch;
  private final long time;
  private transient @Nullable Catalog opened;
  private transient boolean seen;
  private transient long looked;
  private transient boolean lost;

  TaskLease(CrawlCatalog catalog, long epoch, Duration time) {
    this.catalog = catalog;
    this.epoch = epoch;
    this.time = time.toNanos();
  }

  /**
   * Checks that a request may start.
   *
   * @throws CrawlException if the driver has lost the lease, or the catalog cannot be read
   */
  synchronized void require() {
    long now = System.nanoTime();
    if (!lost && (!seen || now - looked >= time / LOOKS)) {
      look(now);
    }
    if (lost || System.nanoTime() - looked >= time) {
      throw new CrawlException("the driver of this task has lost the crawl's lease");
    }
  }

  private void look(long now) {
    try {
      Catalog open = opened == null ? catalog.open() : opened;
      opened = open;
      // loaded again: the file of an older state may be gone
      Map<String, String> properties = catalog.load(open, TableSchemas.CRAWL).properties();
      lost = Long.parseLong(properties.getOrDefault(Lease.EPOCH, "0")) != epoch;
      looked = now;
      seen = true;
    } catch (RuntimeException e) {
      if (!seen || System.nanoTime() - looked >= time) {
        throw new CrawlException("the lease of the crawl cannot be read", e);
      }
    }
  }
}
