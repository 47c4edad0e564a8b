package io.dowser.crawler;

import io.dowser.crawler.api.CrawlUrl;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The address of each host, for politeness per address. Safe for use by many threads. */
final class AddressBook {

  /** Beyond this, hosts are looked up anew; each takes some 200 bytes. */
  private static final int MAX_HOSTS = 100_000;

  private final Map<String, String> addresses = new ConcurrentHashMap<>();

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
    if (addresses.size() >= MAX_HOSTS) {
      addresses.clear();
    }
    addresses.put(url.host(), address.orElse(""));
  }
}
