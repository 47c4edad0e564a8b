package io.dowser.crawler.internal.politeness;

import io.dowser.crawler.api.CrawlUrl;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The address of each host, for politeness per address. Written by the engine thread alone; {@link
 * #find} is thread-safe.
 *
 * <p>The address of a host with requests in flight stays the same, so that start and end of a
 * request count at one address.
 */
final class AddressBook {

  /** Above this, addresses are dropped and looked up again; each takes some 200 bytes. */
  private static final int MAX_HOSTS = 100_000;

  private final int maxHosts;
  private final Map<String, String> addresses = new ConcurrentHashMap<>();
  private final Map<String, Integer> inFlight = new HashMap<>();

  AddressBook() {
    this(MAX_HOSTS);
  }

  AddressBook(int maxHosts) {
    this.maxHosts = maxHosts;
  }

  /** Returns whether the address of a URL's host must be looked up. */
  boolean isUnknown(CrawlUrl url) {
    return !addresses.containsKey(url.host());
  }

  /** Returns the address of a URL's host, or null if it is unknown or has none. */
  @Nullable String find(CrawlUrl url) {
    String address = addresses.get(url.host());
    return address == null || address.isEmpty() ? null : address;
  }

  void put(CrawlUrl url, Optional<String> address) {
    if (addresses.size() >= maxHosts) {
      addresses.keySet().retainAll(inFlight.keySet());
    }
    addresses.putIfAbsent(url.host(), address.orElse(""));
  }

  /** Records the start of a request. */
  void begin(CrawlUrl url) {
    inFlight.merge(url.host(), 1, Integer::sum);
  }

  /** Records the end of a request. */
  void end(CrawlUrl url) {
    inFlight.computeIfPresent(url.host(), (host, count) -> count == 1 ? null : count - 1);
  }
}
