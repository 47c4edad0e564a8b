package io.dowser.crawler.toolkit.scorer;

import static java.util.Objects.requireNonNull;

import io.dowser.crawler.api.AbandonReason;
import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.Checks;
import io.dowser.crawler.api.CrawlContext;
import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.api.Explanation;
import io.dowser.crawler.api.LearningScorer;
import io.dowser.crawler.api.Link;
import io.dowser.crawler.api.LinkFeatures;
import io.dowser.crawler.api.LinkScorer;
import io.dowser.crawler.api.LinkScorerProvider;
import io.dowser.crawler.api.PageScoring;
import io.dowser.crawler.api.PathState;
import io.dowser.crawler.api.PluginRegistry;
import io.dowser.crawler.api.Resumable;
import io.dowser.crawler.api.ScoredLink;
import io.dowser.crawler.api.Settings;
import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.StateWriter;
import io.dowser.crawler.api.Visit;
import io.dowser.crawler.api.VisitObserver;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import java.util.stream.DoubleStream;

/**
 * Rates a link by the sum of other scorers' scores, each times its weight.
 *
 * <p>For example {@code WeightedSumScorer.builder().add("shark", shark, 0.6).addLogOdds("bayes",
 * bayes, 0.4).build()}. By name it is {@code weighted-sum}, see {@link WeightedSumScorer.Provider}.
 *
 * <p>The parts should have one range. Scores of Shark-search, best-first and Wang-Landau are 0 to
 * 1. Scores of {@code bayes-link} and {@code bayes-page} are log-odds of any size: {@link
 * Builder#addLogOdds} maps them to 0 to 1.
 *
 * <p>Each part sees its own path state and features alone. Parts that observe visits are notified,
 * parts that learn score pending links again, and parts that are {@link Resumable} are saved. A
 * crawl must be resumed with the same parts in the same order. Thread-safe if the parts are.
 */
public final class WeightedSumScorer implements LearningScorer, Resumable {

  private final List<Part> parts;
  private final boolean learns;

  private WeightedSumScorer(List<Part> parts) {
    this.parts = List.copyOf(parts);
    this.learns = parts.stream().anyMatch(part -> part.scorer() instanceof LearningScorer);
  }

  /** {@return a builder without parts} */
  public static Builder builder() {
    return new Builder();
  }

  @Override
  public PageScoring forPage(AnalyzedPage page) {
    return new Scoring(page);
  }

  @Override
  public void learn(Visit visit, List<ScoredLink> links) {
    for (int i = 0; i < parts.size(); i++) {
      LinkScorer scorer = parts.get(i).scorer();
      if (scorer instanceof LearningScorer learner) {
        learner.learn(ofPart(i, visit), ofPart(i, links));
      } else if (scorer instanceof VisitObserver observer) {
        observer.visited(ofPart(i, visit));
      }
    }
  }

  @Override
  public void abandoned(Candidate candidate, AbandonReason reason) {
    for (int i = 0; i < parts.size(); i++) {
      if (parts.get(i).scorer() instanceof LearningScorer learner) {
        learner.abandoned(ofPart(i, candidate), reason);
      }
    }
  }

  @Override
  public boolean modelMoved() {
    boolean moved = false;
    for (Part part : parts) { // each part is asked, because it reports a move only once
      moved |= part.scorer() instanceof LearningScorer learning && learning.modelMoved();
    }
    return moved;
  }

  @Override
  public double rescore(Candidate candidate) {
    if (!learns) {
      return candidate.score();
    }
    double sum = 0;
    for (int i = 0; i < parts.size(); i++) {
      Part part = parts.get(i);
      Candidate own = ofPart(i, candidate);
      sum +=
          part.weighted(
              part.scorer() instanceof LearningScorer learning
                  ? learning.rescore(own)
                  : scoreOf(own.features()));
    }
    return sum;
  }

  @Override
  public void save(StateWriter out) throws IOException {
    out.writeInt(parts.size());
    for (Part part : parts) {
      out.writeText(part.name());
      out.writeBoolean(part.scorer() instanceof Resumable);
      if (part.scorer() instanceof Resumable state) {
        state.save(out);
      }
    }
  }

  @Override
  public void restore(StateReader in) throws IOException {
    check(in.readInt() == parts.size(), "another number of parts");
    for (Part part : parts) {
      check(in.readText().equals(part.name()), "another part than " + part.name());
      boolean saved = in.readBoolean();
      check(saved == part.scorer() instanceof Resumable, "another kind of part " + part.name());
      if (part.scorer() instanceof Resumable state) {
        state.restore(in);
      }
    }
  }

  private static void check(boolean fits, String what) throws IOException {
    if (!fits) {
      throw new IOException("the saved state is of a weighted sum with " + what);
    }
  }

  private AnalyzedPage ofPart(int part, AnalyzedPage page) {
    return page.withArrival(ofPart(part, page.arrival()));
  }

  private Visit ofPart(int part, Visit visit) {
    return new Visit(
        visit.number(),
        ofPart(part, visit.candidate()),
        ofPart(part, visit.page()),
        visit.fetched(),
        visit.time(),
        visit.outLinks(),
        ofPart(part, visit.pathState()));
  }

  private List<ScoredLink> ofPart(int part, List<ScoredLink> links) {
    return links.stream()
        .map(link -> new ScoredLink(link.link(), ofPart(part, link.candidate()), link.pending()))
        .toList();
  }

  /** Returns the candidate with the path state and features of one part alone. */
  private Candidate ofPart(int part, Candidate candidate) {
    double[] features = numbers(candidate.features());
    return new Candidate(
        candidate.url(),
        candidate.sequence(),
        candidate.depth(),
        candidate.score(),
        candidate.tieBreak(),
        candidate.parent(),
        ofPart(part, candidate.pathState()),
        features(split(features, part, "features")));
  }

  private PathState ofPart(int part, PathState joined) {
    return PathState.of(split(joined.toArray(), part, "path state"));
  }

  private static double[] numbers(LinkFeatures features) {
    return Arrays.stream(features.toArray()).asDoubleStream().toArray();
  }

  private static LinkFeatures features(double[] numbers) {
    return LinkFeatures.of(Arrays.stream(numbers).mapToInt(number -> (int) number).toArray());
  }

  private static LinkFeatures featuresOf(double score) {
    long bits = Double.doubleToRawLongBits(score);
    return LinkFeatures.of((int) (bits >>> 32), (int) bits);
  }

  private static double scoreOf(LinkFeatures features) {
    if (features.size() != 2) {
      throw new CrawlException("not the features of a score: " + features.size() + " numbers");
    }
    return Double.longBitsToDouble(
        ((long) features.get(0) << 32) | (features.get(1) & 0xffffffffL));
  }

  /** Joins the numbers of the parts: first the size of each part, then all numbers, or nothing. */
  private double[] join(List<double[]> own, int most, String what) {
    int numbers = own.stream().mapToInt(part -> part.length).sum();
    if (numbers > 0 && parts.size() + numbers > most) {
      throw new CrawlException(
          "the parts of a weighted sum must have at most "
              + (most - parts.size())
              + (" numbers of " + what + " together, but have " + numbers));
    }
    return numbers == 0
        ? new double[0]
        : DoubleStream.concat(
                own.stream().mapToDouble(part -> part.length),
                own.stream().flatMapToDouble(Arrays::stream))
            .toArray();
  }

  /** Returns the numbers of one part; empty if no part has any. */
  private double[] split(double[] joined, int part, String what) {
    if (joined.length == 0) {
      return joined;
    }
    double[] sizes = Arrays.copyOf(joined, Math.min(parts.size(), joined.length));
    boolean whole = Arrays.stream(sizes).allMatch(size -> size >= 0 && size == Math.rint(size));
    if (!whole || parts.size() + Arrays.stream(sizes).sum() != joined.length) {
      throw new CrawlException(
          "not the " + what + " of a weighted sum of " + parts.size() + " parts: " + joined.length);
    }
    int start = parts.size() + (int) Arrays.stream(sizes, 0, part).sum();
    return Arrays.copyOfRange(joined, start, start + (int) sizes[part]);
  }

  /** One scorer of the sum. */
  private record Part(String name, LinkScorer scorer, double weight, boolean logOdds) {

    /** Returns the share of the sum that a score of the part has. */
    double weighted(double score) {
      return weight * (logOdds ? 1 / (1 + Math.exp(-score)) : score); // exp may be infinite
    }
  }

  /** The links of one page. */
  private final class Scoring implements PageScoring {

    private final List<PageScoring> scorings = new ArrayList<>();

    Scoring(AnalyzedPage page) {
      for (int i = 0; i < parts.size(); i++) {
        scorings.add(parts.get(i).scorer().forPage(ofPart(i, page)));
      }
    }

    @Override
    public double score(Link link) {
      return sum(i -> parts.get(i).weighted(scorings.get(i).score(link)));
    }

    /** Sums the tie-breaks; that of log-odds are the log-odds, which the mapping may merge. */
    @Override
    public double tieBreak(Link link) {
      return sum(
          i -> {
            Part part = parts.get(i);
            PageScoring own = scorings.get(i);
            return part.weight() * (part.logOdds() ? own.score(link) : own.tieBreak(link));
          });
    }

    private double sum(IntToDoubleFunction addend) {
      double sum = 0;
      for (int i = 0; i < parts.size(); i++) {
        sum += addend.applyAsDouble(i);
      }
      return sum;
    }

    @Override
    public PathState pathState() {
      List<double[]> own = scorings.stream().map(one -> one.pathState().toArray()).toList();
      return PathState.of(join(own, PathState.MAX_SIZE, "path state"));
    }

    /** Joins the features; a part that does not learn leaves its score, to be summed again. */
    @Override
    public LinkFeatures features(Link link) {
      if (!learns) {
        return LinkFeatures.NONE;
      }
      var own = new ArrayList<double[]>();
      for (int i = 0; i < parts.size(); i++) {
        PageScoring scoring = scorings.get(i);
        boolean learning = parts.get(i).scorer() instanceof LearningScorer;
        own.add(numbers(learning ? scoring.features(link) : featuresOf(scoring.score(link))));
      }
      return WeightedSumScorer.features(join(own, LinkFeatures.MAX_SIZE, "features"));
    }

    @Override
    public Explanation explain(Link link) {
      var addends = new ArrayList<Explanation>();
      for (int i = 0; i < parts.size(); i++) {
        Part part = parts.get(i);
        Explanation own = scorings.get(i).explain(link);
        String name = part.weight() + " x " + (part.logOdds() ? "logistic " : "") + part.name();
        addends.add(new Explanation(name, part.weighted(own.value()), List.of(own)));
      }
      return new Explanation("weighted sum", score(link), addends);
    }
  }

  /** Collects the parts of a weighted sum. Not thread-safe. */
  public static final class Builder {

    private final List<Part> parts = new ArrayList<>();

    private Builder() {}

    /**
     * Adds a part whose scores are summed as they are.
     *
     * @param name what it is called in explanations
     * @param scorer the part
     * @param weight what its scores are multiplied with: finite and above 0
     * @return this
     * @throws IllegalArgumentException if the weight is not allowed, or the name is blank or taken
     */
    public Builder add(String name, LinkScorer scorer, double weight) {
      return add(new Part(name, requireNonNull(scorer, "scorer"), weight, false));
    }

    /**
     * Adds a part whose scores are natural logarithms of odds, mapped to 0 to 1 by {@code
     * 1/(1+exp(-x))}. Log-odds from 37 upwards become 1; the tie-break still separates them.
     *
     * @param name what it is called in explanations
     * @param scorer the part
     * @param weight what its mapped scores are multiplied with: finite and above 0
     * @return this
     * @throws IllegalArgumentException if the weight is not allowed, or the name is blank or taken
     */
    public Builder addLogOdds(String name, LinkScorer scorer, double weight) {
      return add(new Part(name, requireNonNull(scorer, "scorer"), weight, true));
    }

    private Builder add(Part added) {
      String name = added.name();
      if (name.isBlank() || parts.stream().anyMatch(part -> part.name().equals(name))) {
        throw new IllegalArgumentException(
            "name must be neither blank nor used before, but was '" + name + "'");
      }
      Checks.positive("weight", added.weight());
      parts.add(added);
      return this;
    }

    /**
     * Creates the scorer.
     *
     * @return the weighted sum of the parts
     * @throws IllegalStateException if no part was added
     */
    public WeightedSumScorer build() {
      if (parts.isEmpty()) {
        throw new IllegalStateException("a weighted sum needs at least one part");
      }
      return new WeightedSumScorer(parts);
    }
  }

  /**
   * Creates a {@link WeightedSumScorer} under the name {@code weighted-sum}.
   *
   * <p>A setting without a dot is the name of a scorer, and its value the weight, {@code 0.000001}
   * to {@code 1000000}. A setting {@code NAME.KEY} is the setting {@code KEY} of that scorer.
   * {@code NAME.squash=true} maps log-odds to 0 to 1. For example {@code shark=0.6}, {@code
   * bayes-link=0.4}, {@code bayes-link.model=models/links.model}, {@code bayes-link.squash=true}.
   */
  public static final class Provider implements LinkScorerProvider {

    /** For the service loader. */
    public Provider() {}

    @Override
    public String name() {
      return WeightedSumSettings.NAME;
    }

    /** Creates a sum of scorers that this thread's class loader finds. */
    @Override
    public LinkScorer create(Settings settings, CrawlContext context) {
      ClassLoader loader = Thread.currentThread().getContextClassLoader();
      return create(settings, context, PluginRegistry.linkScorers(loader));
    }

    @Override
    public LinkScorer create(
        Settings settings, CrawlContext context, PluginRegistry<LinkScorer> registry) {
      return new WeightedSumSettings(settings, context, registry).create();
    }
  }
}
