package io.dowser.crawler.report;

import static java.util.Objects.requireNonNull;

import io.dowser.crawler.api.Explanation;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * The metrics of a crawl report, in addition to the final statistics. Their size is bounded,
 * however long the crawl was.
 *
 * <pre>{@code
 * for (CrawlMetrics.Host host : report.metrics().failingHosts()) {
 *   System.out.println(host.name() + ": " + host.lastFailure());
 * }
 * }</pre>
 *
 * @param started when this run started
 * @param settings the recorded settings of the crawl by name, such as {@code topic} and {@code
 *     seeds}
 * @param progress the growth of the harvest from the first visit to the last, at most 512 points
 * @param hosts the results of each host, most visits first; beyond 10,000 hosts, the later ones are
 *     one entry without a name
 * @param depths visits by their distance from the seeds: entry 0 are the seeds, the last entry are
 *     all at distance 63 and beyond
 * @param problems numbers of URLs that were not fetched or not queued, by reason, most first
 * @param paths paths from a seed to a relevant page, the longest of the first 10,000 visits, at
 *     most 10
 * @param relevantPages the relevant pages with the highest relevance, at most 200, in descending
 *     order; of pages with the same relevance, the earliest
 * @param nearlyRelevant number of visited pages just below the judge's threshold: their relevance
 *     is {@value #NEARLY} of it or more; 0 if the threshold is not known
 * @param changes the last changes that checks of visited pages have found, at most 200
 * @param changeCurve the growth of the number of changes, from the first one to the last, at most
 *     512 points
 * @param redirectedSeeds the targets of the first seeds that gave another page than their own, by
 *     the seed, at most 20
 * @param examples the first URLs with each of the {@code problems}, by reason: at most 3, each of
 *     another host; none if none is known
 * @param notes the last commands, slowed hosts, and failures of fetches and plugins, at most 200;
 *     none after the end of a process
 */
public record CrawlMetrics(
    Instant started,
    Map<String, String> settings,
    List<Progress> progress,
    List<Host> hosts,
    List<Long> depths,
    Map<String, Long> problems,
    List<List<Step>> paths,
    List<Step> relevantPages,
    long nearlyRelevant,
    List<Change> changes,
    List<ChangePoint> changeCurve,
    Map<String, String> redirectedSeeds,
    Map<String, List<String>> examples,
    List<Note> notes) {

  /** The lowest number of failed fetches for each page of a failing host: one in ten fetches. */
  private static final double FAILING = 1.0 / 9;

  /** The share of the judge's threshold from which a page is nearly relevant. */
  public static final double NEARLY = 0.8;

  /**
   * A change of a visited page.
   *
   * @param time when it was found
   * @param url the page
   * @param what the change as text, such as {@code gone, status 404}
   */
  public record Change(Instant time, String url, String what) {}

  /**
   * An event in words.
   *
   * @param time when it happened
   * @param visited the number of pages visited so far
   * @param steered whether it is a command of a person or program
   * @param text in one line, such as {@code exclude ads.example.org}
   */
  public record Note(Instant time, long visited, boolean steered, String text) {}

  /**
   * The number of changes found up to a moment.
   *
   * @param time the moment
   * @param changes the number of changes, 1 or more
   */
  public record ChangePoint(Instant time, long changes) {}

  /**
   * The progress of a crawl after a visit.
   *
   * @param visited pages visited so far, 1 or more
   * @param relevant the relevant ones of them
   * @param windowedHarvestRate the share of relevant ones among the last hundred
   * @param elapsed time since the start
   * @param weights the weights that the scorer had learned by then, see {@link
   *     io.dowser.crawler.api.LearningScorer#learnedWeights}; empty if it does not report them, and
   *     for visits of earlier runs
   */
  public record Progress(
      long visited,
      long relevant,
      double windowedHarvestRate,
      Duration elapsed,
      Map<String, Double> weights) {

    /**
     * Copies the weights.
     *
     * @param visited pages visited so far
     * @param relevant the relevant ones of them
     * @param windowedHarvestRate the share of relevant ones among the last hundred
     * @param elapsed time since the start
     * @param weights the weights that the scorer had learned by then
     */
    public Progress {
      weights = Map.copyOf(weights);
    }

    /**
     * Creates a point without weights.
     *
     * @param visited pages visited so far
     * @param relevant the relevant ones of them
     * @param windowedHarvestRate the share of relevant ones among the last hundred
     * @param elapsed time since the start
     */
    public Progress(long visited, long relevant, double windowedHarvestRate, Duration elapsed) {
      this(visited, relevant, windowedHarvestRate, elapsed, Map.of());
    }
  }

  /**
   * The results of a host.
   *
   * @param name the host, empty for all hosts without a separate entry
   * @param visited pages visited
   * @param relevant the relevant ones of them
   * @param failed fetches that failed: one for each {@link
   *     io.dowser.crawler.api.CrawlEvent.FetchFailed} of a URL of this host
   * @param lastFailure the reason of the last of them, such as {@code dns} or {@code http status
   *     503}; empty if none did or the crawl does not keep it
   * @param fetching time that the fetches of the visited pages took, together
   * @param extracts the number of relevant pages of this run that have each extracted value, by its
   *     name without type, such as {@code offers.price}; see {@link
   *     io.dowser.crawler.Strategy.Builder#extract}
   */
  public record Host(
      String name,
      long visited,
      long relevant,
      long failed,
      String lastFailure,
      Duration fetching,
      Map<String, ExtractCounts> extracts) {

    /**
     * Copies the counts.
     *
     * @param name the host
     * @param visited pages visited
     * @param relevant the relevant ones of them
     * @param failed fetches that failed
     * @param lastFailure the reason of the last of them
     * @param fetching time that the fetches of the visited pages took
     * @param extracts the number of relevant pages that have each extracted value, by name
     */
    public Host {
      extracts = Collections.unmodifiableMap(new TreeMap<>(extracts));
    }

    /** {@return the mean time of a fetch, 0 before the first visit} */
    public Duration meanFetch() {
      return visited == 0 ? Duration.ZERO : fetching.dividedBy(visited);
    }
  }

  /**
   * The number of relevant pages with and without values of a name. For a part, such as {@code
   * offers.price}, only pages with a match of {@code offers} count.
   *
   * @param found pages with a value or more
   * @param missing pages where the selector matches nothing
   * @param unread pages without a value where the selector matches texts of another type
   */
  public record ExtractCounts(long found, long missing, long unread) {

    /** {@return the number of pages} */
    public long pages() {
      return found + missing + unread;
    }

    /**
     * {@return whether more than half of the pages have no value} The selector may be wrong then.
     */
    public boolean isMostlyWithout() {
      return found < pages() - found;
    }
  }

  /**
   * A page in a few lines: what a list of results shows of it.
   *
   * @param title the title without white space around it, at most 500 characters, possibly empty
   * @param passage the sentence of the main text that has most of the topic's terms, else the first
   *     one; at most 320 characters, possibly empty
   * @param marks the places of the topic's terms in the passage, from left to right
   * @param terms the number of occurrences in the main text of each topic term that it has, most
   *     frequent first
   * @param published the day on which the page was published, if it names one and the crawl keeps
   *     it
   */
  public record Excerpt(
      String title,
      String passage,
      List<Mark> marks,
      Map<String, Integer> terms,
      Optional<LocalDate> published) {

    /** The excerpt of a page of which nothing is kept. */
    public static final Excerpt NONE = new Excerpt("", "", List.of(), Map.of(), Optional.empty());

    /**
     * A term in a passage.
     *
     * @param start its first character
     * @param end the character after it
     */
    public record Mark(int start, int end) {}

    /**
     * Copies the collections.
     *
     * @param title the title
     * @param passage the best sentence
     * @param marks the places of the topic's terms in it
     * @param terms the number of occurrences of each term in the main text
     * @param published the day of publication
     */
    public Excerpt {
      requireNonNull(title, "title");
      requireNonNull(passage, "passage");
      marks = List.copyOf(marks);
      terms = Collections.unmodifiableMap(new LinkedHashMap<>(terms));
      requireNonNull(published, "published");
    }
  }

  /**
   * A page, and the link that led there.
   *
   * @param number its place in the order of visits, from 1
   * @param url its URL
   * @param excerpt the excerpt that a list shows of the page; {@link Excerpt#NONE} for one that is
   *     not relevant
   * @param anchor the text of the link that led there, at most 80 characters; empty for a seed, for
   *     a link without text, and if it was forgotten before the page was visited
   * @param score the score of its link in the frontier; infinite for a seed
   * @param relevance the relevance that the judge returned, 0 to 1
   * @param explanation the parts of the score when the link was found; empty unless the crawl keeps
   *     them, see {@link io.dowser.crawler.Persistence.Builder#explanations}
   */
  public record Step(
      long number,
      String url,
      Excerpt excerpt,
      String anchor,
      double score,
      double relevance,
      Optional<Explanation> explanation) {

    /**
     * Creates a step without excerpt and parts of its score.
     *
     * @param number its place in the order of visits
     * @param url its URL
     * @param anchor the text of the link to it
     * @param score the score of its link in the frontier
     * @param relevance the judge's relevance
     */
    public Step(long number, String url, String anchor, double score, double relevance) {
      this(number, url, Excerpt.NONE, anchor, score, relevance, Optional.empty());
    }

    /**
     * Sets the excerpt of the page.
     *
     * @param shown its excerpt
     * @return a changed step
     */
    public Step withExcerpt(Excerpt shown) {
      return new Step(number, url, shown, anchor, score, relevance, explanation);
    }
  }

  /** The metrics of a crawl that visited nothing. */
  public static final CrawlMetrics NONE =
      new CrawlMetrics(
          Instant.EPOCH,
          Map.of(),
          List.of(),
          List.of(),
          List.of(),
          Map.of(),
          List.of(),
          List.of(),
          0,
          List.of(),
          List.of(),
          Map.of(),
          Map.of(),
          List.of());

  /**
   * Copies the lists.
   *
   * @param started when this run started
   * @param settings the recorded settings
   * @param progress the growth of the harvest
   * @param hosts the results of each host
   * @param depths visits by their distance from the seeds
   * @param problems numbers of URLs that were not fetched or not queued, by reason
   * @param paths paths from a seed to a relevant page
   * @param relevantPages the best relevant pages
   * @param nearlyRelevant number of visited pages just below the judge's threshold
   * @param changes the last changes
   * @param changeCurve the growth of the number of changes
   * @param redirectedSeeds the targets of seeds that gave another page than their own
   * @param examples the first URLs with each of the problems
   * @param notes the last events
   */
  public CrawlMetrics {
    requireNonNull(started, "started");
    settings = Collections.unmodifiableMap(new TreeMap<>(settings));
    progress = List.copyOf(progress);
    hosts = List.copyOf(hosts);
    depths = List.copyOf(depths);
    problems = Collections.unmodifiableMap(new LinkedHashMap<>(problems));
    paths = paths.stream().map(List::copyOf).toList();
    relevantPages = List.copyOf(relevantPages);
    changes = List.copyOf(changes);
    changeCurve = List.copyOf(changeCurve);
    redirectedSeeds = Collections.unmodifiableMap(new LinkedHashMap<>(redirectedSeeds));
    examples = copied(examples);
    notes = List.copyOf(notes);
  }

  private static Map<String, List<String>> copied(Map<String, List<String>> lists) {
    Map<String, List<String>> copies = new LinkedHashMap<>();
    lists.forEach((key, list) -> copies.put(key, List.copyOf(list)));
    return Collections.unmodifiableMap(copies);
  }

  /**
   * Returns these metrics with the parts of scores in the steps of the paths.
   *
   * @param explanations returns the parts by numbers of visits; a visit may have none
   * @return new metrics
   */
  public CrawlMetrics withExplanations(Function<Set<Long>, Map<Long, Explanation>> explanations) {
    Set<Long> numbers = new TreeSet<>();
    paths.forEach(path -> path.forEach(step -> numbers.add(step.number())));
    Map<Long, Explanation> parts = explanations.apply(numbers);
    List<List<Step>> explained =
        paths.stream()
            .map(path -> path.stream().map(step -> explained(step, parts)).toList())
            .toList();
    return new CrawlMetrics(
        started,
        settings,
        progress,
        hosts,
        depths,
        problems,
        explained,
        relevantPages,
        nearlyRelevant,
        changes,
        changeCurve,
        redirectedSeeds,
        examples,
        notes);
  }

  private static Step explained(Step step, Map<Long, Explanation> parts) {
    return new Step(
        step.number(),
        step.url(),
        step.excerpt(),
        step.anchor(),
        step.score(),
        step.relevance(),
        Optional.ofNullable(parts.get(step.number())));
  }

  /**
   * {@return the hosts with failed fetches and no page, or with a tenth or more of their fetches
   * failed; those without a page first, then those with most failures} A healthy host with a few
   * dead links is not included.
   */
  public List<Host> failingHosts() {
    return hosts.stream()
        .filter(host -> host.failed() > 0 && host.failed() >= FAILING * host.visited())
        .sorted(
            Comparator.comparing((Host host) -> host.visited() > 0)
                .thenComparing(Comparator.comparingLong(Host::failed).reversed())
                .thenComparing(Host::name))
        .toList();
  }
}
