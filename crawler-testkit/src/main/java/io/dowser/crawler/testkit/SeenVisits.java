package io.dowser.crawler.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.api.CrawlEvent;
import io.dowser.crawler.api.CrawlListener;
import io.dowser.crawler.api.Visit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The visits that a listener was notified of over all runs of a crawl, by their numbers. A run that
 * begins at number n has committed n - 1 visits; later ones are lost and repeated.
 */
final class SeenVisits implements CrawlListener {

  private final int mostLost;
  private final List<String> urls = new ArrayList<>();

  /**
   * Creates a listener without visits.
   *
   * @param mostLost the most visits that a run may lose because they were not committed
   */
  SeenVisits(int mostLost) {
    this.mostLost = mostLost;
  }

  /**
   * Reads the log of a process, one {@link #line} for each visit. Removes the start of a line: a
   * kill can end a write between two pages of the file.
   */
  static SeenVisits of(Path log, int mostLost) throws IOException {
    String text = Files.readString(log);
    String whole = text.substring(0, text.lastIndexOf('\n') + 1);
    Files.writeString(log, whole);
    var seen = new SeenVisits(mostLost);
    whole.lines().forEach(seen::add);
    return seen;
  }

  static String line(Visit visit) {
    return visit.number() + " " + visit.url();
  }

  int size() {
    return urls.size();
  }

  @Override
  public void on(CrawlEvent event) {
    if (event instanceof CrawlEvent.Visited visited) {
      add(line(visited.visit()));
    }
  }

  private void add(String line) {
    int blank = line.indexOf(' ');
    int number = Integer.parseInt(line.substring(0, blank));
    assertThat(number)
        .as("number of the next visit, '%s'", line)
        .isBetween(Math.max(1, urls.size() + 1 - mostLost), urls.size() + 1);
    urls.subList(number - 1, urls.size()).clear();
    assertThat(urls).as("pages visited before").doesNotContain(line.substring(blank + 1));
    urls.add(line.substring(blank + 1));
  }

  void checkSamePages(SeenVisits expected, String description) {
    assertThat(urls)
        .as("pages of a crawl %s", description)
        .containsExactlyInAnyOrderElementsOf(expected.urls);
  }
}
