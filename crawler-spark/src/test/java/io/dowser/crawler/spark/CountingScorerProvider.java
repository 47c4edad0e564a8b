package io.dowser.crawler.spark;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlContext;
import io.dowser.crawler.api.LearningScorer;
import io.dowser.crawler.api.LinkScorer;
import io.dowser.crawler.api.LinkScorerProvider;
import io.dowser.crawler.api.PageScoring;
import io.dowser.crawler.api.Resumable;
import io.dowser.crawler.api.ScoredLink;
import io.dowser.crawler.api.Settings;
import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.StateWriter;
import io.dowser.crawler.api.Visit;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** Creates scorers that give each link the number of pages whose texts they have learned from. */
public final class CountingScorerProvider implements LinkScorerProvider {

  /** For the service loader. */
  public CountingScorerProvider() {}

  @Override
  public String name() {
    return "counting";
  }

  @Override
  public LinkScorer create(Settings settings, CrawlContext context) {
    context.shared().get(Table.class, Table::new);
    return settings.flag("resumable", true, "of a test") ? new Saved() : new Counting();
  }

  /** A large object that plugins of one JVM share. */
  static final class Table {

    static final AtomicInteger LOADED = new AtomicInteger();

    Table() {
      LOADED.incrementAndGet();
    }
  }

  private static class Counting implements LearningScorer {

    long pages;

    @Override
    public PageScoring forPage(AnalyzedPage page) {
      double score = pages;
      return link -> score;
    }

    @Override
    public void learn(Visit visit, List<ScoredLink> links) {
      pages += visit.page().text().isEmpty() ? 0 : 1;
    }

    @Override
    public boolean modelMoved() {
      return true;
    }

    @Override
    public double rescore(Candidate candidate) {
      return pages;
    }
  }

  private static final class Saved extends Counting implements Resumable {

    @Override
    public void save(StateWriter out) throws IOException {
      out.writeLong(pages);
    }

    @Override
    public void restore(StateReader in) throws IOException {
      pages = in.readLong();
    }
  }
}
