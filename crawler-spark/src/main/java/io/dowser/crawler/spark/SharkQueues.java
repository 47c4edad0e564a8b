package io.dowser.crawler.spark;

import io.dowser.crawler.analysis.HanNormalizer;
import io.dowser.crawler.api.PathState;
import io.dowser.crawler.api.ScoredLink;
import io.dowser.crawler.text.TextNormalizer;
import io.dowser.crawler.text.TopicMatcher;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/** Assigns links to the queues of the order {@code shark}: prior, normal and rejected. */
final class SharkQueues {

  private static final int PRIOR = 0;
  private static final int NORMAL = 1;
  private static final int REJECTED = 2;
  private static final int MOST_ANCHOR = 100;

  /** The index of a page's relevance in the path state of the scorer {@code shark}. */
  private static final int RELEVANCE = 2;

  private final VisitOrder.Shark shark;
  private final TextNormalizer normalizer = HanNormalizer.create();
  private final TopicMatcher matcher;
  private final List<String> words;

  private SharkQueues(VisitOrder.Shark shark, List<String> terms) {
    this.shark = shark;
    this.matcher = TopicMatcher.of(terms, normalizer);
    this.words = terms.stream().map(this::folded).filter(w -> !w.isBlank()).toList();
  }

  /** Returns the queues of a plan; empty if its order has one queue for all links. */
  static Optional<SharkQueues> of(TaskPlan plan) {
    return plan.order() instanceof VisitOrder.Shark shark
        ? Optional.of(
            new SharkQueues(
                shark,
                plan.rules().spec().topic.get().stream()
                    .flatMap(topic -> topic.weights().keySet().stream())
                    .toList()))
        : Optional.empty();
  }

  /** Returns the number of the queue of a page's link, 0 for the one that is served first. */
  int queue(double pageRelevance, ScoredLink link) {
    PathState state = link.candidate().pathState();
    double relevance = state.size() > RELEVANCE ? state.get(RELEVANCE) : pageRelevance;
    boolean decided =
        relevance > shark.upperLimit() || (relevance >= shark.lowerLimit() && hasKeyWord(link));
    double potential = link.candidate().score();
    if (decided || potential >= shark.minPrior()) {
      return PRIOR;
    }
    return potential >= shark.minNormal() ? NORMAL : REJECTED;
  }

  private boolean hasKeyWord(ScoredLink link) {
    String anchor = link.link().anchorText();
    String kept = anchor.substring(0, Math.min(anchor.length(), MOST_ANCHOR));
    return !matcher.match(kept).isEmpty() || inUrl(link.candidate().url().toString());
  }

  /** A URL runs words together, so a term counts within a longer word too. */
  private boolean inUrl(String url) {
    String text = folded(decoded(url.substring(url.indexOf("//") + 2)));
    return words.stream().anyMatch(text::contains);
  }

  private static String decoded(String url) {
    try {
      return URLDecoder.decode(url, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) { // a percent sign that stands for itself
      return url;
    }
  }

  private String folded(String text) {
    return normalizer.normalize(text).replace('-', ' ').replace('_', ' ').replace('+', ' ').strip();
  }
}
