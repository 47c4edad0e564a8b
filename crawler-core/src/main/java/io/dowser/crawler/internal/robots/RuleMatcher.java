package io.dowser.crawler.internal.robots;

import static java.util.Comparator.comparingInt;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds the rule that decides about a path: the longest of many patterns that matches. Immutable.
 *
 * <p>The literals of a pattern are searched for one after the other, each at its first position: if
 * a later position matches, the first one does, too. A path takes at most 250,000 steps, about a
 * millisecond or two. Patterns that are left then are decided strictly: one that forbids matches by
 * the octets before its first wildcard alone, which forbids more, and one that allows does not
 * match.
 */
final class RuleMatcher {

  /** Steps, of about a nanosecond each, in the search for literals. */
  private static final int MAX_STEPS = 250_000;

  private static final int OCTETS_PER_STEP = 8;
  private static final int STEPS_PER_PLACE = 8;

  /**
   * A rule with its pattern.
   *
   * @param source the rule as written in the file
   * @param pattern octets with {@link Octets#ANY} and {@link Octets#END}
   * @param prefix the number of octets before the first wildcard
   */
  private record Rule(RobotsRule source, String pattern, int prefix) {

    static Rule of(RobotsRule source, String pattern) {
      return new Rule(source, pattern, endOfLiteral(pattern, 0));
    }

    int length() {
      return pattern.length();
    }
  }

  /** The rules in the order in which they decide. */
  private final List<Rule> rules = new ArrayList<>();

  RuleMatcher(List<RobotsRule> rules, List<String> patterns) {
    for (int i = 0; i < patterns.size(); i++) {
      this.rules.add(Rule.of(rules.get(i), patterns.get(i)));
    }
    Comparator<Rule> longestFirst = comparingInt(Rule::length).reversed();
    this.rules.sort(longestFirst.thenComparing(rule -> !rule.source.allow()));
  }

  /** Returns the rule that decides about a path, or null if none matches. */
  @Nullable RobotsRule decide(String octets) {
    var path = new Path(octets);
    for (Rule rule : rules) {
      if (path.matches(rule)) {
        return rule.source;
      }
    }
    return null;
  }

  /** A path and the steps that it took so far. */
  private static final class Path {

    private final String octets;
    private int steps;

    Path(String octets) {
      this.octets = octets;
    }

    boolean matches(Rule rule) {
      String pattern = rule.pattern;
      if (!octets.regionMatches(0, pattern, 0, rule.prefix)) {
        return false;
      }
      int wildcard = rule.prefix;
      int end = rule.prefix;
      while (wildcard < pattern.length() && end >= 0) {
        int next = endOfLiteral(pattern, wildcard + 1);
        end = endOf(pattern, wildcard + 1, next, end);
        wildcard = next;
      }
      return end >= 0 || (steps >= MAX_STEPS && !rule.source.allow());
    }

    /**
     * Returns the end of the first occurrence of a literal of a pattern, or -1 if it is not found.
     */
    private int endOf(String pattern, int first, int last, int from) {
      int length = last - first;
      steps += 1 + octets.length() / OCTETS_PER_STEP;
      int start = length == 0 ? from : octets.indexOf(pattern.charAt(first), from);
      while (start >= 0 && start <= octets.length() - length && steps < MAX_STEPS) {
        steps += STEPS_PER_PLACE + length;
        if (octets.regionMatches(start, pattern, first, length)) {
          return start + length;
        }
        start = octets.indexOf(pattern.charAt(first), start + 1);
      }
      return -1;
    }
  }

  private static int endOfLiteral(String pattern, int from) {
    int wildcard = pattern.indexOf(Octets.ANY, from);
    return wildcard < 0 ? pattern.length() : wildcard;
  }

  /** Returns the approximate size in memory in bytes. */
  long weight() {
    return rules.stream().mapToLong(rule -> 100 + 2L * rule.length()).sum();
  }
}
