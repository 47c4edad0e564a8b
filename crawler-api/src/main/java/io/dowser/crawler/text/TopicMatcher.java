package io.dowser.crawler.text;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;

/**
 * Finds the terms of a topic in texts: from left to right, the longest term at each place, without
 * overlaps, in one scan whose time grows with the length of the text alone.
 *
 * <p>Text and terms are compared in the form that a {@link TextNormalizer} gives them, with any run
 * of white space as one space. Letters and digits of scripts that put spaces between words must not
 * continue beyond a term: {@code rain} is not found in {@code train} or {@code rain2}, but it is in
 * {@code rain-storm}, and next to Chinese characters. A term that begins or ends with another kind
 * of character, such as {@code c++} or a Chinese word, may have any neighbour on that side. A term
 * whose neighbours refuse it does not hide a shorter one. Terms are not stemmed: {@code storm} is
 * not found in {@code storms}.
 *
 * <p>With the terms {@code storm}, {@code storm surge} and {@code surge}, the text {@code "Storm
 * surge, surges and a storm"} has two matches: {@code storm surge} at 0 to 11 and {@code storm} at
 * 26 to 31.
 *
 * <p>The normaliser is asked for single characters, together with the combining characters that
 * follow them, and its results are kept. So one that looks at whole words has the effect here that
 * it has on single characters.
 *
 * <p>Immutable and thread-safe. Takes 512 kB.
 */
public final class TopicMatcher {

  private final List<String> terms;
  private final int[] lengths; // in normal form
  private final Folding folding;
  private final TermTrie trie;

  private TopicMatcher(List<String> terms, List<FoldedText> folded, Folding folding) {
    this.terms = terms;
    this.lengths = folded.stream().mapToInt(FoldedText::size).toArray();
    this.folding = folding;
    this.trie = new TermTrie(folded);
  }

  /**
   * Prepares the search for some terms.
   *
   * @param terms at least one, none blank, no two the same in normal form
   * @param normalizer brings terms and texts to one form
   * @return a matcher for the terms, which are numbered in the order of the collection
   * @throws IllegalArgumentException if there is no term, a term is empty in normal form, or two
   *     terms have the same normal form
   */
  public static TopicMatcher of(Collection<String> terms, TextNormalizer normalizer) {
    if (terms.isEmpty()) {
      throw new IllegalArgumentException("a topic matcher needs at least one term");
    }
    var folding = new Folding(requireNonNull(normalizer, "normalizer"));
    var folded = new ArrayList<FoldedText>();
    var termOf = new HashMap<String, String>();
    for (String term : terms) {
      FoldedText form = folding.fold(requireNonNull(term, "term"));
      if (form.size() == 0) {
        throw new IllegalArgumentException("term '" + term + "' must not be blank when normalised");
      }
      folded.add(form);
      String other = termOf.put(form.toString(), term);
      if (other != null) {
        throw new IllegalArgumentException(
            "terms must differ when normalised, but '"
                + other
                + "' and '"
                + term
                + "' are both '"
                + form
                + "'");
      }
    }
    return new TopicMatcher(List.copyOf(terms), folded, folding);
  }

  /** {@return the terms as they were given, in that order} */
  public List<String> terms() {
    return terms;
  }

  /**
   * Finds the terms in a text.
   *
   * @param text any text, not normalised; a {@link String} is read in place, anything else is
   *     copied
   * @return the matches, with offsets in the text as it was given; where one character normalises
   *     to several, a match of some of them covers the whole character
   */
  public TopicMatches match(CharSequence text) {
    FoldedText folded = folding.fold(text.toString());
    List<Found> found = longestTerms(folded);
    var matches = new TopicMatches.Builder(terms.size(), found.size());
    int end = 0;
    for (int i = found.size() - 1; i >= 0; i--) {
      Found match = found.get(i);
      if (match.start >= end) {
        end = match.start + lengths[match.term];
        matches.add(match.term, folded.start(match.start), folded.end(end - 1));
      }
    }
    return matches.build();
  }

  /** The longest term that begins at a unit. */
  private record Found(int start, int term) {}

  /** Finds the terms that do not begin within a word, from the end of the text. */
  private List<Found> longestTerms(FoldedText folded) {
    var longest = new ArrayList<Found>();
    TermTrie.Node state = trie.root;
    for (int end = folded.size(); end > 0; end -= FoldedText.CHUNK) {
      state = scan(folded, Math.max(0, end - FoldedText.CHUNK), end, state, longest);
    }
    return longest;
  }

  private TermTrie.Node scan(
      FoldedText folded, int start, int end, TermTrie.Node before, List<Found> longest) {
    TermTrie.Node state = before;
    for (int i = end - 1; i >= start; i--) {
      int label = folded.label(i);
      if (state == trie.root && !trie.isLast(label)) {
        continue;
      }
      state = trie.next(state, label);
      if (state.term != TermTrie.NONE && !folded.isInsideWord(i)) {
        longest.add(new Found(i, state.term));
      }
    }
    return state;
  }

  /**
   * Returns the counts of the terms found in a text under their names, for example to count the
   * documents that contain them.
   *
   * @param matches the result of {@link #match}
   * @return the counts of the terms that occur, by their names in {@link #terms}
   * @throws IllegalArgumentException if the matches are of another number of terms
   */
  public TermCounts counts(TopicMatches matches) {
    if (matches.termCount() != terms.size()) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "matches must be of %d terms, but were of %d",
              terms.size(),
              matches.termCount()));
    }
    var counts = new LinkedHashMap<String, Integer>();
    for (int term = 0; term < terms.size(); term++) {
      counts.put(terms.get(term), matches.count(term));
    }
    return TermCounts.of(counts);
  }

  /** Matchers are equal if they have the same terms in the same order and one normalizer. */
  @Override
  public boolean equals(Object other) {
    return this == other
        || (other instanceof TopicMatcher that
            && terms.equals(that.terms)
            && folding.normalizer.equals(that.folding.normalizer));
  }

  @Override
  public int hashCode() {
    return terms.hashCode();
  }

  @Override
  public String toString() {
    return "TopicMatcher" + terms;
  }
}
