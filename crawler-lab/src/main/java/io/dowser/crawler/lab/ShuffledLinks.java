package io.dowser.crawler.lab;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.api.Link;
import io.dowser.crawler.api.PageAnalyzer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * Reads pages as another analyzer does, but shows their links in an order that depends on the seed
 * of the run and the page alone, and only those that lead to a page of the web under study. Links
 * of equal score are fetched in the order in which they were found, so without this a coincidence
 * of page layout would decide a comparison. Thread-safe.
 */
final class ShuffledLinks implements PageAnalyzer {

  private final PageAnalyzer reader;
  private final Web web;
  private final long seed;

  ShuffledLinks(PageAnalyzer reader, Web web, long seed) {
    this.reader = reader;
    this.web = web;
    this.seed = seed;
  }

  @Override
  public AnalyzedPage analyze(FetchResult.Fetched fetched, Candidate arrival) {
    AnalyzedPage page = reader.analyze(fetched, arrival);
    List<Link> links = new ArrayList<>(page.links());
    links.removeIf(link -> web.number(link.target()).isEmpty());
    Collections.shuffle(links, new Random(seed * 31 + page.url().toString().hashCode()));
    return page.withLinks(links);
  }
}
