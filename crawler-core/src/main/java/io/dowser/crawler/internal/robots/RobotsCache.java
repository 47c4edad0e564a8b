package io.dowser.crawler.internal.robots;

import static java.util.Objects.requireNonNull;

import com.google.common.cache.Cache;
import com.google.common.cache.CacheBuilder;
import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.StateWriter;
import io.dowser.crawler.robots.RobotsPolicy;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The robots rules of the sites requested so far, by scheme, host and port.
 *
 * <p>Some are in memory, and all are in a {@link RobotsStore} if there is one; each is dropped when
 * it expires. Large rules count as several usual ones, so memory is bounded whatever sites send.
 * Thread-safe.
 */
public final class RobotsCache {

  private static final int USUAL_WEIGHT = 16_384;

  private record Entry(RobotsFile file, Instant expires) {}

  private final RobotsPolicy policy;
  private final InstantSource clock;
  private final Cache<String, Entry> entries;
  private @Nullable RobotsStore store;

  /** Creates an empty cache. */
  public RobotsCache(RobotsPolicy policy, InstantSource clock) {
    this.policy = requireNonNull(policy, "policy");
    this.clock = requireNonNull(clock, "clock");
    this.entries =
        CacheBuilder.newBuilder()
            .concurrencyLevel(1)
            .maximumWeight((long) policy.maxHosts() * USUAL_WEIGHT)
            .weigher((String origin, Entry entry) -> Math.max(USUAL_WEIGHT, entry.file.weight()))
            .build();
  }

  /** Sets the store for rules that do not fit into memory. */
  public synchronized void store(RobotsStore value) {
    store = requireNonNull(value, "store");
  }

  /** Finds the rules of a site by its {@link io.dowser.crawler.api.CrawlUrl#origin}. */
  public synchronized Optional<RobotsFile> find(String origin) {
    Entry entry = entries.getIfPresent(origin);
    if (entry == null) {
      entry = fromStore(origin);
    }
    if (entry == null || !clock.instant().isBefore(entry.expires)) {
      return Optional.empty();
    }
    return Optional.of(entry.file);
  }

  /** Stores the rules of a site, replacing older ones. */
  public synchronized void put(String origin, RobotsFile file) {
    var entry = new Entry(file, clock.instant().plus(policy.keep()));
    entries.put(origin, entry);
    if (store != null) {
      store.put(origin, bytes(entry));
    }
  }

  private @Nullable Entry fromStore(String origin) {
    byte[] record = store == null ? null : store.find(origin).orElse(null);
    if (record == null) {
      return null;
    }
    try {
      Entry entry = read(StateReader.from(new ByteArrayInputStream(record)));
      entries.put(origin, entry);
      return entry;
    } catch (IOException e) { // another format, or damaged: it can be requested again
      return null;
    }
  }

  private static byte[] bytes(Entry entry) {
    var bytes = new ByteArrayOutputStream();
    try {
      var out = StateWriter.to(bytes);
      out.writeLong(entry.expires.toEpochMilli());
      entry.file.save(out);
    } catch (IOException e) {
      throw new UncheckedIOException("memory cannot be written to", e);
    }
    return bytes.toByteArray();
  }

  private static Entry read(StateReader in) throws IOException {
    Instant expires = Instant.ofEpochMilli(in.readLong());
    return new Entry(RobotsFile.restore(in), expires);
  }
}
