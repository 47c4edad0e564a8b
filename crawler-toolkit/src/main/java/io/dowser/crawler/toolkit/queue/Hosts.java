package io.dowser.crawler.toolkit.queue;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The hosts for which something waits or whose last poll still matters, by name and number. */
final class Hosts {

  private final SlotOrder order;
  private final Map<String, HostQueue> byName = new HashMap<>();
  private final IntColumn numberByOrigin = new IntColumn(); // plus 1
  private HostQueue[] byNumber = new HostQueue[16];
  private int[] free = new int[16];
  private int freeCount;
  private int count;

  Hosts(SlotOrder order) {
    this.order = order;
  }

  HostQueue get(String name) {
    HostQueue host = byName.get(name);
    return host == null ? create(name) : host;
  }

  /** Finds a host sooner if the last URL of the same origin was its, as it nearly always was. */
  HostQueue get(String name, int origin) {
    int number = numberByOrigin.get(origin) - 1;
    if (number >= 0) {
      HostQueue host = byNumber[number];
      if (host.isListed && host.name.equals(name)) {
        return host;
      }
    }
    HostQueue host = get(name);
    numberByOrigin.set(origin, host.number + 1);
    return host;
  }

  @Nullable HostQueue find(String name) {
    return byName.get(name);
  }

  HostQueue get(int number) {
    return byNumber[number];
  }

  Iterable<HostQueue> all() {
    return byName.values();
  }

  void remove(HostQueue host) {
    byName.remove(host.name);
    host.isListed = false;
    if (freeCount == free.length) {
      free = Arrays.copyOf(free, freeCount + (freeCount >> 1));
    }
    free[freeCount++] = host.number;
  }

  private HostQueue create(String name) {
    int number = freeCount > 0 ? free[--freeCount] : count++;
    if (number == byNumber.length) {
      byNumber = Arrays.copyOf(byNumber, number + (number >> 1));
    }
    var host = new HostQueue(name, number, order);
    byNumber[number] = host;
    byName.put(name, host);
    return host;
  }
}
