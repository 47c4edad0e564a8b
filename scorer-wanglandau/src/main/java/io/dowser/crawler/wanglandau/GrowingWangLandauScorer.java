package io.dowser.crawler.wanglandau;

import io.dowser.crawler.api.CrawlContext;
import io.dowser.crawler.api.Resumable;
import io.dowser.crawler.api.Settings;
import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.StateWriter;
import io.dowser.crawler.api.Visit;
import io.dowser.crawler.api.VisitObserver;
import io.dowser.crawler.toolkit.text.DocumentFrequencies;
import io.dowser.crawler.toolkit.text.TermWeighting;
import java.io.IOException;

/** A scorer whose document counts are the pages visited so far. */
final class GrowingWangLandauScorer extends WangLandauScorer implements VisitObserver, Resumable {

  private final DocumentFrequencies.Growing frequencies;

  GrowingWangLandauScorer(
      Settings settings, CrawlContext context, DocumentFrequencies.Growing frequencies) {
    super(settings, context, frequencies, TermWeighting.RELATIVE);
    this.frequencies = frequencies;
  }

  @Override
  public void visited(Visit visit) {
    frequencies.add(matcher().counts(visit.page().matches(matcher())));
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
