package io.dowser.crawler.spark;

import io.dowser.crawler.analysis.HanNormalizer;
import io.dowser.crawler.api.PathState;
import io.dowser.crawler.api.ScoredLink;
import io.dowser.crawler.api.Visit;
import io.dowser.crawler.text.TextNormalizer;
import io.dowser.crawler.text.TopicMatcher;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Assigns links to the queues in which they are pending. */
interface LinkQueues {

  /** All links are pending in one queue. */
  LinkQueues ONE = visit -> link -> 0;

  static LinkQueues of(TaskPlan plan) {
    return plan.order() instanceof VisitOrder.Shark shark
        ? new OfShark(
            shark,
            plan.rules().spec().topic.get().stream()
                .flatMap(topic -> topic.weights().keySet().stream())
                .toList())
        : ONE;
  }

  /** Looks at a page, whose links it then sorts. */
  OfPage of(Visit visit);

  /** Sorts the links of one page. */
  interface OfPage {

    /** Returns the number of the queue, 0 for the one that is served first. */
    int queue(ScoredLink link);
  }

  /** The prior queue, the normal queue, and the rejected. */
  final class OfShark implements LinkQueues {

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

    OfShark(VisitOrder.Shark shark, List<String> terms) {
      this.shark = shark;
      this.matcher = TopicMatcher.of(terms, normalizer);
      this.words = terms.stream().map(this::folded).filter(w -> !w.isBlank()).toList();
    }

    @Override
    public OfPage of(Visit visit) {
      double relevance = relevance(visit);
      return link -> queue(relevance, link);
    }

    private double relevance(Visit visit) {
      PathState state = visit.pathState();
      return state.size() > RELEVANCE ? state.get(RELEVANCE) : visit.relevance();
    }

    private int queue(double relevance, ScoredLink link) {
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
      return normalizer
          .normalize(text)
          .replace('-', ' ')
          .replace('_', ' ')
          .replace('+', ' ')
          .strip();
    }
  }
}
