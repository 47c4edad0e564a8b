package io.dowser.studies;

import com.google.common.base.CharMatcher;
import com.google.common.collect.HashMultiset;
import com.google.common.collect.Multiset;
import com.google.common.collect.Multisets;
import io.dowser.studies.LabelledPage.Segments;
import io.dowser.studies.LabelledPage.Text;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Precision and recall of main texts, as the benchmarks define them: of texts, the shares of
 * shingles, averaged over pages; of segments, the shares of all of them. Not thread-safe.
 */
final class MainTextScore {

  private static final Pattern WORD = Pattern.compile("\\p{IsHan}|[\\p{L}\\p{N}&&[^\\p{IsHan}]]+");

  private double right; // shares of pages, or segments
  private double found;
  private double recalled;
  private double wanted;

  void add(LabelledPage page, String mainText) {
    if (page.label() instanceof Segments segments) {
      String text = spaced(mainText);
      long with = count(segments.with(), text);
      right += with;
      recalled += with;
      found += with + count(segments.without(), text);
      wanted += segments.with().size();
    } else {
      add((Text) page.label(), mainText);
    }
  }

  private void add(Text label, String mainText) {
    Multiset<String> expected = shingles(words(label.text()), label.shingle());
    Multiset<String> actual = shingles(words(mainText), label.shingle());
    int both = Multisets.intersection(expected, actual).size();
    right += actual.isEmpty() ? 0 : (double) both / actual.size();
    recalled += expected.isEmpty() ? 1 : (double) both / expected.size();
    found++;
    wanted++;
  }

  double precision() {
    return found == 0 ? 0 : right / found;
  }

  double recall() {
    return wanted == 0 ? 0 : recalled / wanted;
  }

  double f1() {
    double sum = precision() + recall();
    return sum == 0 ? 0 : 2 * precision() * recall() / sum;
  }

  private static long count(List<String> segments, String text) {
    return segments.stream().filter(segment -> text.contains(spaced(segment))).count();
  }

  static String spaced(String text) {
    return CharMatcher.whitespace().trimAndCollapseFrom(text, ' ');
  }

  /** Returns the words of a text; each Chinese character is one. */
  static List<String> words(String text) {
    return WORD.matcher(text).results().map(match -> match.group()).toList();
  }

  /** Returns all runs of words of a length; of fewer words, the one run of all. */
  static Multiset<String> shingles(List<String> words, int length) {
    Multiset<String> shingles = HashMultiset.create();
    int size = Math.min(length, words.size());
    for (int i = 0; i + size <= words.size() && size > 0; i++) {
      shingles.add(String.join(" ", words.subList(i, i + size)));
    }
    return shingles;
  }
}
