package io.dowser.crawler.text;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Finds the longest of many patterns that ends at each place of a sequence of classes, in one step
 * a place.
 *
 * <p>Source: A. V. Aho and M. J. Corasick, Efficient string matching: an aid to bibliographic
 * search, Communications of the ACM 18(6), 1975. States are numbered breadth first, so the children
 * of a state have consecutive numbers and a failure link leads to a lower number. The lowest
 * numbered states have a complete row of transitions (section 6 of the paper), all of them unless
 * there are thousands of terms; the others follow failure links, which is linear as well but
 * slower.
 *
 * <p>Immutable and thread-safe.
 */
final class TopicAutomaton {

  /** The state before the first class. */
  static final int ROOT = 0;

  /** What {@link #pattern} gives where no pattern ends. */
  static final int NONE = -1;

  private static final int MOST_TRANSITIONS = 1 << 20;

  private final int[] firstChild;
  private final int[] classInto;
  private final int[] failure;
  private final int[] pattern;
  private final int[] rows;
  private final int rowShift;
  private final int completeStates;

  TopicAutomaton(List<int[]> patterns, int classes) {
    this(patterns, classes, MOST_TRANSITIONS);
  }

  TopicAutomaton(List<int[]> patterns, int classes, int mostTransitions) {
    int most = 1 + patterns.stream().mapToInt(p -> p.length).sum();
    this.firstChild = new int[most + 1];
    this.classInto = new int[most];
    this.pattern = new int[most];
    int states = new TrieBuilder(patterns).build();
    this.failure = new int[states];
    this.rowShift = 32 - Integer.numberOfLeadingZeros(classes - 1);
    this.completeStates = Math.max(1, Math.min(states, mostTransitions >> rowShift));
    this.rows = new int[completeStates << rowShift];
    for (int state = 0; state < states; state++) {
      complete(state);
    }
  }

  /** The state after one more class. */
  int next(int state, int symbolClass) {
    int from = state;
    while (from >= completeStates) {
      int child = child(from, symbolClass);
      if (child >= 0) {
        return child;
      }
      from = failure[from];
    }
    int next = rows[(from << rowShift) | symbolClass];
    return next < 0 ? ~next : next;
  }

  /** The longest pattern that ends in this state, or {@link #NONE}. */
  int pattern(int state) {
    return pattern[state];
  }

  /**
   * The next states of the complete ones, for reading alone: that of a state and a class is at
   * {@code (state << rowShift()) | class}, complemented if a pattern ends there.
   */
  int[] rows() {
    return rows;
  }

  int rowShift() {
    return rowShift;
  }

  int completeStates() {
    return completeStates;
  }

  private int child(int state, int symbolClass) {
    int child =
        Arrays.binarySearch(classInto, firstChild[state], firstChild[state + 1], symbolClass);
    return Math.max(child, NONE);
  }

  private void complete(int state) {
    int link = failure[state];
    if (state < completeStates) {
      System.arraycopy(rows, link << rowShift, rows, state << rowShift, 1 << rowShift);
    }
    for (int child = firstChild[state]; child < firstChild[state + 1]; child++) {
      failure[child] = state == ROOT ? ROOT : next(link, classInto[child]);
      if (pattern[child] == NONE) {
        pattern[child] = pattern[failure[child]];
      }
    }
    if (state < completeStates) {
      addTransitions(state);
    }
  }

  private void addTransitions(int state) {
    for (int child = firstChild[state]; child < firstChild[state + 1]; child++) {
      rows[(state << rowShift) | classInto[child]] = pattern[child] == NONE ? child : ~child;
    }
  }

  /** Numbers the states: each is a range of the sorted patterns that share a prefix. */
  private final class TrieBuilder {

    private final List<int[]> patterns;
    private final int[] sorted;
    private final int[] from;
    private final int[] to;
    private final int[] depth;
    private int states = 1;

    TrieBuilder(List<int[]> patterns) {
      this.patterns = patterns;
      this.sorted =
          IntStream.range(0, patterns.size())
              .boxed()
              .sorted(Comparator.comparing(patterns::get, Arrays::compare))
              .mapToInt(Integer::intValue)
              .toArray();
      this.from = new int[classInto.length];
      this.to = new int[classInto.length];
      this.depth = new int[classInto.length];
      this.to[ROOT] = sorted.length;
    }

    int build() {
      Arrays.fill(pattern, NONE);
      for (int state = 0; state < states; state++) {
        firstChild[state] = states;
        int first = from[state];
        if (first < to[state] && patterns.get(sorted[first]).length == depth[state]) {
          pattern[state] = sorted[first]; // the shortest of its range is the pattern of this state
          first++;
        }
        addChildren(state, first);
      }
      firstChild[states] = states;
      return states;
    }

    private void addChildren(int state, int first) {
      int start = first;
      while (start < to[state]) {
        int symbolClass = patterns.get(sorted[start])[depth[state]];
        int end = start + 1;
        while (end < to[state] && patterns.get(sorted[end])[depth[state]] == symbolClass) {
          end++;
        }
        classInto[states] = symbolClass;
        depth[states] = depth[state] + 1;
        from[states] = start;
        to[states++] = end;
        start = end;
      }
    }
  }
}
