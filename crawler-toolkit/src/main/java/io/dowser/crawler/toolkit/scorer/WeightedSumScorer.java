package io.dowser.crawler.toolkit.scorer;

import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.toMap;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlContext;
import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.api.LearningScorer;
import io.dowser.crawler.api.LinkFeatures;
import io.dowser.crawler.api.LinkScorer;
import io.dowser.crawler.api.LinkScorerProvider;
import io.dowser.crawler.api.PageScoring;
import io.dowser.crawler.api.PathState;
import io.dowser.crawler.api.PluginRegistry;
import io.dowser.crawler.api.Resumable;
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
    var scorings = new ArrayList<PageScoring>();
    for (int i = 0; i < parts.size(); i++) {
      scorings.add(parts.get(i).scorer().forPage(ofPart(i, page)));
    }
    return new WeightedSumScoring(parts, scorings, learns);
  }

  @Override
  public void visited(Visit visit) {
    for (int i = 0; i < parts.size(); i++) {
      if (parts.get(i).scorer() instanceof VisitObserver observer) {
        observer.visited(ofPart(i, visit));
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
          part.scorer() instanceof LearningScorer learning
              ? part.weighted(learning.rescore(own))
              : part.weighted(WeightedSumScoring.scoreOf(own.features()));
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
        visit.relevant(),
        visit.time(),
        visit.outLinks(),
        ofPart(part, visit.pathState()));
  }

  /** Returns the candidate with the path state and features of one part alone. */
  private Candidate ofPart(int part, Candidate candidate) {
    double[] features = Arrays.stream(candidate.features().toArray()).asDoubleStream().toArray();
    double[] own = JoinedNumbers.split(features, part, parts.size(), "features");
    return new Candidate(
        candidate.url(),
        candidate.sequence(),
        candidate.depth(),
        candidate.score(),
        candidate.tieBreak(),
        candidate.parent(),
        ofPart(part, candidate.pathState()),
        LinkFeatures.of(Arrays.stream(own).mapToInt(number -> (int) number).toArray()));
  }

  private PathState ofPart(int part, PathState joined) {
    return PathState.of(JoinedNumbers.split(joined.toArray(), part, parts.size(), "path state"));
  }

  /** One scorer of the sum. */
  record Part(String name, LinkScorer scorer, double weight, boolean logOdds) {

    /** Returns the share of the sum that a score of the part has. */
    double weighted(double score) {
      return weight * (logOdds ? logistic(score) : score);
    }

    static double logistic(double x) {
      return 1 / (1 + Math.exp(-x)); // exp may overflow to infinity, then this is 0
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
      if (!Double.isFinite(added.weight()) || added.weight() <= 0) {
        throw new IllegalArgumentException(
            "weight must be finite and above 0, but was " + added.weight());
      }
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
      Map<String, String> given = settings.asMap();
      given.forEach((key, value) -> check(key, value, given, scorers));
      Builder sum = WeightedSumScorer.builder();
      List<String> parts =
          given.keySet().stream().filter(key -> !key.contains(".")).sorted().toList();
      if (parts.isEmpty()) {
        throw new CrawlException(
            "'" + NAME + "' needs the weight of at least one scorer of " + scorers);
      }
      for (String part : parts) {
        double weight = settings.number(part, 1, 1 / MOST_WEIGHT, MOST_WEIGHT);
        if (settings.flag(part + ".squash", false)) {
          sum.addLogOdds(part, part(part, settings, context, registry), weight);
        } else {
          sum.add(part, part(part, settings, context, registry), weight);
        }
      }
      return sum.build();
    }

    private static void check(
        String key, String value, Map<String, String> given, List<String> scorers) {
      int dot = key.indexOf('.');
      if (dot < 0 && !scorers.contains(key)) {
        throw new SettingException(key, value, "weights of the scorers " + scorers);
      }
      if (dot >= 0 && !given.containsKey(key.substring(0, dot))) {
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
