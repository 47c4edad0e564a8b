package io.dowser.crawler.toolkit.scorer;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.LinkScorer;
import io.dowser.crawler.api.PageScoring;
import io.dowser.crawler.api.Resumable;
import io.dowser.crawler.api.Visit;
import io.dowser.crawler.api.VisitObserver;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;

/** See {@link LinkScorers#weightedSum}; none of its parts learns, but some may observe. */
class WeightedSumScorer implements LinkScorer, VisitObserver, Resumable {

  final List<WeightedPart> parts;

  WeightedSumScorer(List<WeightedPart> parts) {
    this.parts = List.copyOf(parts);
  }

  @Override
  public PageScoring forPage(AnalyzedPage page) {
    return new WeightedSumScoring(parts, scorings(page));
  }

  PageScoring[] scorings(AnalyzedPage page) {
    var scorings = new PageScoring[parts.size()];
    for (int i = 0; i < scorings.length; i++) {
      scorings[i] = parts.get(i).scorer().forPage(asSeenBy(i, page));
    }
    return scorings;
  }

  @Override
  public void visited(Visit visit) {
    for (int i = 0; i < parts.size(); i++) {
      if (parts.get(i).scorer() instanceof VisitObserver observer) {
        observer.visited(asSeenBy(i, visit));
      }
    }
  }

  @Override
  public void save(DataOutput out) throws IOException {
    out.writeInt(parts.size());
    for (WeightedPart part : parts) {
      boolean resumable = part.scorer() instanceof Resumable;
      out.writeBoolean(resumable);
      if (part.scorer() instanceof Resumable state) {
        state.save(out);
      }
    }
  }

  @Override
  public void restore(DataInput in) throws IOException {
    check(in.readInt() == parts.size(), "another number of parts");
    for (WeightedPart part : parts) {
      boolean saved = in.readBoolean();
      check(saved == (part.scorer() instanceof Resumable), "another kind of part " + part.name());
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

  /** The candidate with what belongs to one part only. */
  final Candidate asSeenBy(int part, Candidate candidate) {
    if (hasNothing(candidate)) {
      return candidate;
    }
    return new Candidate(
        candidate.url(),
        candidate.sequence(),
        candidate.depth(),
        candidate.score(),
        candidate.tieBreak(),
        candidate.parent(),
        JoinedPathState.split(candidate.pathState(), part, parts.size()),
        JoinedFeatures.split(candidate.features(), part, parts.size()));
  }

  private AnalyzedPage asSeenBy(int part, AnalyzedPage page) {
    return hasNothing(page.arrival()) ? page : page.withArrival(asSeenBy(part, page.arrival()));
  }

  private Visit asSeenBy(int part, Visit visit) {
    return new Visit(
        visit.number(),
        asSeenBy(part, visit.candidate()),
        asSeenBy(part, visit.page()),
        visit.fetched(),
        visit.relevant(),
        visit.time(),
        visit.outLinks(),
        JoinedPathState.split(visit.pathState(), part, parts.size()));
  }

  private static boolean hasNothing(Candidate candidate) {
    return candidate.pathState().isEmpty() && candidate.features().size() == 0;
  }
}
