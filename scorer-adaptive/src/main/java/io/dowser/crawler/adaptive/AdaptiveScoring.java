package io.dowser.crawler.adaptive;

import io.dowser.crawler.adaptive.AdaptiveScorer.Part;
import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.Explanation;
import io.dowser.crawler.api.Link;
import io.dowser.crawler.api.LinkFeatures;
import io.dowser.crawler.api.PageScoring;
import io.dowser.crawler.api.PathState;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Rates the links of one page with the model of the moment. Not thread-safe. */
final class AdaptiveScoring implements PageScoring {

  private static final int MOST_HOPS = 15;
  private static final double ROUNDING = 1e-6;

  private final AdaptiveModel model;
  private final FeatureReader reader;
  private final int hops;
  private @Nullable Link last;
  private int[] features = {};

  AdaptiveScoring(
      AnalyzedPage page, TopicCloseness closeness, AdaptiveModel model, Set<Part> parts) {
    this.model = model;
    this.hops = page.relevant() ? 0 : hops(page.arrival().pathState());
    this.reader = new FeatureReader(page, closeness, parts, hops);
  }

  private static int hops(PathState before) {
    return before.isEmpty() ? MOST_HOPS : (int) Math.min(MOST_HOPS, before.get(0) + 1);
  }

  private int[] of(Link link) {
    if (link != last) {
      features = reader.read(link);
      last = link;
    }
    return features;
  }

  @Override
  public double score(Link link) {
    int[] read = of(link);
    return model.score(read, model.signals(read));
  }

  @Override
  public LinkFeatures features(Link link) {
    return LinkFeatures.of(of(link));
  }

  @Override
  public Explanation explain(Link link) {
    int[] read = of(link);
    double[] signals = model.signals(read);
    Map<String, Double> sums = new LinkedHashMap<>();
    model.explain(read, signals, sums);
    double score = model.score(read, signals);
    double sum = sums.values().stream().mapToDouble(Double::doubleValue).sum();
    sums.put("beyond the largest score", Math.abs(score - sum) < ROUNDING ? 0 : score - sum);
    return new Explanation(
        "adaptive",
        score,
        sums.entrySet().stream()
            .map(part -> Explanation.of(part.getKey(), part.getValue()))
            .toList());
  }

  @Override
  public PathState pathState() {
    return PathState.of(hops);
  }
}
