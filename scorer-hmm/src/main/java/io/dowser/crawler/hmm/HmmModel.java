package io.dowser.crawler.hmm;

import static java.util.Objects.requireNonNull;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.RelevanceJudge;
import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.StateWriter;
import io.dowser.crawler.api.internal.Checks;
import io.dowser.crawler.text.TermCounts;
import io.dowser.crawler.toolkit.model.AnalyzerGuard;
import io.dowser.crawler.toolkit.model.ModelFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A trained model: the hidden Markov model of link distances, the clusters of texts that it
 * observes, and the threshold of relevance.
 *
 * <p>Created by {@link HmmTrainer}. Texts must be tokenized by the analyzer that tokenized the
 * training pages; pages that another one tokenized are refused, see {@link AnalyzerGuard}.
 *
 * <p>Immutable and thread-safe.
 */
public final class HmmModel {

  private static final String FILE_KIND = "hmm";
  private static final long MAX_FILE_BYTES = 1L << 30;
  private static final ModelFile FILE = new ModelFile(FILE_KIND, 1, MAX_FILE_BYTES);

  private final HiddenMarkovModel hidden;
  private final ClusterSpace space;
  private final AnchorModel anchors;
  private final double delta;
  private final Map<String, String> facts;
  private final AnalyzerGuard guard;

  HmmModel(
      HiddenMarkovModel hidden,
      ClusterSpace space,
      AnchorModel anchors,
      double delta,
      Map<String, String> facts) {
    if (hidden.clusters() != space.clusters()) {
      throw new IllegalArgumentException(
          "the model must have as many clusters as there are centroids, "
              + space.clusters()
              + ", but had "
              + hidden.clusters());
    }
    Checks.within("delta", delta, 0, 1);
    this.hidden = hidden;
    this.space = space;
    this.anchors = anchors;
    this.delta = delta;
    this.facts = Collections.unmodifiableMap(new LinkedHashMap<>(facts));
    this.guard = AnalyzerGuard.of(FILE_KIND, facts);
  }

  /** {@return the parameters pi, A and B} */
  public HiddenMarkovModel hidden() {
    return hidden;
  }

  /** {@return the threshold delta of {@link #relevance}, 0 to 1} */
  public double delta() {
    return delta;
  }

  /**
   * {@return the origin of the model: settings, seed, numbers of pages, targets and edges, an
   * unmodifiable map, as {@link HmmTrainer} filled it}
   */
  public Map<String, String> facts() {
    return facts;
  }

  /**
   * Returns the cluster of a text: the one whose centroid has the largest cosine, the lowest of
   * equal ones.
   *
   * @param text the counts of its terms
   * @return 0 for the cluster of the targets, up to the number of clusters exclusive; {@link
   *     HiddenMarkovModel#MISSING} if the text shares no term with any of them
   */
  public int cluster(TermCounts text) {
    return ClusterSpace.nearest(space.cosines(text));
  }

  /**
   * Compares a text with the topic, which is the centroid of the target pages.
   *
   * @param text the counts of its terms
   * @return their cosine, 0 to 1; 0 if they share no term
   */
  public double relevance(TermCounts text) {
    return space.vector(text).cosine(space.centroid(0));
  }

  /**
   * {@return the paper's own measure of relevance as a thread-safe judge: {@link #relevance} with
   * the threshold {@link #delta}} Do not compare strategies by a judge that guides one of them.
   */
  public RelevanceJudge judge() {
    return new RelevanceJudge() {
      @Override
      public double relevance(AnalyzedPage page) {
        guard.check(page);
        return HmmModel.this.relevance(page.terms());
      }

      @Override
      public double threshold() {
        return delta;
      }
    };
  }

  AnalyzerGuard guard() {
    return guard;
  }

  ClusterSpace space() {
    return space;
  }

  AnchorModel anchors() {
    return anchors;
  }

  /**
   * Saves the model in the frame of {@link ModelFile}, replacing an existing file. The model's own
   * bytes: the vocabulary and the document counts as their classes write them; the number of
   * clusters, then for each centroid the number of its terms, and number and weight of each; the
   * number n of states and m of clusters, then pi, A by rows, and B by columns; for each term n
   * logarithms of its evidence in the text of a link; delta.
   *
   * @param file the file; its directory is created if it does not exist
   * @throws IOException if the file cannot be written; an existing file is left as it was
   */
  public void save(Path file) throws IOException {
    FILE.save(requireNonNull(file, "file"), facts, this::write);
  }

  /**
   * Loads a model that {@link #save} wrote.
   *
   * @param file the file
   * @return the model
   * @throws io.dowser.crawler.toolkit.model.ModelFile.FormatException if the file is not such a
   *     model, or is damaged
   * @throws IOException if the file is absent or cannot be read
   */
  public static HmmModel load(Path file) throws IOException {
    return FILE.load(requireNonNull(file, "file"), HmmModel::read);
  }

  private void write(StateWriter out) throws IOException {
    space.save(out);
    hidden.save(out);
    anchors.save(out);
    out.writeDouble(delta);
  }

  private static HmmModel read(StateReader in, Map<String, String> facts) throws IOException {
    ClusterSpace space = ClusterSpace.read(in);
    HiddenMarkovModel hidden = HiddenMarkovModel.read(in);
    AnchorModel anchors = AnchorModel.read(in, hidden.states(), space.vocabulary().size());
    return new HmmModel(hidden, space, anchors, in.readDouble(), facts);
  }

  @Override
  public String toString() {
    return "HmmModel["
        + hidden.states()
        + " states, "
        + hidden.clusters()
        + " clusters, "
        + space.vocabulary().size()
        + " terms]";
  }
}
