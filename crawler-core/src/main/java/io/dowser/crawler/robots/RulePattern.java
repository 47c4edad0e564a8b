package io.dowser.crawler.robots;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * The path pattern of a rule, taken apart at its wildcards.
 *
 * @param prefix the octets that a path must start with, possibly none
 * @param parts the octets that must follow, in this order and without overlap; none is empty
 * @param anchored whether the last octets must be the last of the path
 * @param length octets of the whole pattern, wildcards and anchor included: the longest rule wins
 */
record RulePattern(String prefix, List<String> parts, boolean anchored, int length) {

  static RulePattern of(String path) {
    boolean anchored = path.endsWith("$");
    int end = anchored ? path.length() - 1 : path.length();
    int length = anchored ? 1 : 0;
    var literals = new ArrayList<String>();
    var literal = new StringBuilder();
    for (int i = 0; i < end; i += Octets.width(path, i)) {
      length++;
      if (path.charAt(i) == '*') {
        literals.add(literal.toString());
        literal.setLength(0);
      } else {
        literal.append(Octets.at(path, i));
      }
    }
    literals.add(literal.toString());
    boolean endsWithLiteral = literals.size() == 1 || literal.length() > 0;
    List<String> parts = literals.stream().skip(1).filter(part -> !part.isEmpty()).toList();
    String prefix = literals.get(0).equals(path) ? path : literals.get(0); // one copy will do
    return new RulePattern(prefix, parts, anchored && endsWithLiteral, length);
  }

  /** Returns the same pattern over other octets. */
  RulePattern with(UnaryOperator<String> octets) {
    return new RulePattern(
        octets.apply(prefix), parts.stream().map(octets).toList(), anchored, length);
  }
}
