package io.dowser.crawler.hmm;

import static java.util.Objects.requireNonNull;

import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.api.CrawlUrl;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The pages that a person visited, in order, with the moves back and the pages marked as targets.
 *
 * <p>Each step knows the step whose page led to it. So the session is known in two forms: as the
 * order of visits, and as paths along links, one for each page from which the user went no further.
 *
 * <pre>{@code
 * BrowsingSession session =
 *     BrowsingSession.builder()
 *         .visit(CrawlUrl.of("https://www.example.org/"))
 *         .visit(CrawlUrl.of("https://www.example.org/cars"))
 *         .target(CrawlUrl.of("https://www.example.org/cars/electric"))
 *         .build();
 * }</pre>
 *
 * <p>Immutable and thread-safe.
 */
public final class BrowsingSession {

  /** The {@link Step#from} of a step that no other one led to. */
  public static final int START = -1;

  private final List<Step> steps;
  private final Set<CrawlUrl> targets;

  private BrowsingSession(List<Step> steps, Set<CrawlUrl> targets) {
    this.steps = List.copyOf(steps);
    this.targets = Collections.unmodifiableSet(new LinkedHashSet<>(targets));
  }

  /**
   * One visit.
   *
   * @param url the page
   * @param from the number of the step that led here, less than this one's, or {@link #START}
   */
  public record Step(CrawlUrl url, int from) {}

  /** {@return a builder without steps} */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * Reads browsing sessions from a file in UTF-8 with one visit a line, in the order of time. The
   * columns are separated by tabs: a positive number for the visit, the number of the visit that
   * led to it, the URL, and optionally {@code target}.
   *
   * <pre>{@code
   * 1  0  http://a.example/
   * 2  1  http://a.example/b
   * 3  1  http://a.example/c  target
   * }</pre>
   *
   * <p>A visit begins a session if the number of the visit that led to it is 0 or not above. A
   * visit without URL, or with one that cannot be crawled, shows no page: what it led to is taken
   * as led to by the visit before it. Empty lines and a byte order mark are ignored.
   *
   * @param file the file
   * @param urls the canonical form of an absolute URL, or empty if it cannot be crawled: {@code
   *     UrlCanonicalizer.standard()::canonicalize} of {@code crawler-core} unless the crawl has its
   *     own
   * @return the sessions in the order of their first visits, at least one
   * @throws FormatException if a line is not a visit, or no visit shows a page; the message names
   *     line and reason
   * @throws IOException if the file is absent or cannot be read
   */
  public static List<BrowsingSession> read(Path file, Function<String, Optional<CrawlUrl>> urls)
      throws IOException {
    return SessionLines.read(file, urls);
  }

  /** {@return the steps in the order of time, an unmodifiable list} */
  public List<Step> steps() {
    return steps;
  }

  /** {@return the pages that the user marked, an unmodifiable set, possibly empty} */
  public Set<CrawlUrl> targets() {
    return targets;
  }

  /**
   * Splits the session at each return.
   *
   * @return the paths from a first page along the visits to one from which no visit continued;
   *     empty if there are no steps
   */
  public List<List<CrawlUrl>> paths() {
    var left = new boolean[steps.size()];
    for (Step step : steps) {
      if (step.from() != START) {
        left[step.from()] = true;
      }
    }
    List<List<CrawlUrl>> paths = new ArrayList<>();
    for (int leaf = 0; leaf < left.length; leaf++) {
      if (!left[leaf]) {
        paths.add(pathTo(leaf));
      }
    }
    return paths;
  }

  private List<CrawlUrl> pathTo(int leaf) {
    List<CrawlUrl> path = new ArrayList<>();
    for (int at = leaf; at != START; at = steps.get(at).from()) {
      path.add(steps.get(at).url());
    }
    Collections.reverse(path);
    return path;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof BrowsingSession that
        && steps.equals(that.steps)
        && targets.equals(that.targets);
  }

  @Override
  public int hashCode() {
    return 31 * steps.hashCode() + targets.hashCode();
  }

  @Override
  public String toString() {
    return "BrowsingSession[" + steps.size() + " steps, " + targets.size() + " targets]";
  }

  /** Collects visits. Not thread-safe. */
  public static final class Builder {

    private final List<Step> steps = new ArrayList<>();
    private final Set<CrawlUrl> targets = new LinkedHashSet<>();
    private int at = START;

    private Builder() {}

    /**
     * Follows a link of the current page, or starts if there is none.
     *
     * @param url its target
     * @return this
     */
    public Builder visit(CrawlUrl url) {
      return visit(url, at);
    }

    /**
     * Follows a link of any page visited before.
     *
     * @param url its target
     * @param from the number of the step that had the link, or {@link #START} for a page that no
     *     link led to
     * @return this
     * @throws IllegalArgumentException if there is no such step yet
     */
    public Builder visit(CrawlUrl url, int from) {
      if (from < START || from >= steps.size()) {
        throw new IllegalArgumentException(
            "from must be an earlier step or " + START + ", but was " + from);
      }
      at = steps.size();
      steps.add(new Step(url, from));
      return this;
    }

    /**
     * Returns to the page from which the current one was reached.
     *
     * @return this
     * @throws IllegalStateException if there is no such page
     */
    public Builder back() {
      if (at == START || steps.get(at).from() == START) {
        throw new IllegalStateException("there must be a page to go back to, but there is none");
      }
      at = steps.get(at).from();
      return this;
    }

    /**
     * Marks a page as a target, visited or not.
     *
     * @param url the page
     * @return this
     */
    public Builder target(CrawlUrl url) {
      targets.add(requireNonNull(url, "url"));
      return this;
    }

    /** {@return the session with these settings} */
    public BrowsingSession build() {
      return new BrowsingSession(steps, targets);
    }
  }

  /** Returns the pages in the order of visits. */
  List<CrawlUrl> visitingOrder() {
    return steps.stream().map(Step::url).toList();
  }

  /** Thrown if a file has no valid browsing sessions. */
  public static final class FormatException extends CrawlException {

    private static final long serialVersionUID = 1L;

    private final transient Path file;

    /** The line, or 0. */
    private final int line;

    /**
     * Creates an exception for a file.
     *
     * @param file the file
     * @param line the line, from 1, or 0 if it has none
     * @param problem the problem
     * @param cause the cause, or null
     */
    public FormatException(Path file, int line, String problem, @Nullable Throwable cause) {
      super(file + (line > 0 ? ", line " + line : "") + ": " + problem, cause);
      this.file = file;
      this.line = line;
    }

    /** {@return the file that was read} */
    public Path file() {
      return file;
    }

    /** {@return the line, 1 or more, or 0 if the problem is not in one line} */
    public int line() {
      return line;
    }
  }
}
