package io.dowser.crawler.wanglandau;

import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlUrl;
import java.util.ArrayList;
import java.util.List;

/**
 * The pending links of one host: a heap by score, best first, with the sum of the energies.
 *
 * <p>The heap lies in a list, so a link at a random place can be looked at, and the best link
 * bounds all weights. Four children a node.
 */
final class Region {

  /** Most links of one region, so that the sum of their energies stays a long. */
  static final int MAX_LINKS = 1 << 22;

  private static final int BITS = 2;
  private static final int CHILDREN = 1 << BITS;

  final String name;
  final int number;
  final CrawlUrl address;
  boolean delayed;
  long readyAt;
  double due; // readyAt as a number that does not overflow
  long checked = -1; // the poll in which the gate reported that the host is ready

  private final List<QueuedLink> links = new ArrayList<>();
  private long sum;

  Region(String name, int number, CrawlUrl address) {
    this.name = name;
    this.number = number;
    this.address = address;
  }

  int size() {
    return links.size();
  }

  /** Returns the mean energy; the same for the same links, in whatever order they came. */
  double mean() {
    return Energy.fromUnits((double) sum / links.size());
  }

  QueuedLink link(int place) {
    return links.get(place);
  }

  QueuedLink best() {
    return links.get(0);
  }

  void add(QueuedLink link) {
    if (links.size() == MAX_LINKS) {
      throw new IllegalStateException(
          "region " + name + " is full: it has " + MAX_LINKS + " links");
    }
    sum += Energy.units(link.score());
    links.add(link);
    siftUp(links.size() - 1, link);
  }

  /** Replaces the candidate of a link, which moves it to another place. */
  void replace(QueuedLink link, Candidate candidate) {
    sum += Energy.units(candidate.score()) - Energy.units(link.score());
    link.candidate = candidate;
    settle(link.place, link);
  }

  void remove(QueuedLink link) {
    sum -= Energy.units(link.score());
    QueuedLink last = links.remove(links.size() - 1);
    if (last != link) {
      settle(link.place, last);
    }
  }

  private void settle(int place, QueuedLink link) {
    if (place > 0 && link.goesBefore(links.get(parent(place)))) {
      siftUp(place, link);
    } else {
      siftDown(place, link);
    }
  }

  private void siftUp(int from, QueuedLink link) {
    int place = from;
    while (place > 0 && link.goesBefore(links.get(parent(place)))) {
      put(place, links.get(parent(place)));
      place = parent(place);
    }
    put(place, link);
  }

  private void siftDown(int from, QueuedLink link) {
    int place = from;
    for (int child = (place << BITS) + 1; child < size(); child = (place << BITS) + 1) {
      int best = bestOf(child, Math.min(child + CHILDREN, size()));
      if (!links.get(best).goesBefore(link)) {
        break;
      }
      put(place, links.get(best));
      place = best;
    }
    put(place, link);
  }

  private int bestOf(int from, int to) {
    int best = from;
    for (int i = from + 1; i < to; i++) {
      best = links.get(i).goesBefore(links.get(best)) ? i : best;
    }
    return best;
  }

  private void put(int place, QueuedLink link) {
    links.set(place, link);
    link.place = place;
  }

  private static int parent(int place) {
    return (place - 1) >> BITS;
  }
}
