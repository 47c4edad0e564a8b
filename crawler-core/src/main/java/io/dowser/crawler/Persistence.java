package io.dowser.crawler;

import io.dowser.crawler.archive.PageSink;
import io.dowser.crawler.internal.assembly.CrawlSpec;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * The files of a crawl: commits to its {@link Crawler.Builder#directory}, and the page sink. In a
 * resumed crawl, an unset option keeps its value of the last run; otherwise it has its default.
 * Immutable and thread-safe.
 *
 * <pre>{@code
 * Persistence.builder().pageSink(WarcSink.in(Path.of("pages"))).commitVisits(50).build()
 * }</pre>
 */
public final class Persistence extends SettingGroup {

  private Persistence(CrawlSpec spec) {
    super("Persistence", spec);
  }

  /** {@return a builder without settings} */
  public static Builder builder() {
    return new Builder(new CrawlSpec());
  }

  /** {@return a builder with these settings; each of its methods replaces a setting} */
  public Builder toBuilder() {
    return new Builder(spec().copy());
  }

  /**
   * Builds {@link Persistence}. Each method checks its arguments at once. A call that would discard
   * an earlier one is refused with an {@link IllegalStateException}. Not thread-safe.
   */
  public static final class Builder {

    private final CrawlSpec spec;

    private Builder(CrawlSpec spec) {
      this.spec = spec;
    }

    /**
     * Sets the most visits of one commit. A killed process loses at most the visits since the last
     * commit and the pages in flight.
     *
     * @param visits 1 commits each visit; by default 200
     * @return this
     * @throws IllegalArgumentException if it is not above 0
     */
    public Builder commitVisits(int visits) {
      spec.commitVisits.set(visits);
      return this;
    }

    /**
     * Sets the longest time that visits wait for their commit.
     *
     * @param time above 0, by default 1 second; longer where plugins have large states
     * @return this
     * @throws IllegalArgumentException if it is not above 0
     */
    public Builder commitAfter(Duration time) {
      spec.commitAfter.set(time);
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
     * Sets whether the parts of the score of each link that may be fetched are kept, as the
     * scorer's {@link io.dowser.crawler.api.PageScoring#explain} names them when the link is found.
     * {@link CrawlHistory#pathTo}, {@link Crawler#explain} and the HTML report show them. Takes the
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
     * Sets whether this run may resume a crawl with settings that must not change otherwise; the
     * new ones are recorded. A new frontier starts from the pending URLs; a new scorer or judge
     * starts with an empty state.
     *
     * @param allow by default false; not recorded
     * @return this
     */
    public Builder allowChanged(boolean allow) {
      spec.allowChanged.set(allow);
      return this;
    }

    /**
     * Starts with what the judge and the scorer of another crawl of the same site or topic have
     * learned. Nothing else is taken over: no URLs, hosts or budgets. A crawl that resumes
     * continues with what it has learned, and ignores this.
     *
     * <p>Both crawls must have the same judge, scorer and topic, each with the same settings, and
     * the same analyzer and normalizer of text. The crawl is refused if they differ, if neither
     * learns, or if the other crawl is running, damaged or has learned nothing.
     *
     * @param directory that of a crawl that has ended; it is only read
     * @return this
     */
    public Builder startFrom(Path directory) {
      spec.startFrom.set(Optional.of(directory));
      return this;
    }

    /**
     * Sets the sink that stores the pages themselves.
     *
     * @param sink such as {@code WarcSink.in(Path.of("pages"))}, by default none. The crawl waits
     *     for a slow sink, and closes it at its end, or when it is closed before its start. When
     *     the crawl is stopped or has reached its end, a sink without progress for 20 seconds is
     *     interrupted, and the crawl fails
     * @return this
     */
    public Builder pageSink(PageSink sink) {
      spec.pageSink.set(Optional.of(sink));
      return this;
    }

    /** {@return the settings so far} */
    public Persistence build() {
      return new Persistence(spec.copy());
    }
  }
}
