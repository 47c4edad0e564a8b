package io.dowser.crawler.hmm;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** The training pages as a graph, with the distance of each from the nearest target. */
final class DistanceGraph {

  private final List<Set<Integer>> links; // of each page, without itself
  private final int[] distances;

  private DistanceGraph(TrainingSet set, List<Set<Integer>> links, int n) {
    this.links = links;
    this.distances = distances(set, links, n);
  }

  /** Creates the graph of the links of the pages. */
  static DistanceGraph ofLinks(TrainingSet set, int n) {
    List<Set<Integer>> links = noLinks(set);
    for (int page = 0; page < links.size(); page++) {
      for (int target : set.linksOf(page)) {
        add(links, page, target);
      }
    }
    return new DistanceGraph(set, links, n);
  }

  /**
   * Creates the graph in which each page of a session links to the next one visited. A page that is
   * not in the set breaks the order: those before and after it do not count as consecutive visits.
   */
  static DistanceGraph ofVisits(TrainingSet set, int n) {
    List<Set<Integer>> links = noLinks(set);
    for (BrowsingSession session : set.sessions()) {
      int[] order = session.visitingOrder().stream().mapToInt(set::numberOf).toArray();
      for (int t = 1; t < order.length; t++) {
        if (order[t - 1] >= 0 && order[t] >= 0) {
          add(links, order[t - 1], order[t]);
        }
      }
    }
    return new DistanceGraph(set, links, n);
  }

  private static List<Set<Integer>> noLinks(TrainingSet set) {
    List<Set<Integer>> links = new ArrayList<>();
    set.pages().forEach(page -> links.add(new TreeSet<>()));
    return links;
  }

  private static void add(List<Set<Integer>> links, int page, int target) {
    if (page != target) {
      links.get(page).add(target);
    }
  }

  /**
   * Searches breadth-first backwards from all targets; n - 1 for pages that are farther or not
   * reached.
   */
  private static int[] distances(TrainingSet set, List<Set<Integer>> links, int n) {
    List<Set<Integer>> inLinks = noLinks(set);
    for (int page = 0; page < links.size(); page++) {
      for (int target : links.get(page)) {
        inLinks.get(target).add(page);
      }
    }
    int[] distances = new int[links.size()];
    Arrays.fill(distances, n - 1);
    var queue = new ArrayDeque<Integer>();
    for (int page = 0; page < distances.length; page++) {
      if (set.isTarget(set.pages().get(page))) {
        distances[page] = 0;
        queue.add(page);
      }
    }
    while (!queue.isEmpty()) {
      int page = queue.remove();
      for (int source : inLinks.get(page)) {
        if (distances[page] + 1 < distances[source]) {
          distances[source] = distances[page] + 1;
          queue.add(source);
        }
      }
    }
    return distances;
  }

  int distance(int page) {
    return distances[page];
  }

  /** Returns the number of edges from distance i to distance j. */
  double[][] edgeCounts(int n) {
    var counts = new double[n][n];
    for (int page = 0; page < distances.length; page++) {
      for (int target : links.get(page)) {
        counts[distances[page]][distances[target]]++;
      }
    }
    return counts;
  }

  int edges() {
    return links.stream().mapToInt(Set::size).sum();
  }
}
