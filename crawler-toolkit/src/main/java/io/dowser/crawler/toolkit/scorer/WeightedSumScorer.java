package io.dowser.crawler.toolkit.scorer;

import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.joining;

import io.dowser.crawler.api.AbandonReason;
import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.Candidate;
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
import io.dowser.crawler.api.internal.Checks;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * Rates a link by the sum of other scorers' scores, each times its weight. The package page has
 * examples, the settings of {@code weighted-sum}, and what parts should have in common.
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
    return new Scoring(parts.stream().map(part -> part.scorer().forPage(own(part, page))).toList());
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
    return learns ? sum(part -> part.rescore(own(part, candidate))) : candidate.score();
  }

  private double sum(ToDoubleFunction<WeightedPart> value) {
    double sum = 0;
    for (WeightedPart part : parts) { // a stream corrects rounding
      sum += value.applyAsDouble(part);
    }
    return sum;
  }

  @Override
  public void save(StateWriter out) throws IOException {
    out.section("weighted sum", 1);
    out.writeText(names());
    for (WeightedPart part : parts) {
      if (part.scorer() instanceof Resumable state) {
        state.save(out);
      }
    }
  }

  @Override
  public void restore(StateReader in) throws IOException {
    restore(in, Resumable::restore);
  }

  @Override
  public void startFrom(StateReader in) throws IOException {
    restore(in, Resumable::startFrom);
  }

  private void restore(StateReader in, Restoring restoring) throws IOException {
    in.section("weighted sum", 1);
    String saved = in.readText();
    StateReader.require(saved.equals(names()), "parts must be " + names() + ", but were " + saved);
    for (WeightedPart part : parts) {
      if (part.scorer() instanceof Resumable state) {
        restoring.restore(state, in);
      }
    }
  }

  /** Restores a part. */
  @FunctionalInterface
  private interface Restoring {
    void restore(Resumable part, StateReader in) throws IOException;
  }

  private String names() {
    return parts.stream()
        .map(part -> part.name() + (part.scorer() instanceof Resumable ? " with state" : ""))
        .collect(joining(", "));
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
    IntStream features = Arrays.stream(candidate.features().toArray());
    return new Candidate(
        candidate.url(),
        candidate.sequence(),
        candidate.depth(),
        candidate.score(),
        candidate.tieBreak(),
        candidate.parent(),
        own(part, candidate.pathState()),
        toFeatures(split(features.asDoubleStream().toArray(), part)));
  }

  private PathState own(WeightedPart part, PathState joined) {
    return PathState.of(split(joined.toArray(), part));
  }

  private static LinkFeatures toFeatures(double[] numbers) {
    return LinkFeatures.of(Arrays.stream(numbers).mapToInt(number -> (int) number).toArray());
  }

  /** Joins the numbers of the parts: first the size of each part, then all numbers, or nothing. */
  private double[] join(Function<WeightedPart, double[]> numbers) {
    List<double[]> own = parts.stream().map(numbers).toList();
    double[] all = own.stream().flatMapToDouble(Arrays::stream).toArray();
    DoubleStream sizes = own.stream().mapToDouble(part -> part.length);
    return all.length == 0 ? all : DoubleStream.concat(sizes, Arrays.stream(all)).toArray();
  }

  /** Returns the numbers of one part; empty if no part has any. */
  private double[] split(double[] joined, WeightedPart part) {
    if (joined.length == 0) {
      return joined;
    }
    double[] sizes = Arrays.copyOf(joined, Math.min(parts.size(), joined.length));
    boolean whole = Arrays.stream(sizes).allMatch(size -> size >= 0 && size == Math.rint(size));
    if (!whole || parts.size() + Arrays.stream(sizes).sum() != joined.length) {
      throw new CrawlException(
          "path state or features are not those of a weighted sum of [" + names() + "]");
    }
    int start = parts.size() + (int) Arrays.stream(sizes, 0, part.index()).sum();
    return Arrays.copyOfRange(joined, start, start + (int) sizes[part.index()]);
  }

  /** The links of one page, with the scoring of each part at its index. */
  private final class Scoring implements PageScoring {

    private final List<PageScoring> own;

    Scoring(List<PageScoring> own) {
      this.own = own;
    }

    private PageScoring of(WeightedPart part) {
      return own.get(part.index());
    }

    @Override
    public double score(Link link) {
      return sum(part -> part.score(of(part), link));
    }

    @Override
    public double tieBreak(Link link) {
      return sum(part -> part.tieBreak(of(part), link));
    }

    /** Drops links that one part drops. */
    @Override
    public Optional<String> drop(Link link) {
      return own.stream().flatMap(scoring -> scoring.drop(link).stream()).findFirst();
    }

    @Override
    public PathState pathState() {
      return PathState.of(join(part -> of(part).pathState().toArray()));
    }

    @Override
    public LinkFeatures features(Link link) {
      return learns ? toFeatures(join(part -> part.features(of(part), link))) : LinkFeatures.NONE;
    }

    @Override
    public Explanation explain(Link link) {
      return Explanation.sum(
          "weighted sum", parts.stream().map(part -> part.explain(of(part), link)).toList());
    }
  }

  /** Collects the parts of a weighted sum. Not thread-safe. */
  public static final class Builder {

    private final List<WeightedPart> parts = new ArrayList<>();

    private Builder() {}

    /**
     * Adds a part.
     *
     * @param name its name in explanations
     * @param scorer the part
     * @param weight the factor of its scores: finite and above 0
     * @param squash true if its scores are natural logarithms of odds, to be mapped to 0 to 1 by
     *     {@code 1/(1+exp(-x))}; log-odds from 37 upwards become 1, but their tie-breaks differ
     * @return this
     * @throws IllegalArgumentException if the weight is not allowed, or the name is blank or taken
     */
    public Builder add(String name, LinkScorer scorer, double weight, boolean squash) {
      requireNonNull(scorer, "scorer");
      Checks.positive("weight", weight);
      if (name.isBlank() || parts.stream().anyMatch(part -> part.name().equals(name))) {
        throw new IllegalArgumentException(
            "name must be neither blank nor used before, but was '" + name + "'");
      }
      parts.add(new WeightedPart(parts.size(), name, scorer, weight, squash));
      return this;
    }

    /**
     * {@return the weighted sum of the parts}
     *
     * @throws IllegalStateException if no part was added
     */
    public WeightedSumScorer build() {
      if (parts.isEmpty()) {
        throw new IllegalStateException("a weighted sum needs at least one part");
      }
      return new WeightedSumScorer(parts);
    }
  }

  /** Creates a {@link WeightedSumScorer} under the name {@code weighted-sum}. */
  public static final class Provider implements LinkScorerProvider {

    private static final double MOST_WEIGHT = 1e6;

    /** Creates a provider; called by the service loader. */
    public Provider() {}

    @Override
    public String name() {
      return "weighted-sum";
    }

    /** Creates a sum of scorers that a crawl finds. */
    @Override
    public LinkScorer create(Settings settings, CrawlContext context) {
      return create(settings, context, PluginRegistry.linkScorers());
    }

    @Override
    public LinkScorer create(
        Settings settings, CrawlContext context, PluginRegistry<LinkScorer> registry) {
      List<String> scorers = registry.names().stream().filter(one -> !one.equals(name())).toList();
      Builder sum = builder();
      settings.asMap().entrySet().stream()
          .filter(setting -> !setting.getKey().contains("."))
          .sorted(Map.Entry.comparingByKey())
          .forEach(
              setting -> {
                String name = setting.getKey();
                if (!scorers.contains(name)) {
                  String allowed = "weights of the scorers " + scorers;
                  throw new SettingException(name, setting.getValue(), allowed);
                }
                double weight =
                    settings.number(name, 1, 1 / MOST_WEIGHT, MOST_WEIGHT, "weight of this scorer");
                boolean squash =
                    settings.flag(name + ".squash", false, "map log-odds to the range 0 to 1");
                LinkScorer part = registry.create(name, settings.under(name + "."), context);
                sum.add(name, part, weight, squash);
              });
      if (sum.parts.isEmpty()) {
        throw new CrawlException(
            "'weighted-sum' needs the weight of at least one scorer of " + scorers);
      }
      return sum.build();
    }
  }
}
