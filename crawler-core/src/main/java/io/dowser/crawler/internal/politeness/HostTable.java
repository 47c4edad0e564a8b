package io.dowser.crawler.internal.politeness;

import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.HostGrouping;
import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.StateWriter;
import io.dowser.crawler.report.CrawlSnapshot.HostStatus;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The hosts whose state is kept, by group of names, by origin if that has failed, and also by
 * address if hosts at one address share their delay. Written by the engine thread alone; {@link
 * #look} is thread-safe.
 */
final class HostTable {

  private static final int FORMAT = 2;

  private final HostGrouping grouping;
  private final @Nullable AddressBook addresses;
  private final Map<String, HostState> hosts = new ConcurrentHashMap<>();

  /** Creates an empty table; addresses are null if they do not matter. */
  HostTable(HostGrouping grouping, @Nullable AddressBook addresses) {
    this.grouping = grouping;
    this.addresses = addresses;
  }

  /** Returns the name of the group of a URL's host. */
  String groupOf(CrawlUrl url) {
    return grouping.groupOf(url);
  }

  @Nullable HostState find(CrawlUrl url) {
    return hosts.get(groupOf(url));
  }

  /** Returns the state of the host's address, or null if there is none. */
  @Nullable HostState findAddress(CrawlUrl url) {
    String address = addresses == null ? null : addresses.find(url);
    return address == null ? null : hosts.get(address);
  }

  HostState findOrCreate(CrawlUrl url) {
    return hosts.computeIfAbsent(groupOf(url), HostState::new);
  }

  /** Returns the failures of a URL's origin, or null if there are none. */
  @Nullable HostState findOrigin(CrawlUrl url) {
    return hosts.get(url.origin());
  }

  HostState findOrCreateOrigin(CrawlUrl url) {
    return hosts.computeIfAbsent(url.origin(), HostState::new);
  }

  /** Returns the origins of a host that have failed. */
  List<HostState> failingOrigins(HostState host) {
    return hosts.values().stream()
        .filter(each -> each.hasFailed() && isOriginOf(host, each.group))
        .toList();
  }

  private boolean isOriginOf(HostState host, String name) {
    return name.contains("://") && groupOf(CrawlUrl.of(name + "/")).equals(host.group);
  }

  /** Returns the view of a URL's host, or of its address if that is delayed longer. */
  HostView look(CrawlUrl url, long now) {
    HostView byHost = HostView.of(find(url), findOrigin(url), now);
    HostView byAddress = HostView.of(findAddress(url), null, now);
    boolean addressDecides =
        !byHost.givenUp() && byAddress.readyIn().compareTo(byHost.readyIn()) > 0;
    return addressDecides ? byAddress : byHost;
  }

  /** Returns the hosts that are not free: those in use first, then those that wait longest. */
  List<HostStatus> notFree(long now, int most) {
    record Named(String name, boolean inUse, HostView view) {}
    return hosts.values().stream()
        .map(host -> new Named(host.group, host.connections > 0, HostView.of(host, host, now)))
        .filter(host -> !host.view.free())
        .sorted(
            Comparator.comparing((Named host) -> !host.inUse)
                .thenComparing(host -> host.view.readyIn(), Comparator.reverseOrder())
                .thenComparing(Named::name))
        .limit(most)
        .map(host -> new HostStatus(host.name, host.view.description()))
        .toList();
  }

  /** Fixes the host's address while a request is in flight, and returns its state. */
  @Nullable HostState beginAtAddress(CrawlUrl url) {
    if (addresses == null) {
      return null;
    }
    addresses.begin(url);
    String address = addresses.find(url);
    return address == null ? null : hosts.computeIfAbsent(address, HostState::new);
  }

  void endAtAddress(CrawlUrl url) {
    if (addresses != null) {
      addresses.end(url);
    }
  }

  List<HostState> givenUp() {
    return hosts.values().stream().filter(host -> host.givenUp).toList();
  }

  /** Removes a host whose state is the default. */
  void tidy(HostState host) {
    if (host.isForgettable()) {
      hosts.remove(host.group);
    }
  }

  /** Writes the hosts that have failed or are delayed. */
  void save(StateWriter out, long now) throws IOException {
    List<HostState> kept =
        hosts.values().stream()
            .filter(host -> host.hasFailed() || host.readyAt > now)
            .sorted(Comparator.comparing(host -> host.group))
            .toList();
    out.section("hosts", FORMAT);
    out.writeInt(kept.size());
    for (HostState host : kept) {
      host.save(out, now);
    }
  }

  /** Replaces all hosts by the saved ones and returns them. */
  List<HostState> restore(StateReader in, long now) throws IOException {
    hosts.clear();
    in.section("hosts", FORMAT);
    int count = in.readCount("number of hosts");
    List<HostState> restored = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      restored.add(HostState.restore(in, now));
    }
    restored.forEach(host -> hosts.put(host.group, host));
    return restored;
  }
}
