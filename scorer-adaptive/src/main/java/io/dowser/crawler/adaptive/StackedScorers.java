package io.dowser.crawler.adaptive;

import static java.util.Objects.requireNonNull;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.LearningScorer;
import io.dowser.crawler.api.LinkFeatures;
import io.dowser.crawler.api.LinkScorer;
import io.dowser.crawler.api.PageScoring;
import io.dowser.crawler.api.PathState;
import io.dowser.crawler.api.Resumable;
import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.StateWriter;
import io.dowser.crawler.api.VisitObserver;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;

/**
 * Other scorers, whose scores are signals of the model (stacking, Wolpert 1992).
 *
 * <p>A score becomes its distance from the mean of the links that were found, in standard
 * deviations, at most 4. The first features of a link are the scores, as bits. Written by one
 * thread; others may read.
 */
final class StackedScorers {

  private static final int FORMAT = 1;
  private static final double MOST_DEVIATIONS = 4;
  private static final double LARGEST_SCORE = 1e9;
  private static final double FIRST_SQUARE = 0.25; // as if one link had been found before

  private final List<String> names;
  private final List<LinkScorer> scorers;
  private final double[] means;
  private final double[] squares; // of the distances from the mean, summed
  private double links = 1;

  StackedScorers(Map<String, LinkScorer> named) {
    this.names = List.copyOf(named.keySet());
    this.scorers = List.copyOf(named.values());
    this.means = new double[names.size()];
    this.squares = new double[names.size()];
    Arrays.fill(squares, FIRST_SQUARE);
  }

  /** Returns whether a scorer can be a signal: it depends on page and link alone. */
  static boolean takes(LinkScorer scorer) {
    requireNonNull(scorer, "scorer");
    return !(scorer instanceof LearningScorer
        || scorer instanceof VisitObserver
        || scorer instanceof Resumable);
  }

  int size() {
    return scorers.size();
  }

  String name(int index) {
    return names.get(index);
  }

  /** Returns the scorings of the links of a page, each with the path state of its scorer. */
  List<PageScoring> forPage(AnalyzedPage page, int firstOfPathState) {
    List<PageScoring> scorings = new ArrayList<>();
    double[] joined = page.arrival().pathState().toArray();
    int next = firstOfPathState;
    for (LinkScorer scorer : scorers) {
      int size = next < joined.length ? (int) joined[next] : 0;
      int end = Math.min(joined.length, next + 1 + size);
      double[] own = size > 0 ? Arrays.copyOfRange(joined, next + 1, end) : new double[0];
      scorings.add(scorer.forPage(page.withArrival(arrival(page.arrival(), own))));
      next += 1 + size;
    }
    return scorings;
  }

  private static Candidate arrival(Candidate joined, double[] own) {
    return new Candidate(
        joined.url(),
        joined.sequence(),
        joined.depth(),
        joined.score(),
        joined.tieBreak(),
        joined.parent(),
        PathState.of(own),
        LinkFeatures.NONE);
  }

  /** Returns the path states of all scorers, each behind its size. */
  static DoubleStream pathStates(List<PageScoring> scorings) {
    return scorings.stream()
        .map(scoring -> scoring.pathState().toArray())
        .flatMapToDouble(
            own -> DoubleStream.concat(DoubleStream.of(own.length), Arrays.stream(own)));
  }

  /** Returns a score as a feature. */
  static int feature(double score) {
    double inside = Math.max(-LARGEST_SCORE, Math.min(LARGEST_SCORE, score));
    return Float.floatToRawIntBits((float) inside);
  }

  /** Counts a link that was found. */
  void count(LinkFeatures features) {
    links++;
    for (int i = 0; i < means.length; i++) {
      double score = Float.intBitsToFloat(features.get(i));
      double before = score - means[i];
      means[i] += before / links;
      squares[i] += before * (score - means[i]);
    }
  }

  /** Returns the signal of a scorer for a link with these features. */
  double signal(int index, int[] features) {
    double deviation = Math.sqrt(squares[index] / links);
    double distance = Float.intBitsToFloat(features[index]) - means[index];
    double standard = distance / Math.max(1e-6, deviation);
    return Math.max(-MOST_DEVIATIONS, Math.min(MOST_DEVIATIONS, standard));
  }

  void save(StateWriter out) throws IOException {
    out.section("signals", FORMAT);
    out.writeInt(names.size());
    out.writeDouble(links);
    for (int i = 0; i < means.length; i++) {
      out.writeText(names.get(i));
      out.writeDouble(means[i]);
      out.writeDouble(squares[i]);
    }
  }

  void restore(StateReader in) throws IOException {
    in.section("signals", FORMAT);
    int size = in.readInt();
    StateReader.require(
        size == names.size(),
        "it has " + size + " signals instead of " + names + "; name them by the setting signals");
    links = in.readDouble(1, Double.MAX_VALUE, "links that were found");
    for (int i = 0; i < means.length; i++) {
      StateReader.require(
          in.readText().equals(names.get(i)), "it has another signal than " + names.get(i));
      means[i] = in.readDouble(-LARGEST_SCORE, LARGEST_SCORE, "mean of a signal");
      squares[i] = in.readDouble(0, Double.MAX_VALUE, "sum of squares of a signal");
    }
  }
}
