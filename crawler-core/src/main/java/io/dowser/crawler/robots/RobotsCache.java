package io.dowser.crawler.robots;

import static java.util.Objects.requireNonNull;

import com.google.common.cache.Cache;
import com.google.common.cache.CacheBuilder;
import com.google.common.cache.RemovalNotification;
import io.dowser.crawler.api.Resumable;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInput;
import java.io.DataInputStream;
import java.io.DataOutput;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The robots rules of the sites met so far, by scheme, host and port.
 *
 * <p>Some are in memory, the others on a {@link RobotsShelf}; each is forgotten when its time is
 * over. Large rules take the place of several usual ones, so memory is bounded whatever sites send.
 * Safe for use by many threads.
 */
public final class RobotsCache implements Resumable {

  private static final int FORMAT = 1;
  private static final int USUAL_WEIGHT = 16_384;
  private static final int MAX_RECORDS = 10_000_000;

  private record Entry(RobotsFile file, Instant expires) {}

  private final RobotsPolicy policy;
  private final InstantSource clock;
  private final Cache<String, Entry> entries;
  private RobotsShelf shelf = RobotsShelf.NONE;

  /**
   * Makes an empty cache.
   *
   * @param policy how many sites are held in memory, and how long
   * @param clock what tells the time
   */
  public RobotsCache(RobotsPolicy policy, InstantSource clock) {
    this.policy = requireNonNull(policy, "policy");
    this.clock = requireNonNull(clock, "clock");
    this.entries =
        CacheBuilder.newBuilder()
            .concurrencyLevel(1)
            .maximumWeight((long) policy.maxHosts() * USUAL_WEIGHT)
            .weigher((String origin, Entry entry) -> Math.max(USUAL_WEIGHT, entry.file.weight()))
            .removalListener(this::removed)
            .build();
  }

  /**
   * Sets where rules go that no longer fit into memory.
   *
   * @param value by default {@link RobotsShelf#NONE}
   */
  public synchronized void shelf(RobotsShelf value) {
    shelf = requireNonNull(value, "shelf");
  }

  /**
   * Looks for the rules of a site.
   *
   * @param origin scheme, host and port, such as {@code https://example.org}
   * @return the rules, or empty if they must be asked for
   */
  public synchronized Optional<RobotsFile> find(String origin) {
    Entry entry = entries.getIfPresent(origin);
    if (entry == null) {
      entry = fromShelf(origin);
    }
    if (entry == null || !clock.instant().isBefore(entry.expires)) {
      return Optional.empty();
    }
    return Optional.of(entry.file);
  }

  /**
   * Keeps the rules of a site from now on.
   *
   * @param origin scheme, host and port
   * @param file its rules
   */
  public synchronized void put(String origin, RobotsFile file) {
    entries.put(origin, new Entry(file, clock.instant().plus(policy.keep())));
  }

  private @Nullable Entry fromShelf(String origin) {
    byte[] record = shelf.find(origin).orElse(null);
    if (record == null) {
      return null;
    }
    try {
      Entry entry = read(new DataInputStream(new ByteArrayInputStream(record)));
      entries.put(origin, entry);
      return entry;
    } catch (IOException e) { // not ours, or broken: it can be asked for again
      return null;
    }
  }

  private void removed(RemovalNotification<String, Entry> removed) {
    String origin = removed.getKey();
    Entry entry = removed.getValue();
    if (removed.wasEvicted() && origin != null && entry != null && shelf != RobotsShelf.NONE) {
      shelf.put(origin, bytes(entry));
    }
  }

  private static byte[] bytes(Entry entry) {
    var bytes = new ByteArrayOutputStream();
    try {
      write(new DataOutputStream(bytes), entry);
    } catch (IOException e) {
      throw new UncheckedIOException("memory cannot be written to", e);
    }
    return bytes.toByteArray();
  }

  private static void write(DataOutput out, Entry entry) throws IOException {
    out.writeLong(entry.expires.toEpochMilli());
    entry.file.save(out);
  }

  private static Entry read(DataInput in) throws IOException {
    Instant expires = Instant.ofEpochMilli(in.readLong());
    return new Entry(RobotsFile.restore(in), expires);
  }

  /** Writes the rules that are in memory and still count. */
  @Override
  public synchronized void save(DataOutput out) throws IOException {
    Instant now = clock.instant();
    List<Map.Entry<String, Entry>> valid = new ArrayList<>();
    for (Map.Entry<String, Entry> entry : entries.asMap().entrySet()) {
      if (now.isBefore(entry.getValue().expires)) {
        valid.add(entry);
      }
    }
    out.writeInt(FORMAT);
    out.writeInt(valid.size());
    for (Map.Entry<String, Entry> entry : valid) {
      RobotsFile.writeText(out, entry.getKey());
      write(out, entry.getValue());
    }
  }

  /** Replaces everything by what was saved; if it fails, nothing is known. */
  @Override
  public synchronized void restore(DataInput in) throws IOException {
    entries.invalidateAll();
    RobotsFile.within(in.readInt(), FORMAT, FORMAT, "format of saved robots rules");
    int count = RobotsFile.within(in.readInt(), 0, MAX_RECORDS, "number of sites");
    try {
      for (int i = 0; i < count; i++) {
        String origin = RobotsFile.readText(in);
        entries.put(origin, read(in));
      }
    } catch (IOException e) {
      entries.invalidateAll();
      throw e;
    }
  }
}
