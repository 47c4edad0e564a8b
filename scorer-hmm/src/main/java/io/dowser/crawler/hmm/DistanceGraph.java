package io.dowser.crawler.hmm;

import io.dowser.crawler.toolkit.graph.LinkGraph;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The training pages as a graph, with the distance of each from the nearest target. */
final class DistanceGraph {

  private final LinkGraph links;
  private final int[] distances;

  private DistanceGraph(LinkGraph links, int[] distances) {
    this.links = links;
    this.distances = distances;
  }

  /** Along the links of the pages. */
  static DistanceGraph ofLinks(TrainingSet set, int n) {
    var graph = new LinkGraph();
    for (int page = 0; page < set.pages().size(); page++) {
      graph.setOutLinks(page, set.linksOf(page));
    }
    return of(set, graph, n);
  }

  /**
   * As if each page of a session linked to the one that was visited next. A page that is not in the
   * set breaks the order: the ones before and after it were not visited one after the other.
   */
  static DistanceGraph ofVisits(TrainingSet set, int n) {
    int[][] targets = new int[set.pages().size()][0];
    for (BrowsingSession session : set.sessions()) {
      int[] order = session.visitingOrder().stream().mapToInt(set::numberOf).toArray();
      for (int t = 1; t < order.length; t++) {
        if (order[t - 1] >= 0 && order[t] >= 0) {
          targets[order[t - 1]] = append(targets[order[t - 1]], order[t]);
        }
      }
    }
    var graph = new LinkGraph();
    for (int page = 0; page < targets.length; page++) {
      graph.setOutLinks(page, targets[page]);
    }
    return of(set, graph, n);
  }

  private static int[] append(int[] numbers, int last) {
    int[] longer = Arrays.copyOf(numbers, numbers.length + 1);
    longer[numbers.length] = last;
    return longer;
  }

  private static DistanceGraph of(TrainingSet set, LinkGraph graph, int n) {
    return new DistanceGraph(graph, distances(set, graph, n));
  }

  /** Breadth-first search backwards from all targets; n - 1 for what is farther or truncated. */
  private static int[] distances(TrainingSet set, LinkGraph graph, int n) {
    int pages = set.pages().size();
    List<List<Integer>> inLinks = inLinks(graph, pages);
    int[] distances = new int[pages];
    Arrays.fill(distances, n - 1);
    var queue = new ArrayDeque<Integer>();
    for (int page = 0; page < pages; page++) {
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

  private static List<List<Integer>> inLinks(LinkGraph graph, int pages) {
    List<List<Integer>> inLinks = new ArrayList<>();
    for (int page = 0; page < pages; page++) {
      inLinks.add(new ArrayList<>());
    }
    for (int page = 0; page < pages; page++) {
      for (int target : graph.outLinks(page)) {
        inLinks.get(target).add(page);
      }
    }
    return inLinks;
  }

  int distance(int page) {
    return distances[page];
  }

  /** How many edges lead from distance i to distance j. */
  double[][] edgeCounts(int n) {
    var counts = new double[n][n];
    for (int page = 0; page < distances.length; page++) {
      for (int target : links.outLinks(page)) {
        counts[distances[page]][distances[target]]++;
      }
    }
    return counts;
  }

  int edges() {
    int edges = 0;
    for (int page = 0; page < distances.length; page++) {
      edges += links.outLinks(page).length;
    }
    return edges;
  }
}
