package io.dowser.crawler.internal.robots;

import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.StateWriter;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The rules for this crawler in the robots.txt of one site. Immutable and thread-safe.
 *
 * <p>The rule that decides is by RFC 9309, section 2.2.2, the longest one that matches, and of
 * equally long ones the one that allows. A URL is matched twice: as it is requested, and with
 * escaped reserved characters such as {@code %3B} unescaped. It is forbidden if either form is. See
 * {@link RuleMatcher} for the bounds of time and memory.
 */
public final class RobotsFile {

  static final int MAX_SITEMAPS = 100;

  /** A site without rules. */
  public static final RobotsFile OPEN = new RobotsFile(List.of(), Duration.ZERO, List.of());

  private static final int FORMAT = 3;

  /** More rules than a robots.txt of {@link RobotsReader#MAX_OCTETS} can hold. */
  private static final int MAX_RULES = 1 << 16;

  private static final long MAX_DELAY_MILLIS = Long.MAX_VALUE / 4_000_000;

  private final List<RobotsRule> rules;
  private final Duration crawlDelay;
  private final List<String> sitemaps;
  private final RuleMatcher asRequested;
  private final RuleMatcher folded;

  RobotsFile(List<RobotsRule> rules, Duration crawlDelay, List<String> sitemaps) {
    this.rules = List.copyOf(rules);
    this.crawlDelay = crawlDelay;
    this.sitemaps = List.copyOf(sitemaps);
    List<String> patterns = rules.stream().map(rule -> Octets.ofPattern(rule.path())).toList();
    List<String> foldedPatterns = new ArrayList<>();
    for (int i = 0; i < patterns.size(); i++) {
      String pattern = patterns.get(i);
      boolean allow = rules.get(i).allow();
      foldedPatterns.add(allow ? Octets.folded(pattern) : Octets.foldedToForbid(pattern));
    }
    this.asRequested = new RuleMatcher(this.rules, patterns);
    this.folded =
        patterns.equals(foldedPatterns) ? asRequested : new RuleMatcher(this.rules, foldedPatterns);
  }

  /** Returns whether a URL of the site may be fetched. */
  public boolean allows(CrawlUrl url) {
    RobotsRule rule = decide(url);
    return rule == null || rule.allow();
  }

  /** Returns the rule that decides about a URL of the site. */
  public Optional<String> decidingRule(CrawlUrl url) {
    return Optional.ofNullable(decide(url)).map(RobotsRule::toString);
  }

  /** Returns the rule that forbids a URL of the site. */
  public Optional<String> forbiddingRule(CrawlUrl url) {
    return Optional.ofNullable(decide(url)).filter(rule -> !rule.allow()).map(RobotsRule::toString);
  }

  private @Nullable RobotsRule decide(CrawlUrl url) {
    if (rules.isEmpty() || (url.path().equals("/robots.txt") && url.query().isEmpty())) {
      return null;
    }
    String octets = Octets.of(url);
    RobotsRule first = asRequested.decide(octets);
    String foldedOctets = Octets.folded(octets);
    boolean isDecided = first != null && !first.allow();
    if (isDecided || (folded == asRequested && foldedOctets.equals(octets))) {
      return first;
    }
    RobotsRule second = folded.decide(foldedOctets);
    return second != null && !second.allow() ? second : first;
  }

  /** Returns the crawl delay that the site requests. */
  public Duration crawlDelay() {
    return crawlDelay;
  }

  /** Returns the sitemaps that the file names, whether they are of the same site or not. */
  public List<String> sitemaps() {
    return sitemaps;
  }

  /** Returns the approximate size in memory in bytes. */
  int weight() {
    long size = 100 + asRequested.weight() + (folded == asRequested ? 0 : folded.weight());
    for (RobotsRule rule : rules) {
      size += 80 + 2L * rule.path().length();
    }
    for (String sitemap : sitemaps) {
      size += 50 + 2L * sitemap.length();
    }
    return (int) Math.min(size, Integer.MAX_VALUE);
  }

  void save(StateWriter out) throws IOException {
    out.section("robots rules", FORMAT);
    out.writeLong(crawlDelay.toMillis());
    out.writeInt(sitemaps.size());
    for (String sitemap : sitemaps) {
      out.writeText(sitemap);
    }
    out.writeInt(rules.size());
    for (RobotsRule rule : rules) {
      out.writeBoolean(rule.allow());
      out.writeText(rule.path());
    }
  }

  static RobotsFile restore(StateReader in) throws IOException {
    in.section("robots rules", FORMAT);
    long delay = in.readLong();
    if (delay < 0 || delay > MAX_DELAY_MILLIS) {
      throw new IOException("crawl delay must be 0 to " + MAX_DELAY_MILLIS + ", but was " + delay);
    }
    int count = in.readInt(0, MAX_SITEMAPS, "number of sitemaps");
    var sitemaps = new ArrayList<String>(count);
    for (int i = 0; i < count; i++) {
      sitemaps.add(in.readText());
    }
    int size = in.readInt(0, MAX_RULES, "number of robots rules");
    var rules = new ArrayList<RobotsRule>();
    for (int i = 0; i < size; i++) {
      boolean allow = in.readBoolean();
      rules.add(new RobotsRule(allow, in.readText()));
    }
    return new RobotsFile(rules, Duration.ofMillis(delay), sitemaps);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof RobotsFile that
        && rules.equals(that.rules)
        && crawlDelay.equals(that.crawlDelay)
        && sitemaps.equals(that.sitemaps);
  }

  @Override
  public int hashCode() {
    return 31 * rules.hashCode() + crawlDelay.hashCode();
  }
}
