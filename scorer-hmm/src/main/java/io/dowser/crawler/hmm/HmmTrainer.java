package io.dowser.crawler.hmm;

import static java.util.Objects.requireNonNull;

import io.dowser.crawler.api.internal.Checks;
import io.dowser.crawler.api.internal.builder.SettingCalls;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Learns a model from pages, their links, and the pages marked as targets.
 *
 * <p>The text of each page becomes a TF-IDF vector. The targets form cluster 0, the other pages are
 * clustered by spherical k-means. The state of a page is its link distance from the nearest target.
 * With states and clusters known, the transitions A are counted on the edges between pages and the
 * emissions B on the pages, smoothed by the constants lambdaA and lambdaB. In addition, unlike in
 * the paper, it learns the evidence of the terms in the text of a link for the distance of the page
 * behind it.
 *
 * <p>Source: Xie, Yang, Li and Song 2012, section 2.3. Where {@link #builder} differs: the paper
 * trains by Baum-Welch, which is not reported the states, so that nothing ties state 0 to the
 * targets, and which cannot leave a symmetric start at all; here it refines the counted model, on
 * demand, and only if the states keep their meaning and held-out sessions are predicted better. The
 * edges are the hyperlinks of the pages; {@link Builder#paper} takes the order of visits, as if a
 * page that was returned from linked to the next one. The threshold delta is calibrated on the
 * targets; the paper has 0.7, which few real pages reach. {@link Builder#paper} starts Baum-Welch
 * from the counted model too, because the paper names no start, and keeps whatever comes out.
 *
 * <p>Immutable and thread-safe.
 */
public final class HmmTrainer {

  private final Builder settings;

  private HmmTrainer(Builder builder) {
    this.settings = builder;
  }

  /** The probability of each distance for the first page of a path. */
  public enum Start {
    /** All distances are equally likely, as in the paper; the default. */
    UNIFORM,
    /** As often as the sessions of the training set started there, each distance once more. */
    ESTIMATED
  }

  /** {@return a builder with the recommended settings} */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * Learns a model.
   *
   * @param set pages, marks and sessions
   * @return the model
   * @throws IllegalArgumentException if there is no target with text, or no other page with text;
   *     if no page links to another one, or, when edges are to be the order of visits, there is no
   *     session, or none with a page visited after another
   */
  public HmmModel train(TrainingSet set) {
    if (settings.visitingOrder && set.sessions().isEmpty()) {
      throw new IllegalArgumentException(
          "training by the order of visits needs at least one session, but there is none");
    }
    return new HmmTraining(settings, set).model();
  }

  @Override
  public String toString() {
    return "HmmTrainer" + settings.facts();
  }

  /**
   * Sets the parameters of a training. A second call that sets the same throws an {@link
   * IllegalStateException}. Not thread-safe.
   */
  public static final class Builder {

    private final SettingCalls calls = new SettingCalls();
    int states = 4;
    int otherClusters; // 0 for the rule of thumb
    double lambdaA = 1;
    double lambdaB = 0.1;
    int minDocuments = 1;
    Start start = Start.UNIFORM;
    boolean visitingOrder;
    boolean refined;
    boolean checked = true;
    double delta = Double.NaN; // to be calibrated
    long seed = 1;

    private Builder() {}

    private Builder set(String name, Runnable assignment) {
      calls.set(name, assignment);
      return this;
    }

    private Builder copy() {
      var copy = new Builder();
      copy.states = states;
      copy.otherClusters = otherClusters;
      copy.lambdaA = lambdaA;
      copy.lambdaB = lambdaB;
      copy.minDocuments = minDocuments;
      copy.start = start;
      copy.visitingOrder = visitingOrder;
      copy.refined = refined;
      copy.checked = checked;
      copy.delta = delta;
      copy.seed = seed;
      return copy;
    }

    /**
     * Trains as in the paper, unless later calls say otherwise: the order of visits as edges,
     * Baum-Welch refinement whatever comes of it, delta = 0.7.
     *
     * @return this
     */
    public Builder paper() {
      return set(
          "paper",
          () -> {
            visitingOrder = true;
            refined = true;
            checked = false;
            delta = 0.7;
          });
    }

    /**
     * Sets n, the number of distances: targets, pages 1 to n - 2 links away, and all others.
     *
     * @param states 2 to {@value HiddenMarkovModel#MAX_STATES}; by default 4
     * @return this
     * @throws IllegalArgumentException if out of range
     */
    public Builder states(int states) {
      return set(
          "states",
          () -> this.states = Checks.within("states", states, 2, HiddenMarkovModel.MAX_STATES));
    }

    /**
     * Sets m - 1, the number of clusters in addition to that of the targets.
     *
     * @param otherClusters 1 up to 999; by default the rounded square root of half the number of
     *     other pages, and at least 3; never more than there are other pages with text
     * @return this
     * @throws IllegalArgumentException if out of range
     */
    public Builder otherClusters(int otherClusters) {
      return set(
          "otherClusters",
          () ->
              this.otherClusters =
                  Checks.within(
                      "otherClusters", otherClusters, 1, HiddenMarkovModel.MAX_CLUSTERS - 1));
    }

    /**
     * Sets what is added to each count of an edge that can be.
     *
     * @param lambdaA above 0, at most 1,000,000; by default 1
     * @return this
     * @throws IllegalArgumentException if out of range
     */
    public Builder lambdaA(double lambdaA) {
      return set("lambdaA", () -> this.lambdaA = lambda("lambdaA", lambdaA));
    }

    /**
     * Sets what is added to each count of pages in a cluster.
     *
     * @param lambdaB above 0, at most 1,000,000; by default 0.1
     * @return this
     * @throws IllegalArgumentException if out of range
     */
    public Builder lambdaB(double lambdaB) {
      return set("lambdaB", () -> this.lambdaB = lambda("lambdaB", lambdaB));
    }

    /**
     * Sets in how many training pages a term must occur to count.
     *
     * @param minDocuments 1 or more; by default 1
     * @return this
     * @throws IllegalArgumentException if out of range
     */
    public Builder minDocuments(int minDocuments) {
      return set(
          "minDocuments", () -> this.minDocuments = Checks.positive("minDocuments", minDocuments));
    }

    /**
     * Sets how pi is found.
     *
     * @param start by default {@link Start#UNIFORM}
     * @return this
     */
    public Builder start(Start start) {
      return set("start", () -> this.start = requireNonNull(start, "start"));
    }

    /**
     * Sets whether the counted model is refined by Baum-Welch on the paths of the sessions. The
     * refined model is dropped if its states have lost their meaning, or if refinement on some of
     * the sessions does not predict the distances of pages on the others better. So it takes two
     * sessions at least. {@link #paper} keeps whatever comes out.
     *
     * @param refined by default false, and true in {@link #paper}
     * @return this
     */
    public Builder refined(boolean refined) {
      return set("refined", () -> this.refined = refined);
    }

    /**
     * Sets the threshold of relevance.
     *
     * @param delta 0 to 1; by default the 10th percentile of the targets' own cosines with their
     *     centroid, and 0.7 in {@link #paper}
     * @return this
     * @throws IllegalArgumentException if out of range
     */
    public Builder delta(double delta) {
      return set("delta", () -> this.delta = Checks.within("delta", delta, 0, 1));
    }

    /**
     * Sets where the randomness of the clustering starts.
     *
     * @param seed any number; by default 1
     * @return this
     */
    public Builder seed(long seed) {
      return set("seed", () -> this.seed = seed);
    }

    /**
     * Creates the trainer.
     *
     * @return the trainer; later changes of this builder have no effect on it
     */
    public HmmTrainer build() {
      return new HmmTrainer(copy());
    }

    Map<String, String> facts() {
      Map<String, String> facts = new LinkedHashMap<>();
      facts.put("states", Integer.toString(states));
      facts.put("lambdaA", Double.toString(lambdaA));
      facts.put("lambdaB", Double.toString(lambdaB));
      facts.put("minDocuments", Integer.toString(minDocuments));
      facts.put("start", start.toString());
      facts.put("edges", visitingOrder ? "VISITS" : "HYPERLINKS");
      facts.put("refined", Boolean.toString(refined));
      facts.put("refinementChecked", Boolean.toString(checked));
      facts.put("otherClusters", otherClusters == 0 ? "by pages" : "" + otherClusters);
      facts.put("delta", Double.isNaN(delta) ? "by targets" : "" + delta);
      facts.put("seed", Long.toString(seed));
      return facts;
    }

    private static double lambda(String name, double value) {
      if (!(value > 0 && value <= 1e6)) { // written so that NaN fails too
        throw new IllegalArgumentException(
            name + " must be above 0 and at most 1000000, but was " + value);
      }
      return value;
    }
  }
}
