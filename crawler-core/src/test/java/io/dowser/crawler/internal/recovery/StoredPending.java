package io.dowser.crawler.internal.recovery;

import io.dowser.crawler.internal.store.CrawlStore;
import io.dowser.crawler.internal.store.PendingReader;
import io.dowser.crawler.internal.store.PendingRow;
import io.dowser.crawler.internal.store.StoreBatch;
import io.dowser.crawler.internal.store.StoreOptions;
import java.nio.file.Path;
import java.time.Instant;
import java.util.TreeMap;

/** The table of pending URLs in a directory, without the other tables of a crawl. */
final class StoredPending implements PendingTable, AutoCloseable {

  private final CrawlStore store;
  private final PendingReader reader;
  private final TreeMap<Long, PendingRow> known = new TreeMap<>();
  private final boolean sameFrontier;
  private StoreBatch batch;
  private long urls;

  StoredPending(Path directory, boolean sameFrontier) {
    this.store = CrawlStore.open(directory, StoreOptions.DEFAULTS);
    this.urls = store.reader().urls();
    this.reader = PendingReader.open(directory);
    this.batch = new StoreBatch(urls);
    this.sameFrontier = sameFrontier;
  }

  @Override
  public void offer(PendingRow row) {
    known.put(row.candidate().sequence(), row);
    batch.offerPending(row);
  }

  @Override
  public void set(PendingRow row) {
    batch.setPending(row);
  }

  @Override
  public void remove(long url) {
    batch.removePending(url);
  }

  @Override
  public void index() {
    batch.indexPending();
  }

  @Override
  public PendingReader read() throws InterruptedException {
    commit();
    return reader;
  }

  /** Adds the URLs that are new and commits; numbers without a URL get one that is never read. */
  void commit() throws InterruptedException {
    while (!known.isEmpty() && urls <= known.lastKey()) {
      PendingRow row = known.get(urls++);
      batch.addUrl(
          row == null
              ? io.dowser.crawler.api.CrawlUrl.of("http://none.test/" + urls)
              : row.candidate().url(),
          0,
          -1,
          Instant.EPOCH);
    }
    store.write(batch);
    store.await(batch);
    batch = new StoreBatch(urls);
  }

  @Override
  public boolean isOfThisFrontier() {
    return sameFrontier;
  }

  @Override
  public void close() {
    reader.close();
    store.close();
  }
}
