package io.dowser.crawler.testkit;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.Explanation;
import io.dowser.crawler.api.LearningScorer;
import io.dowser.crawler.api.Link;
import io.dowser.crawler.api.LinkFeatures;
import io.dowser.crawler.api.PageScoring;
import io.dowser.crawler.api.PathState;
import io.dowser.crawler.api.Resumable;
import io.dowser.crawler.api.ScoredLink;
import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.StateWriter;
import io.dowser.crawler.api.Visit;
import java.io.IOException;
import java.util.List;

/**
 * A small scorer that uses everything a scorer may: it passes down, learns, explains and resumes.
 */
class WordCountScorer implements LearningScorer, Resumable {

  static final List<String> WORDS = List.of("laser", "photon");

  volatile double weight = 1;
  private boolean moved;

  @Override
  public PageScoring forPage(AnalyzedPage page) {
    return new Scoring(page, weight);
  }

  @Override
  public void learn(Visit visit, List<ScoredLink> links) {
    weight = 0.9 * weight + 0.1 * visit.relevance();
    moved = visit.number() % 3 == 0;
  }

  @Override
  public boolean modelMoved() {
    boolean was = moved;
    moved = false;
    return was;
  }

  @Override
  public double rescore(Candidate candidate) {
    return weight * candidate.features().get(0);
  }

  @Override
  public void save(StateWriter out) throws IOException {
    out.writeDouble(weight);
  }

  @Override
  public void restore(StateReader in) throws IOException {
    double saved = in.readDouble();
    if (!Double.isFinite(saved)) {
      throw new IOException("weight must be finite, but was " + saved);
    }
    weight = Math.max(-1, Math.min(1, saved));
  }

  static class Scoring implements PageScoring {

    final AnalyzedPage page;
    final double weight;

    Scoring(AnalyzedPage page, double weight) {
      this.page = page;
      this.weight = weight;
    }

    int words(Link link) {
      return WORDS.stream().mapToInt(word -> page.anchorTerms(link).count(word)).sum();
    }

    @Override
    public double score(Link link) {
      return weight * words(link) + page.relevance();
    }

    @Override
    public double tieBreak(Link link) {
      return -link.position();
    }

    @Override
    public PathState pathState() {
      PathState before = page.arrival().pathState();
      return PathState.of((before.isEmpty() ? 1 : before.get(0)) * 0.5, page.relevance());
    }

    @Override
    public LinkFeatures features(Link link) {
      return LinkFeatures.of(words(link));
    }

    @Override
    public Explanation explain(Link link) {
      return new Explanation(
          "word count",
          score(link),
          List.of(
              Explanation.of("words", weight * words(link)),
              Explanation.of("relevance", page.relevance())));
    }
  }
}
