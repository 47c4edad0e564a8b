package io.dowser.crawler.robots;

import crawlercommons.robots.SimpleRobotRules;
import crawlercommons.robots.SimpleRobotRules.RobotRule;
import crawlercommons.robots.SimpleRobotRules.RobotRulesMode;
import io.dowser.crawler.api.CrawlUrl;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What the robots.txt of one site says to this crawler. Immutable and safe for use by many threads.
 *
 * <p>A rule decides by RFC 9309, section 2.2.2: the longest one that matches, and of equally long
 * ones the one that allows; the matching itself is crawler-commons'.
 */
public final class RobotsFile {

  /** A site without rules. */
  public static final RobotsFile OPEN =
      new RobotsFile(new SimpleRobotRules(RobotRulesMode.ALLOW_ALL), Duration.ZERO, List.of());

  static final int MAX_SITEMAPS = 100;

  private static final int ALL = 0;
  private static final int NOTHING = 1;
  private static final int SOME = 2;

  /** More than a robots.txt of 500 KiB can hold. */
  private static final int MAX_RULES = 100_000;

  private static final int MAX_TEXT = 1 << 20;
  private static final long MAX_DELAY_MILLIS = Long.MAX_VALUE / 4_000_000;

  private final SimpleRobotRules rules;
  private final Duration crawlDelay;
  private final List<String> sitemaps;
  private final int weight;

  RobotsFile(SimpleRobotRules rules, Duration crawlDelay, List<String> sitemaps) {
    this.rules = rules;
    this.crawlDelay = crawlDelay;
    this.sitemaps = List.copyOf(sitemaps);
    long size = 100;
    for (RobotRule rule : rules.getRobotRules()) {
      size += 100 + 2L * rule.getPrefix().length();
    }
    for (String sitemap : sitemaps) {
      size += 50 + 2L * sitemap.length();
    }
    this.weight = (int) Math.min(size, Integer.MAX_VALUE);
  }

  /**
   * Says whether a URL of the site may be fetched.
   *
   * @param url a URL of the site that this belongs to
   * @return true if no rule forbids it
   */
  public boolean allows(CrawlUrl url) {
    return rules.isAllowed(url.toString());
  }

  /**
   * Says which rule decides about a URL.
   *
   * @param url a URL of the site that this belongs to
   * @return the rule as in {@code Disallow: /private}, or empty if none matches
   */
  public Optional<String> decidingRule(CrawlUrl url) {
    if (rules.isAllowNone()) {
      return Optional.of("Disallow: /");
    }
    for (RobotRule rule : rules.getRobotRules()) { // longest first
      if (matches(rule.getPrefix(), url)) {
        return Optional.of((rule.isAllow() ? "Allow: " : "Disallow: ") + rule.getPrefix());
      }
    }
    return Optional.empty();
  }

  /** A single forbidding rule shows by what it forbids whether it matches. */
  private static boolean matches(String prefix, CrawlUrl url) {
    if (prefix.isEmpty()) {
      return false;
    }
    var alone = new SimpleRobotRules();
    alone.addRule(prefix, false);
    return !alone.isAllowed(url.toString());
  }

  /**
   * Gives the delay that the site asks for between two requests.
   *
   * @return {@link Duration#ZERO} if it asks for none
   */
  public Duration crawlDelay() {
    return crawlDelay;
  }

  /**
   * Gives the sitemaps that the file names, whether they are of the same site or not.
   *
   * @return addresses as written, at most 100
   */
  public List<String> sitemaps() {
    return sitemaps;
  }

  /** Roughly the bytes of memory that this takes. */
  int weight() {
    return weight;
  }

  void save(DataOutput out) throws IOException {
    out.writeByte(mode());
    out.writeLong(crawlDelay.toMillis());
    out.writeInt(sitemaps.size());
    for (String sitemap : sitemaps) {
      writeText(out, sitemap);
    }
    List<RobotRule> list = rules.getRobotRules();
    out.writeInt(list.size());
    for (RobotRule rule : list) {
      out.writeBoolean(rule.isAllow());
      writeText(out, rule.getPrefix());
    }
  }

  private int mode() {
    return rules.isAllowAll() ? ALL : rules.isAllowNone() ? NOTHING : SOME;
  }

  private static RobotRulesMode mode(int code) {
    return switch (code) {
      case ALL -> RobotRulesMode.ALLOW_ALL;
      case NOTHING -> RobotRulesMode.ALLOW_NONE;
      default -> RobotRulesMode.ALLOW_SOME;
    };
  }

  static RobotsFile restore(DataInput in) throws IOException {
    int mode =
        within(in.readByte(), 0, RobotRulesMode.values().length - 1L, "mode of robots rules");
    long delay = in.readLong();
    if (delay < 0 || delay > MAX_DELAY_MILLIS) {
      throw new IOException("crawl delay must be 0 to " + MAX_DELAY_MILLIS + ", but was " + delay);
    }
    int count = within(in.readInt(), 0, MAX_SITEMAPS, "number of sitemaps");
    var sitemaps = new ArrayList<String>(count);
    for (int i = 0; i < count; i++) {
      sitemaps.add(readText(in));
    }
    var rules = new SimpleRobotRules(mode(mode));
    int size = within(in.readInt(), 0, MAX_RULES, "number of robots rules");
    for (int i = 0; i < size; i++) {
      boolean allow = in.readBoolean();
      rules.addRule(readText(in), allow);
    }
    return new RobotsFile(rules, Duration.ofMillis(delay), sitemaps);
  }

  static void writeText(DataOutput out, String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  static String readText(DataInput in) throws IOException {
    byte[] bytes = new byte[within(in.readInt(), 0, MAX_TEXT, "length of a text")];
    in.readFully(bytes);
    return new String(bytes, StandardCharsets.UTF_8);
  }

  static int within(int value, long least, long most, String name) throws IOException {
    if (value < least || value > most) {
      throw new IOException(name + " must be " + least + " to " + most + ", but was " + value);
    }
    return value;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof RobotsFile that
        && mode() == that.mode()
        && rules.getRobotRules().equals(that.rules.getRobotRules())
        && crawlDelay.equals(that.crawlDelay)
        && sitemaps.equals(that.sitemaps);
  }

  @Override
  public int hashCode() {
    return 31 * rules.getRobotRules().hashCode() + crawlDelay.hashCode();
  }
}
