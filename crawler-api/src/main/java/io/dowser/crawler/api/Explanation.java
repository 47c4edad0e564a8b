package io.dowser.crawler.api;

import static java.util.Objects.requireNonNull;

import java.util.List;

/**
 * The named parts of a score.
 *
 * <pre>{@code
 * public Explanation explain(Link link) {
 *   return Explanation.sum(
 *       "score",
 *       List.of(Explanation.of("page", fromPage), Explanation.of("anchor", fromAnchor(link))));
 * }
 * }</pre>
 *
 * @param name the name of the value, in the words of the method's paper where there is one
 * @param value the value
 * @param parts the values that it was made from; where they are addends, they add up to it. Empty
 *     for a value that is given
 */
public record Explanation(String name, double value, List<Explanation> parts) {

  /**
   * Copies the list.
   *
   * @param name the name of the value, in the words of the method's paper where there is one
   * @param value the value
   * @param parts the values that it was made from
   */
  public Explanation {
    requireNonNull(name, "name");
    parts = List.copyOf(parts);
  }

  /**
   * {@return an explanation without parts}
   *
   * @param name the name of the value
   * @param value the value
   */
  public static Explanation of(String name, double value) {
    return new Explanation(name, value, List.of());
  }

  /**
   * {@return an explanation whose value is the sum of its parts, 0 if there are none}
   *
   * @param name the name of the value
   * @param parts the addends
   */
  public static Explanation sum(String name, List<Explanation> parts) {
    double sum = 0;
    for (Explanation part : parts) {
      sum += part.value(); // as a score is added up; a stream corrects rounding
    }
    return new Explanation(name, sum, parts);
  }

  /**
   * Draws the tree, one line for each value, parts indented by two blanks.
   *
   * @return lines of the form {@code name = value}, separated by line feeds
   */
  public String toTree() {
    var tree = new StringBuilder();
    draw(tree, 0);
    return tree.toString();
  }

  private void draw(StringBuilder tree, int depth) {
    if (depth > 0) {
      tree.append('\n').append("  ".repeat(depth));
    }
    tree.append(name).append(" = ").append(value);
    parts.forEach(part -> part.draw(tree, depth + 1));
  }
}
