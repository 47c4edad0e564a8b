package io.dowser.crawler.robots;

import java.util.stream.IntStream;

/**
 * One pass of a {@link RuleMatcher} over a path. Not thread-safe.
 *
 * <p>A rule whose prefix matches waits for its first literal, then for the next one behind that.
 * The first place where a literal is found is as good as any later one, so no rule goes back.
 */
final class RuleScan {

  private final RuleMatcher rules;
  private final LiteralTrie trie;
  private final String octets;

  /** By literal: the rules that wait for it, in the order of the places from which they wait. */
  private final int[] firstWaiting;

  private final int[] lastWaiting;

  /** By literal: the rules that wait for it at the end of the path. */
  private final int[] firstAtEnd;

  /** By rule: the one that waits behind it, where it began to wait, and how many parts it found. */
  private final int[] nextWaiting;

  private final int[] since;
  private final int[] found;
  private int best;

  RuleScan(RuleMatcher rules, String octets) {
    this.rules = rules;
    this.trie = rules.trie;
    this.octets = octets;
    this.firstWaiting = new int[rules.literalLengths.length];
    this.lastWaiting = new int[rules.literalLengths.length];
    this.firstAtEnd = new int[rules.literalLengths.length];
    boolean anyWaits = rules.literalLengths.length > 1;
    this.nextWaiting = new int[anyWaits ? rules.parts.length : 0];
    this.since = new int[nextWaiting.length];
    this.found = new int[nextWaiting.length];
  }

  /** Returns the rule that decides, 0 if none matches. */
  int run() {
    int[] starts = starts();
    int next = starts.length - 1;
    int node = 0;
    for (int end = 0; end <= octets.length(); end++) {
      if (end > 0) {
        node = trie.next(node, octets.charAt(end - 1));
        findAt(node, end);
      }
      if (next >= 0 && rules.prefixes.length(starts[next]) == end) {
        start(starts[next--], end);
      }
    }
    findAtEnd(node);
    return best;
  }

  /** Returns the prefixes that the path has, the longest first. */
  private int[] starts() {
    int longest = rules.prefixes.longest(octets);
    return IntStream.iterate(longest, i -> i != PrefixTable.NONE, rules.prefixes::shorter)
        .toArray();
  }

  private void start(int prefix, int end) {
    for (int rule = rules.firstStart[prefix]; rule != 0; rule = rules.nextStart[rule]) {
      if (rules.parts[rule].length > 0) {
        await(rule, end);
      } else if (!rules.isAnchored(rule) || end == octets.length()) {
        match(rule);
      }
    }
  }

  private void await(int rule, int from) {
    if (!rules.precedes(rule, best)) {
      return;
    }
    int[] parts = rules.parts[rule];
    int literal = parts[found[rule]];
    since[rule] = from;
    nextWaiting[rule] = 0;
    if (rules.isAnchored(rule) && found[rule] == parts.length - 1) {
      nextWaiting[rule] = firstAtEnd[literal];
      firstAtEnd[literal] = rule;
    } else if (firstWaiting[literal] == 0) {
      firstWaiting[literal] = rule;
      lastWaiting[literal] = rule;
    } else {
      nextWaiting[lastWaiting[literal]] = rule;
      lastWaiting[literal] = rule;
    }
  }

  private void findAt(int node, int end) {
    for (int at = node; at != 0; at = trie.output(at)) {
      int literal = trie.literal(at);
      int start = end - rules.literalLengths[literal];
      int rule = firstWaiting[literal];
      while (rule != 0 && since[rule] <= start) {
        firstWaiting[literal] = nextWaiting[rule];
        advance(rule, end);
        rule = firstWaiting[literal];
      }
    }
  }

  private void advance(int rule, int end) {
    if (++found[rule] == rules.parts[rule].length) {
      match(rule);
    } else {
      await(rule, end);
    }
  }

  private void findAtEnd(int node) {
    for (int at = node; at != 0; at = trie.output(at)) {
      int literal = trie.literal(at);
      int start = octets.length() - rules.literalLengths[literal];
      for (int rule = firstAtEnd[literal]; rule != 0; rule = nextWaiting[rule]) {
        if (since[rule] <= start) {
          match(rule);
        }
      }
    }
  }

  private void match(int rule) {
    if (rules.precedes(rule, best)) {
      best = rule;
    }
  }
}
