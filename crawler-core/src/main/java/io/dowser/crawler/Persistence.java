package io.dowser.crawler;

import io.dowser.crawler.api.internal.Checks;
import io.dowser.crawler.internal.assembly.CrawlSpec;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * How a crawl is kept on disk. An option that is not set is as in the last run of a crawl that
 * resumes, else it has its default. Immutable and thread-safe.
 *
 * <pre>{@code
 * Persistence.builder().directory(Path.of("crawls/tides")).commitVisits(50).build()
 * }</pre>
 */
public final class Persistence {

  private final CrawlSpec spec;

  private Persistence(CrawlSpec spec) {
    this.spec = spec;
  }

  /** {@return a builder with the defaults} */
  public static Builder builder() {
    return new Builder();
  }

  /** Returns the settings, of which only those of this class are given. */
  CrawlSpec spec() {
    return spec;
  }

  /**
   * Describes a {@link Persistence}. Each method checks its argument at once and may be called
   * once. Not thread-safe.
   */
  public static final class Builder {

    private final CrawlSpec spec = new CrawlSpec();

    private Builder() {}

    /**
     * Sets the directory of the crawl, see {@link Crawler.Builder#directory}.
     *
     * @param directory created if it does not exist
     * @return this
     */
    public Builder directory(Path directory) {
      spec.directory.set(Optional.of(directory));
      return this;
    }

    /**
     * Sets how many visits one commit has at most. A killed process loses at most the visits since
     * the last commit and the pages in flight.
     *
     * @param visits 1 commits each visit; by default 200
     * @return this
     * @throws IllegalArgumentException if it is not above 0
     */
    public Builder commitVisits(int visits) {
      spec.commitVisits.set(Checks.positive("commitVisits", visits));
      return this;
    }

    /**
     * Sets how long visits wait for their commit.
     *
     * @param time above 0, by default 1 second; longer where plugins have large states
     * @return this
     * @throws IllegalArgumentException if it is not above 0
     */
    public Builder commitAfter(Duration time) {
      spec.commitAfter.set(Checks.positive("commitAfter", time));
      return this;
    }

    /**
     * Sets whether each commit waits for the disk, so that a loss of power costs no more than a
     * killed process.
     *
     * @param sync by default false
     * @return this
     */
    public Builder syncEachCommit(boolean sync) {
      spec.syncEachCommit.set(sync);
      return this;
    }

    /**
     * Sets how many pending URLs the frontier holds at most. In a crawl with a directory, the
     * others are in its file and come back when there is room; without one, they are dropped, the
     * worst first, and queued again if a page links to them later. A frontier that removes none
     * takes no new URLs while it is full, see {@link io.dowser.crawler.api.Frontier#removeWorst}.
     *
     * @param urls above 0; by default, and at most, what the heap has room for
     * @return this
     * @throws IllegalArgumentException if it is not above 0
     */
    public Builder frontierCapacity(int urls) {
      spec.frontierCapacity.set(Checks.positive("frontierCapacity", urls));
      return this;
    }

    /**
     * Sets whether the parts of the score of each link that may be fetched are kept, as the
     * scorer's {@link io.dowser.crawler.api.PageScoring#explain} names them when the link is found.
     * {@link CrawlHistory#pathTo}, {@link Crawler#check} and the HTML report show them. Costs the
     * time of {@code explain} and a row of text for each link.
     *
     * @param keep by default false
     * @return this
     */
    public Builder explanations(boolean keep) {
      spec.explanations.set(keep);
      return this;
    }

    /**
     * Sets whether a crawl may resume with other settings than it was begun with, in this run; the
     * new ones are recorded. Another frontier starts from the pending URLs; the state of another
     * scorer or judge starts empty.
     *
     * @param allow by default false; not recorded
     * @return this
     */
    public Builder allowChanged(boolean allow) {
      spec.allowChanged.set(allow);
      return this;
    }

    /** {@return these settings} */
    public Persistence build() {
      return new Persistence(new CrawlSpec().takeAll(spec));
    }
  }
}
