package io.dowser.crawler.toolkit.scorer;

import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.toMap;

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
import io.dowser.crawler.api.SettingException;
import io.dowser.crawler.api.Settings;
import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.StateWriter;
import io.dowser.crawler.api.Visit;
import io.dowser.crawler.api.VisitObserver;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
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

  private final List<WeightedPart> parts;
  private final boolean learns;

  private WeightedSumScorer(List<WeightedPart> parts) {
    this.parts = List.copyOf(parts);
    this.learns = parts.stream().anyMatch(part -> part.scorer() instanceof LearningScorer);
  }

  /** {@return a builder without parts} */
  public static Builder builder() {
    return new Builder();
  }

  @Override
  public PageScoring forPage(AnalyzedPage page) {
    return new Scoring(parts.stream().map(part -> part.onPage(own(part, page))).toList(), learns);
  }

  @Override
  public void learn(Visit visit, List<ScoredLink> links) {
    for (WeightedPart part : parts) {
      if (part.scorer() instanceof LearningScorer learner) {
        learner.learn(own(part, visit), own(part, links));
      } else if (part.scorer() instanceof VisitObserver observer) {
        observer.visited(own(part, visit));
      }
    }
  }

  @Override
  public void abandoned(Candidate candidate, AbandonReason reason) {
    for (WeightedPart part : parts) {
      if (part.scorer() instanceof LearningScorer learner) {
        learner.abandoned(own(part, candidate), reason);
      }
    }
  }

  @Override
  public boolean modelMoved() {
    boolean moved = false;
    for (WeightedPart part : parts) { // each part is asked, because it reports a move only once
      moved |= part.scorer() instanceof LearningScorer learner && learner.modelMoved();
    }
    return moved;
  }

  @Override
  public double rescore(Candidate candidate) {
    return learns ? sum(parts, part -> part.rescore(own(part, candidate))) : candidate.score();
  }

  private static <T> double sum(List<T> addends, ToDoubleFunction<T> value) {
    double sum = 0;
    for (T addend : addends) { // a stream corrects rounding
      sum += value.applyAsDouble(addend);
    }
    return sum;
  }

  @Override
  public void save(StateWriter out) throws IOException {
    out.writeInt(parts.size());
    for (WeightedPart part : parts) {
      out.writeText(part.name());
      out.writeBoolean(part.scorer() instanceof Resumable);
      if (part.scorer() instanceof Resumable state) {
        state.save(out);
      }
    }
  }

  @Override
  public void restore(StateReader in) throws IOException {
    StateReader.require(in.readInt() == parts.size(), "it has another number of parts");
    for (WeightedPart part : parts) {
      StateReader.require(
          in.readText().equals(part.name()), "it has another part than " + part.name());
      boolean fits = in.readBoolean() == part.scorer() instanceof Resumable;
      StateReader.require(fits, "it has another kind of part " + part.name());
      if (part.scorer() instanceof Resumable state) {
        state.restore(in);
      }
    }
  }

  private AnalyzedPage own(WeightedPart part, AnalyzedPage page) {
    return page.withArrival(own(part, page.arrival()));
  }

  private Visit own(WeightedPart part, Visit visit) {
    return new Visit(
        visit.number(),
        own(part, visit.candidate()),
        own(part, visit.page()),
        visit.fetched(),
        visit.time(),
        visit.outLinks(),
        own(part, visit.pathState()));
  }

  private List<ScoredLink> own(WeightedPart part, List<ScoredLink> links) {
    return links.stream()
        .map(link -> new ScoredLink(link.link(), own(part, link.candidate()), link.pending()))
        .toList();
  }

  /** Returns the candidate with the path state and features of one part alone. */
  private Candidate own(WeightedPart part, Candidate candidate) {
    double[] features = split(WeightedPart.numbers(candidate.features()), part, "features");
    return new Candidate(
        candidate.url(),
        candidate.sequence(),
        candidate.depth(),
        candidate.score(),
        candidate.tieBreak(),
        candidate.parent(),
        own(part, candidate.pathState()),
        features(features));
  }

  private PathState own(WeightedPart part, PathState joined) {
    return PathState.of(split(joined.toArray(), part, "path state"));
  }

  private static LinkFeatures features(double[] numbers) {
    return LinkFeatures.of(Arrays.stream(numbers).mapToInt(number -> (int) number).toArray());
  }

  /** Joins the numbers of the parts: first the size of each part, then all numbers, or nothing. */
  private static double[] join(List<double[]> own, int most, String what) {
    int numbers = own.stream().mapToInt(part -> part.length).sum();
    if (numbers > 0 && own.size() + numbers > most) {
      throw new CrawlException(
          "the parts of a weighted sum must have at most "
              + (most - own.size())
              + (" numbers of " + what + " together, but have " + numbers));
    }
    DoubleStream sizes =
        own.stream().mapToDouble(part -> part.length).limit(numbers == 0 ? 0 : most);
    return DoubleStream.concat(sizes, own.stream().flatMapToDouble(Arrays::stream)).toArray();
  }

  /** Returns the numbers of one part; empty if no part has any. */
  private double[] split(double[] joined, WeightedPart part, String what) {
    if (joined.length == 0) {
      return joined;
    }
    double[] sizes = Arrays.copyOf(joined, Math.min(parts.size(), joined.length));
    boolean whole = Arrays.stream(sizes).allMatch(size -> size >= 0 && size == Math.rint(size));
    if (!whole || parts.size() + Arrays.stream(sizes).sum() != joined.length) {
      throw new CrawlException(
          "not the " + what + " of a weighted sum of " + parts.size() + " parts: " + joined.length);
    }
    int start = parts.size() + (int) Arrays.stream(sizes, 0, part.index()).sum();
    return Arrays.copyOfRange(joined, start, start + (int) sizes[part.index()]);
  }

  /** The links of one page. */
  private record Scoring(List<WeightedPart.OnPage> addends, boolean learns) implements PageScoring {

    @Override
    public double score(Link link) {
      return sum(addends, addend -> addend.score(link));
    }

    @Override
    public double tieBreak(Link link) {
      return sum(addends, addend -> addend.tieBreak(link));
    }

    @Override
    public PathState pathState() {
      var own = addends.stream().map(addend -> addend.scoring().pathState().toArray()).toList();
      return PathState.of(join(own, PathState.MAX_SIZE, "path state"));
    }

    @Override
    public LinkFeatures features(Link link) {
      if (!learns) {
        return LinkFeatures.NONE;
      }
      var own = addends.stream().map(addend -> addend.features(link)).toList();
      return WeightedSumScorer.features(join(own, LinkFeatures.MAX_SIZE, "features"));
    }

    @Override
    public Explanation explain(Link link) {
      var explained = addends.stream().map(addend -> addend.explain(link)).toList();
      return new Explanation("weighted sum", score(link), explained);
    }
  }

  /** Collects the parts of a weighted sum. Not thread-safe. */
  public static final class Builder {

    private final List<WeightedPart> parts = new ArrayList<>();

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
      return add(name, scorer, weight, false);
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
      return add(name, scorer, weight, true);
    }

    private Builder add(String name, LinkScorer scorer, double weight, boolean logOdds) {
      if (name.isBlank() || parts.stream().anyMatch(part -> part.name().equals(name))) {
        throw new IllegalArgumentException(
            "name must be neither blank nor used before, but was '" + name + "'");
      }
      Checks.positive("weight", weight);
      parts.add(
          new WeightedPart(parts.size(), name, requireNonNull(scorer, "scorer"), weight, logOdds));
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

    private static final String NAME = "weighted-sum";
    private static final double MOST_WEIGHT = 1e6;

    /** For the service loader. */
    public Provider() {}

    @Override
    public String name() {
      return NAME;
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
      List<String> scorers = registry.names().stream().filter(one -> !one.equals(NAME)).toList();
      settings.asMap().forEach((key, value) -> check(settings, key, value, scorers));
      Builder sum = builder();
      settings.asMap().keySet().stream()
          .filter(key -> !key.contains("."))
          .sorted()
          .forEach(
              name -> {
                double weight = settings.number(name, 1, 1 / MOST_WEIGHT, MOST_WEIGHT);
                boolean logOdds = settings.flag(name + ".squash", false);
                sum.add(name, part(name, settings, context, registry), weight, logOdds);
              });
      if (sum.parts.isEmpty()) {
        throw new CrawlException(
            "'" + NAME + "' needs the weight of at least one scorer of " + scorers);
      }
      return sum.build();
    }

    private static void check(Settings settings, String key, String value, List<String> scorers) {
      int dot = key.indexOf('.');
      if (dot < 0 && !scorers.contains(key)) {
        throw new SettingException(key, value, "weights of the scorers " + scorers);
      }
      if (dot >= 0 && !settings.asMap().containsKey(key.substring(0, dot))) {
        throw new SettingException(key, value, "settings of scorers that have a weight");
      }
    }

    private static LinkScorer part(
        String name, Settings settings, CrawlContext context, PluginRegistry<LinkScorer> registry) {
      String prefix = name + ".";
      Settings own =
          Settings.of(
              settings.asMap().entrySet().stream()
                  .filter(entry -> entry.getKey().startsWith(prefix))
                  .filter(entry -> !entry.getKey().equals(prefix + "squash"))
                  .collect(toMap(e -> e.getKey().substring(prefix.length()), Map.Entry::getValue)));
      try {
        LinkScorer scorer = registry.create(name, own, context);
        own.inEffect().forEach((key, value) -> settings.text(prefix + key, value));
        return scorer;
      } catch (SettingException e) {
        var named = new SettingException(prefix + e.key(), e.value(), e.allowed());
        named.initCause(e);
        throw named;
      }
    }
  }
}
