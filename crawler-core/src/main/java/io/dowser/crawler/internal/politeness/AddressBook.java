package io.dowser.crawler.internal.politeness;

import io.dowser.crawler.api.CrawlUrl;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The address of each host, for politeness per address. Changed by one thread, read by many.
 *
 * <p>The address of a host with requests under way stays what it is, so that their ends are counted
 * where their beginnings were.
 */
final class AddressBook {

  /** Beyond this, hosts are looked up anew; each takes some 200 bytes. */
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

  /** Says whether it must be looked up where a URL's host is. */
  boolean isUnknown(CrawlUrl url) {
    return !addresses.containsKey(url.host());
  }

  /** Gives the address of a URL's host, or null if it is unknown or has none. */
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

  /** Notes that a request to the host of a URL begins. */
  void begin(CrawlUrl url) {
    inFlight.merge(url.host(), 1, Integer::sum);
  }

  /** Notes that a request to the host of a URL has ended. */
  void end(CrawlUrl url) {
    inFlight.computeIfPresent(url.host(), (host, count) -> count == 1 ? null : count - 1);
  }
}
