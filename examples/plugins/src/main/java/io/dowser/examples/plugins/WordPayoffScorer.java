package io.dowser.examples.plugins;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlContext;
import io.dowser.crawler.api.LearningScorer;
import io.dowser.crawler.api.Link;
import io.dowser.crawler.api.LinkFeatures;
import io.dowser.crawler.api.LinkScorer;
import io.dowser.crawler.api.LinkScorerProvider;
import io.dowser.crawler.api.PageScoring;
import io.dowser.crawler.api.Resumable;
import io.dowser.crawler.api.ScoredLink;
import io.dowser.crawler.api.Settings;
import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.StateWriter;
import io.dowser.crawler.api.Visit;
import io.dowser.crawler.text.TermCounts;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;

/** Scores a link by the mean relevance of the pages to which its words have led so far. */
public final class WordPayoffScorer implements LearningScorer, Resumable {

  private static final int BUCKETS = 4_096; // words with the same hash share a bucket
  private static final double UNKNOWN = 0.5; // a word that has led nowhere yet

  private final int[] counts = new int[BUCKETS];
  private int newVisits;
  private volatile double[] means = unknown(); // replaced as a whole, never changed

  private static double[] unknown() {
    var means = new double[BUCKETS];
    Arrays.fill(means, UNKNOWN);
    return means;
  }

  @Override
  public PageScoring forPage(AnalyzedPage page) { // many threads at once
    double[] model = means;
    return new PageScoring() {
      @Override
      public double score(Link link) {
        return mean(model, features(link));
      }

      @Override
      public LinkFeatures features(Link link) { // kept with the pending link
        TermCounts words = page.anchorTerms(link);
        int size = Math.min(words.size(), LinkFeatures.MAX_SIZE);
        var buckets = new int[size];
        for (int i = 0; i < size; i++) {
          buckets[i] = Math.floorMod(words.term(i).hashCode(), BUCKETS);
        }
        return LinkFeatures.of(buckets);
      }
    };
  }

  private static double mean(double[] model, LinkFeatures buckets) {
    return Arrays.stream(buckets.toArray()).mapToDouble(i -> model[i]).average().orElse(UNKNOWN);
  }

  @Override
  public void learn(Visit visit, List<ScoredLink> links) { // one thread at a time, as all below
    double[] learned = means.clone();
    for (int bucket : visit.candidate().features().toArray()) {
      counts[bucket]++;
      learned[bucket] += (visit.relevance() - learned[bucket]) / counts[bucket];
    }
    means = learned;
    newVisits++;
  }

  @Override
  public boolean modelMoved() { // pending links are scored again after each tenth visit
    boolean moved = newVisits >= 10;
    newVisits = moved ? 0 : newVisits;
    return moved;
  }

  @Override
  public double rescore(Candidate pending) {
    return mean(means, pending.features());
  }

  @Override
  public void save(StateWriter out) throws IOException {
    out.section("word payoff", 1); // a name and a version of what follows
    out.writeInt(newVisits);
    for (int i = 0; i < BUCKETS; i++) {
      out.writeInt(counts[i]);
      out.writeDouble(means[i]);
    }
  }

  @Override
  public void restore(StateReader in) throws IOException {
    in.section("word payoff", 1);
    newVisits = in.readInt(0, Integer.MAX_VALUE, "new visits");
    double[] learned = unknown();
    for (int i = 0; i < BUCKETS; i++) {
      counts[i] = in.readInt(0, Integer.MAX_VALUE, "count");
      learned[i] = in.readDouble(0, 1, "mean");
    }
    means = learned;
  }

  /** Creates the scorer by the name {@code word-payoff}. */
  public static final class Provider implements LinkScorerProvider {

    /** Creates a provider; called by the service loader. */
    public Provider() {}

    @Override
    public String name() {
      return "word-payoff";
    }

    @Override
    public LinkScorer create(Settings settings, CrawlContext context) {
      return new WordPayoffScorer();
    }
  }
}
