package io.dowser.crawler.judge;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.Resumable;
import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.StateWriter;
import io.dowser.crawler.api.Visit;
import io.dowser.crawler.api.VisitObserver;
import io.dowser.crawler.text.TermCounts;
import io.dowser.crawler.toolkit.text.DocumentFrequencies;
import io.dowser.crawler.toolkit.text.TermWeighting;
import io.dowser.crawler.toolkit.text.TopicVector;
import java.io.IOException;

/** A judge whose document counts are the pages visited so far. */
final class GrowingTopicTermsJudge extends TopicTermsJudge implements VisitObserver, Resumable {

  private final DocumentFrequencies.Growing frequencies;

  GrowingTopicTermsJudge(Builder builder, DocumentFrequencies.Growing frequencies) {
    super(builder, frequencies, TermWeighting.RELATIVE);
    this.frequencies = frequencies;
  }

  @Override
  public void visited(Visit visit) {
    AnalyzedPage page = visit.page();
    TermCounts found = matcher().counts(page.matches(matcher()));
    frequencies.add(scope() == TopicVector.Scope.FULL ? found.plus(page.terms()) : found);
  }

  @Override
  public void save(StateWriter out) throws IOException {
    frequencies.save(out);
  }

  @Override
  public void restore(StateReader in) throws IOException {
    frequencies.restore(in);
  }
}
