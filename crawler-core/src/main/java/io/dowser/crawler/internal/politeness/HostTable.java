package io.dowser.crawler.internal.politeness;

import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.api.HostGrouping;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The hosts that are remembered, by what counts as one host: a group of names, and an address, too,
 * if those at one address count as one. Changed by one thread, read by many.
 */
final class HostTable {

  private static final int FORMAT = 2;

  private final HostGrouping grouping;
  private final @Nullable AddressBook addresses;
  private final Map<String, HostState> hosts = new ConcurrentHashMap<>();

  /**
   * Remembers nothing yet.
   *
   * @param addresses where hosts are, or null if that does not matter
   */
  HostTable(HostGrouping grouping, @Nullable AddressBook addresses) {
    this.grouping = grouping;
    this.addresses = addresses;
  }

  /** Names what the host of a URL is treated as. */
  String groupOf(CrawlUrl url) {
    return grouping.groupOf(url);
  }

  @Nullable HostState find(CrawlUrl url) {
    return hosts.get(groupOf(url));
  }

  /** Finds what the host's address is treated as; null too if addresses do not matter. */
  @Nullable HostState findAddress(CrawlUrl url) {
    String address = addresses == null ? null : addresses.find(url);
    return address == null ? null : hosts.get(address);
  }

  HostState findOrMake(CrawlUrl url) {
    return hosts.computeIfAbsent(groupOf(url), HostState::new);
  }

  boolean isGivenUp(CrawlUrl url) {
    HostState host = find(url);
    return host != null && host.givenUp;
  }

  /** Gives the failure of a URL's host that is the latest, or null if nobody remembers one. */
  FetchResult.@Nullable Failed lastFailure(CrawlUrl url) {
    HostState host = find(url);
    return host == null ? null : host.lastFailure;
  }

  /** Says how the host of a URL is, or its address if that must rest longer. */
  HostView look(CrawlUrl url, long now) {
    HostView byHost = HostView.of(find(url), now);
    HostView byAddress = HostView.of(findAddress(url), now);
    boolean addressDecides = !byHost.givenUp() && byAddress.dueIn().compareTo(byHost.dueIn()) > 0;
    return addressDecides ? byAddress : byHost;
  }

  /** Notes that a request begins, for which the host's address must stay what it is. */
  @Nullable HostState beginAtAddress(CrawlUrl url) {
    if (addresses == null) {
      return null;
    }
    addresses.begin(url);
    String address = addresses.find(url);
    return address == null ? null : hosts.computeIfAbsent(address, HostState::new);
  }

  /** Notes that such a request has ended. */
  void endAtAddress(CrawlUrl url) {
    if (addresses != null) {
      addresses.end(url);
    }
  }

  /** Forgets a host of which nothing needs to be remembered. */
  void tidy(HostState host) {
    if (host.isForgettable()) {
      hosts.remove(host.group);
    }
  }

  /** Writes the hosts that have failed or must rest, and how long they must still rest. */
  void save(DataOutput out, long now) throws IOException {
    List<HostState> kept = new ArrayList<>();
    for (HostState host : hosts.values()) {
      if (host.hasFailed() || host.readyAt > now) {
        kept.add(host);
      }
    }
    kept.sort(Comparator.comparing(host -> host.group));
    out.writeInt(FORMAT);
    out.writeInt(kept.size());
    for (HostState host : kept) {
      host.save(out, now);
    }
  }

  /** Replaces all hosts by what was saved and gives them; a rest goes on from where it was. */
  List<HostState> restore(DataInput in, long now) throws IOException {
    hosts.clear();
    int format = in.readInt();
    int count = in.readInt();
    if (format != FORMAT || count < 0) {
      throw new IOException(
          "format and number of saved hosts must be "
              + FORMAT
              + " and 0 or more, but were "
              + format
              + " and "
              + count);
    }
    List<HostState> restored = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      restored.add(HostState.restore(in, now));
    }
    restored.forEach(host -> hosts.put(host.group, host));
    return restored;
  }
}
