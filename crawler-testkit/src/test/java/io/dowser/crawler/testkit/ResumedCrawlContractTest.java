package io.dowser.crawler.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlEvent;
import io.dowser.crawler.api.CrawlUrl;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The contract passes for a crawl that continues where it was, and fails for one that does not. */
@Tag("slow")
class ResumedCrawlContractTest {

  private static final String BROKEN = "crawlThatIsAbortedVisitsEachPageOnce";
  private static final String KILLED = "killedCrawlVisitsEachPageOnce";

  @Test
  void aCrawlThatContinuesWhereItWasPasses() {
    ContractRun run = ContractRun.of(Faithful.class);

    assertThat(run.failed()).as(run.messages()).isEmpty();
    assertThat(run.passed()).containsExactlyInAnyOrder(BROKEN, KILLED);
  }

  @Test
  void aCrawlThatVisitsCommittedPagesAgainFails() {
    ContractRun run = ContractRun.of(Forgetful.class);

    assertThat(run.failed()).as(run.messages()).contains(BROKEN, KILLED);
    assertThat(run.messages()).contains("pages visited before");
  }

  @Test
  void aCrawlThatLosesPagesFails() {
    ContractRun run = ContractRun.of(Losing.class);

    assertThat(run.failed()).as(run.messages()).contains(BROKEN, KILLED);
  }

  /** Visits the pages in the order of their addresses, and keeps how many it visited. */
  static class Faithful extends ResumedCrawlContract {

    /** The number of the page at one place of the order. */
    int page(int place, int begunWith, int pages) {
      return place;
    }

    /** The number of pages to visit in all. */
    int last(int begunWith, int pages) {
      return pages;
    }

    @Override
    protected void crawl(Task task) {
      Path kept = task.directory().resolve("visits");
      List<CrawlUrl> urls = task.web().web().urls().stream().sorted(this::byName).toList();
      try {
        Files.createDirectories(task.directory());
        int begunWith = Files.exists(kept) ? (int) Files.size(kept) : 0;
        for (int i = begunWith; i < last(begunWith, urls.size()); i++) {
          int page = page(i, begunWith, urls.size());
          Candidate candidate = Candidate.seed(urls.get(page), page);
          var visit = CrawlFixtures.visit(i + 1, CrawlFixtures.page(candidate, ""));
          task.listener().on(new CrawlEvent.Visited(visit));
          Files.write(
              kept, new byte[1], StandardOpenOption.CREATE, StandardOpenOption.APPEND); // commit
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    private int byName(CrawlUrl a, CrawlUrl b) {
      return a.toString().compareTo(b.toString());
    }

    public static void main(String[] arguments) {
      new Faithful().crawlUntilKilled(arguments);
    }
  }

  /** Begins again after a restart, but counts on. */
  static final class Forgetful extends Faithful {

    @Override
    int page(int place, int begunWith, int pages) {
      return place - begunWith;
    }

    public static void main(String[] arguments) {
      new Forgetful().crawlUntilKilled(arguments);
    }
  }

  /** Leaves out a page after a restart. */
  static final class Losing extends Faithful {

    @Override
    int last(int begunWith, int pages) {
      return begunWith == 0 ? pages : pages - 1;
    }

    public static void main(String[] arguments) {
      new Losing().crawlUntilKilled(arguments);
    }
  }
}
