package io.dowser.crawler.robots;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Decides by the longest of many patterns that matches, all of them compiled into one automaton.
 *
 * <p>A decision takes one pass over the path. At each octet it looks at the literals that end
 * there, which are of different lengths: with {@code m} octets of rules there are fewer than {@code
 * sqrt(2 m)} of them. Beside that, each part of each rule is looked at once.
 *
 * <p>The literals behind wildcards have room for 65,535 octets, of which common beginnings count
 * once. Of a rule that does not fit, what forbids counts as far as it fits, which forbids more, and
 * what allows does not count. Immutable.
 */
final class RuleMatcher {

  final LiteralTrie trie = new LiteralTrie();
  final PrefixTable prefixes;

  /** By prefix: the first rule, counted from 1, that has it. */
  final int[] firstStart;

  /** By rule: the next one with the same prefix. */
  final int[] nextStart;

  /** By rule: the literals that must follow the prefix. */
  final int[][] parts;

  final int[] literalLengths;
  private final Map<String, Integer> literals = new HashMap<>();
  private final boolean[] anchored;
  private final int[] lengths;
  private final boolean[] allows;

  RuleMatcher(List<RobotsRule> rules, List<RulePattern> patterns) {
    int count = patterns.size();
    this.prefixes = new PrefixTable(patterns.stream().map(RulePattern::prefix).toList());
    this.firstStart = new int[prefixes.size()];
    this.nextStart = new int[count + 1];
    this.parts = new int[count + 1][];
    this.anchored = new boolean[count + 1];
    this.lengths = new int[count + 1];
    this.allows = new boolean[count + 1];
    for (int rule = 1; rule <= count; rule++) {
      compile(rule, patterns.get(rule - 1), rules.get(rule - 1).allow());
    }
    trie.link();
    this.literalLengths = new int[literals.size() + 1];
    literals.forEach((literal, number) -> literalLengths[number] = literal.length());
    literals.clear();
  }

  private void compile(int rule, RulePattern pattern, boolean allow) {
    List<Integer> numbers = new ArrayList<>(pattern.parts().size());
    for (String part : pattern.parts()) {
      int number = number(part);
      if (number == 0) {
        break;
      }
      numbers.add(number);
    }
    boolean fits = numbers.size() == pattern.parts().size();
    parts[rule] = numbers.stream().mapToInt(number -> number).toArray();
    anchored[rule] = fits && pattern.anchored();
    lengths[rule] = pattern.length();
    allows[rule] = allow;
    if (fits || !allow) {
      int prefix = prefixes.indexOf(pattern.prefix());
      nextStart[rule] = firstStart[prefix];
      firstStart[prefix] = rule;
    }
  }

  /** Returns the number of a literal, 0 if there is no room for it. */
  private int number(String literal) {
    Integer known = literals.get(literal);
    if (known != null) {
      return known;
    }
    int number = literals.size() + 1;
    if (!trie.add(literal, number)) {
      return 0;
    }
    literals.put(literal, number);
    return number;
  }

  /** Returns the number of the rule that decides about a path, from 1 on; 0 if none matches. */
  int decide(String octets) {
    return new RuleScan(this, octets).run();
  }

  boolean isAnchored(int rule) {
    return anchored[rule];
  }

  /** Returns whether a rule, of those that match, goes before another one or none (0). */
  boolean precedes(int rule, int other) {
    return other == 0
        || lengths[rule] > lengths[other]
        || (lengths[rule] == lengths[other] && allows[rule] && !allows[other]);
  }

  /** Returns roughly the bytes of memory that this takes, besides the octets of the rules. */
  long weight() {
    return 200
        + (long) trie.size() * LiteralTrie.NODE_BYTES
        + 60L * prefixes.size()
        + 35L * lengths.length
        + 4L * literalLengths.length;
  }
}
