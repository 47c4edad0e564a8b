package io.dowser.crawler;

import static java.util.Objects.requireNonNull;

import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.Explanation;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The steps that a crawl takes for a URL, see {@link Crawler#explain(String)}.
 *
 * <pre>{@code
 * UrlExplanation explanation = crawler.explain("https://www.example.org/private/");
 * explanation.steps().forEach(System.out::println); // the last one says why it is refused, if it is
 * }</pre>
 *
 * @param url the URL in canonical form, empty if it is not a web address
 * @param steps the steps in their order; the last one is the first that refuses the URL
 * @param score the score of the link, if a page was given that has it, or if the crawl's directory
 *     knows the URL and keeps the parts of scores
 * @param arrival the knowledge about the path to that page
 * @param explanation the parts of the score, if there is one
 */
public record UrlExplanation(
    Optional<CrawlUrl> url,
    List<Step> steps,
    OptionalDouble score,
    Arrival arrival,
    Optional<Explanation> explanation) {

  /** The known path of the crawl to the given page. */
  public enum Arrival {
    /** No page was given. */
    NO_PAGE,
    /**
     * The page is a seed, or the crawl visited or queued it: the score is that of the crawl, if the
     * scorer has not learned since.
     */
    KNOWN,
    /**
     * The crawl does not know the page, or keeps no directory: the score is that of a seed's link.
     * It differs from the crawl's if the scorer uses what a page inherits from the pages on its
     * path.
     */
    UNKNOWN
  }

  /** The aspects that are checked. */
  public enum Aspect {
    /** The canonical form. */
    CANONICAL_FORM,
    /** The scope of the crawl, and its link policy by the URL alone. */
    SCOPE,
    /** The rules about traps. */
    TRAPS,
    /** The address of the host, and whether the fetcher's address rules allow it. */
    ADDRESS,
    /** The state of the host, if the crawl runs: delayed, backing off, suspended or given up. */
    HOST,
    /** The site's robots.txt, with the rule that decides. */
    ROBOTS,
    /** The delay of the host between two requests. */
    DELAY,
    /**
     * The deferral of URLs of its shape, which are requested less often if they have seldom paid on
     * this host. Always passed: such URLs are deferred, not refused.
     */
    SHAPE,
    /**
     * The score of the link on the page that was given, unless link policy or scorer drop it; or
     * else on the one where it was found. Passed without a score if neither is known.
     */
    SCORE
  }

  /**
   * One step.
   *
   * @param aspect the aspect that was checked
   * @param passed whether the URL passed
   * @param detail one line for people
   */
  public record Step(Aspect aspect, boolean passed, String detail) {}

  /**
   * Copies the list.
   *
   * @param url the URL in canonical form
   * @param steps the steps in their order
   * @param score the score of the link
   * @param arrival the knowledge about the path to the page
   * @param explanation the parts of the score
   */
  public UrlExplanation {
    requireNonNull(url, "url");
    steps = List.copyOf(steps);
    requireNonNull(score, "score");
    requireNonNull(arrival, "arrival");
    requireNonNull(explanation, "explanation");
  }

  /** {@return whether the crawl would ask for the URL} */
  public boolean isAllowed() {
    return steps.stream().allMatch(Step::passed);
  }

  /**
   * {@return the steps as text; one line a step, with its outcome; then the parts of the score, a
   * line each}
   */
  @Override
  public String toString() {
    var text = new StringBuilder();
    for (Step step : steps) {
      text.append(step.aspect.name().toLowerCase(Locale.ROOT).replace('_', ' '))
          .append(step.passed ? ": " : ": NO, ")
          .append(step.detail)
          .append(System.lineSeparator());
    }
    explanation.ifPresent(
        parts ->
            parts
                .toTree()
                .lines()
                .forEach(line -> text.append("  ").append(line).append(System.lineSeparator())));
    return text.toString();
  }
}
