package io.dowser.crawler.testkit;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlEvent;
import io.dowser.crawler.api.CrawlListener;
import io.dowser.crawler.api.Visit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The visits that a listener was notified of over all runs of a crawl, by their numbers. A visit
 * that was not committed is delivered again, and must be the same then.
 */
final class SeenVisits implements CrawlListener {

  private final List<String> lines = new ArrayList<>();

  /**
   * Reads what a process wrote, one {@link #line} for each visit. Removes the start of a line: a
   * kill can end a write between two pages of the file.
   */
  static SeenVisits of(Path log) throws IOException {
    String text = Files.readString(log);
    String whole = text.substring(0, text.lastIndexOf('\n') + 1);
    Files.writeString(log, whole);
    var seen = new SeenVisits();
    whole.lines().forEach(seen::add);
    return seen;
  }

  /** Everything about a visit that must be the same again. */
  static String line(Visit visit) {
    Candidate from = visit.candidate();
    return Stream.of(visit.number(), from.sequence(), from.score(), from.depth(), from.parent())
            .map(String::valueOf)
            .collect(joining(" "))
        + (" " + visit.relevance() + " " + visit.url());
  }

  int size() {
    return lines.size();
  }

  @Override
  public void on(CrawlEvent event) {
    if (event instanceof CrawlEvent.Visited visited) {
      add(line(visited.visit()));
    }
  }

  private void add(String line) {
    int number = Integer.parseInt(line.substring(0, line.indexOf(' ')));
    assertThat(number).as("number of the next visit, '%s'", line).isBetween(1, lines.size() + 1);
    if (number <= lines.size()) {
      assertThat(line).as("a visit that is delivered again").isEqualTo(lines.get(number - 1));
    } else {
      lines.add(line);
    }
  }

  void checkEquals(SeenVisits expected, String description) {
    int same = 0;
    while (same < Math.min(size(), expected.size())
        && lines.get(same).equals(expected.lines.get(same))) {
      same++;
    }
    assertThat(lines)
        .as("visits of a crawl %s, the first %d of which are as expected", description, same)
        .isEqualTo(expected.lines);
  }
}
