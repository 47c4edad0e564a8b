package io.dowser.crawler.hmm;

import static java.util.Objects.requireNonNull;

import io.dowser.crawler.api.CrawlUrl;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;

/**
 * The clicks of people that no model was trained on: the page they came from, the one they were on,
 * and the one they went to, with their true distances from a topic in the whole web.
 */
final class HeldOutUsers {

  /** The cosines of the page with all clusters, in the space of the model. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Step(double[] cosines, int distance, int previousDistance, int previousCluster) {

    int cluster() {
      return ClusterSpace.nearest(cosines);
    }
  }

  /** What was clicked on a page: its distance, and what a predictor said of it. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Click(Step on, int distance, double[] predicted) {

    double score() {
      return HmmLinkScorer.Priority.YIELD.of(predicted);
    }
  }

  private static final int UNKNOWN = -1;

  private final List<BrowsingSession> sessions;
  private final Map<CrawlUrl, Integer> distances;
  private final Map<CrawlUrl, double[]> cosines = new HashMap<>();

  HeldOutUsers(WikiWeb wiki, String topic, List<BrowsingSession> sessions, HmmModel model) {
    this.sessions = sessions;
    this.distances = distances(wiki, topic, model.hidden().n);
    sessions.stream()
        .flatMap(session -> session.steps().stream())
        .map(BrowsingSession.Step::url)
        .forEach(
            url ->
                cosines.computeIfAbsent(url, key -> model.space().cosines(wiki.page(key).terms())));
  }

  private static Map<CrawlUrl, Integer> distances(WikiWeb wiki, String topic, int n) {
    Map<CrawlUrl, List<CrawlUrl>> inLinks = wiki.inLinks();
    Map<CrawlUrl, Integer> distances = new HashMap<>();
    inLinks.keySet().forEach(url -> distances.put(url, n - 1));
    wiki.articles(topic).forEach(url -> distances.put(url, 0));
    var queue = new ArrayDeque<>(wiki.articles(topic));
    while (!queue.isEmpty()) {
      CrawlUrl url = queue.remove();
      for (CrawlUrl source : inLinks.getOrDefault(url, List.of())) {
        if (distances.getOrDefault(source, n - 1) > distances.getOrDefault(url, n - 1) + 1) {
          distances.put(source, distances.getOrDefault(url, n - 1) + 1);
          queue.add(source);
        }
      }
    }
    return distances;
  }

  /**
   * All clicks.
   *
   * @param predictor says from the prediction for a page, empty for the first one, and the page
   *     itself what is predicted for the next one
   */
  List<Click> clicks(BiFunction<double[], Step, double[]> predictor, int n) {
    List<Click> clicks = new ArrayList<>();
    for (BrowsingSession session : sessions) {
      List<double[]> predictions = new ArrayList<>();
      List<Step> seen = new ArrayList<>();
      for (BrowsingSession.Step step : session.steps()) {
        int from = step.from();
        double[] prior = from < 0 ? new double[0] : predictions.get(from);
        int distance = distances.getOrDefault(step.url(), n - 1);
        if (from >= 0) {
          clicks.add(new Click(seen.get(from), distance, prior));
        }
        seen.add(
            new Step(
                requireNonNull(cosines.get(step.url())),
                distance,
                from < 0 ? UNKNOWN : seen.get(from).distance,
                from < 0 ? UNKNOWN : seen.get(from).cluster()));
        predictions.add(predictor.apply(prior, seen.get(seen.size() - 1)));
      }
    }
    return clicks;
  }
}
