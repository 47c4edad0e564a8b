package io.dowser.crawler.testkit;

import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.RelevanceJudge;
import io.dowser.crawler.api.Topic;
import io.dowser.crawler.api.internal.Checks;
import io.dowser.crawler.api.internal.builder.SettingCalls;
import java.util.Set;

/**
 * A generated web on which focused crawling pays off, with the true labels of its pages.
 *
 * <p>Pages on the topic use its words often and link mostly to each other; the other pages use them
 * by accident now and then. Every page can be reached from the seed. The same options and seed
 * create the same web.
 *
 * <pre>{@code
 * RandomWeb web = RandomWeb.builder(42).pages(200).build();
 * CrawlReport report =
 *     Crawler.builder()
 *         .seed(web.seed().toString())
 *         .topic(web.topic())
 *         .fetcher(web.web().fetcher())
 *         .politeness(Politeness.builder().delay(Duration.ZERO).build())
 *         .build()
 *         .run();
 * assertThat(report.statistics().visited()).isEqualTo(200);
 * }</pre>
 *
 * <p>Immutable and thread-safe.
 *
 * @param web the pages
 * @param topic the topic, three English words of equal weight
 * @param seed the page that leads to every other page; it is not on the topic unless all are
 * @param onTopic the pages on the topic
 */
public record RandomWeb(InMemoryWeb web, Topic topic, CrawlUrl seed, Set<CrawlUrl> onTopic) {

  /**
   * {@return a builder of a web of 500 pages on 20 hosts with 8 links each, a fifth of them on the
   * topic}
   *
   * @param seed the seed of its random numbers
   */
  public static Builder builder(long seed) {
    return new Builder(seed);
  }

  /** {@return a judge by the true labels: 1 for a page on the topic, 0 for any other} */
  public RelevanceJudge judge() {
    return page -> onTopic.contains(page.url()) ? 1 : 0;
  }

  @Override
  public String toString() {
    return "RandomWeb[" + web.urls().size() + " pages, " + onTopic.size() + " on the topic]";
  }

  /**
   * A builder of {@link RandomWeb}, with its size and shape. A second call that sets the same
   * throws an {@link IllegalStateException}. Not thread-safe.
   */
  public static final class Builder {

    private final SettingCalls calls = new SettingCalls();
    final long seed;
    int pages = 500;
    int hosts = 20;
    int linksPerPage = 8;
    double topicLocality = 0.7;

    private Builder(long seed) {
      this.seed = seed;
    }

    private Builder set(String name, Runnable assignment) {
      calls.set(name, assignment);
      return this;
    }

    /**
     * Sets the number of pages.
     *
     * @param pages 1 to 1,000,000; by default 500
     * @return this
     * @throws IllegalArgumentException if out of range
     */
    public Builder pages(int pages) {
      return set("pages", () -> this.pages = Checks.within("pages", pages, 1, 1_000_000));
    }

    /**
     * Sets the number of hosts that the pages are spread over.
     *
     * @param hosts 1 to 100,000; by default 20
     * @return this
     * @throws IllegalArgumentException if out of range
     */
    public Builder hosts(int hosts) {
      return set("hosts", () -> this.hosts = Checks.within("hosts", hosts, 1, 100_000));
    }

    /**
     * Sets the number of random links of each page; the links that make every page reachable are
     * additional, one per page on average.
     *
     * @param linksPerPage 0 to 1,000; by default 8
     * @return this
     * @throws IllegalArgumentException if out of range
     */
    public Builder linksPerPage(int linksPerPage) {
      return set(
          "linksPerPage",
          () -> this.linksPerPage = Checks.within("linksPerPage", linksPerPage, 0, 1_000));
    }

    /**
     * Sets the share of the random links of a page on the topic whose target is drawn from the
     * pages on the topic; the others lead anywhere.
     *
     * @param topicLocality 0 to 1; by default 0.7
     * @return this
     * @throws IllegalArgumentException if out of range
     */
    public Builder topicLocality(double topicLocality) {
      return set(
          "topicLocality",
          () -> this.topicLocality = Checks.within("topicLocality", topicLocality, 0, 1));
    }

    /** {@return the web with these settings} */
    public RandomWeb build() {
      return new RandomWebGenerator(this).generate();
    }
  }
}
