package io.dowser.crawler.cli;

import io.dowser.crawler.api.CrawlEvent;
import io.dowser.crawler.api.CrawlListener;
import java.util.ArrayList;
import java.util.List;

/** Writes down, visit by visit, how many relevant pages a crawl has found. For one crawl. */
final class Harvest implements CrawlListener {

  private final String name;
  private final List<Integer> relevantAfter = new ArrayList<>(List.of(0));

  Harvest(String name) {
    this.name = name;
  }

  /** Returns the order in which the crawl takes its links. */
  String name() {
    return name;
  }

  @Override
  public void on(CrawlEvent event) {
    if (event instanceof CrawlEvent.Visited visited) {
      int before = relevantAfter.get(relevantAfter.size() - 1);
      relevantAfter.add(visited.visit().relevant() ? before + 1 : before);
    }
  }

  int pages() {
    return relevantAfter.size() - 1;
  }

  /** Relevant pages among the first ones; among all, if there are fewer. */
  int relevant(int pages) {
    return relevantAfter.get(Math.min(pages, pages()));
  }

  /** Returns the number of pages in which a given number of relevant ones was found. */
  int pagesFor(int relevant) {
    int pages = 0;
    while (pages < pages() && relevant(pages) < relevant) {
      pages++;
    }
    return pages;
  }
}
