package io.dowser.crawler.api.internal;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** Finds the names that a wrong name is probably meant to be. Immutable and thread-safe. */
public final class SimilarNames {

  private static final int MOST = 3;
  private static final int MOST_EDITS = 2;

  private SimilarNames() {}

  /** Returns the nearest names, best first; what follows a dot may be all that was written. */
  public static List<String> of(String wrong, List<String> names) {
    int least = names.stream().mapToInt(name -> distance(wrong, name)).min().orElse(0);
    return names.stream()
        .filter(name -> distance(wrong, name) <= least + 1)
        .sorted(Comparator.comparingInt(name -> distance(wrong, name)))
        .limit(MOST)
        .toList();
  }

  /** Returns the nearest names that are few edits away, best first. */
  public static List<String> misspelt(String wrong, Collection<String> names) {
    return of(wrong, names.stream().filter(name -> distance(wrong, name) <= MOST_EDITS).toList());
  }

  private static int distance(String wrong, String name) {
    String given = wrong.toLowerCase(Locale.ROOT);
    String known = name.toLowerCase(Locale.ROOT);
    String last = known.substring(known.lastIndexOf('.') + 1);
    String givenLast = given.substring(given.lastIndexOf('.') + 1);
    return Math.min(edits(given, known), Math.min(edits(given, last), 1 + edits(givenLast, last)));
  }

  /** Levenshtein's distance. */
  private static int edits(String a, String b) {
    int[] row = new int[b.length() + 1];
    for (int j = 0; j < row.length; j++) {
      row[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int corner = row[0];
      row[0] = i;
      for (int j = 1; j < row.length; j++) {
        int above = row[j];
        int replaced = corner + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        row[j] = Math.min(replaced, 1 + Math.min(above, row[j - 1]));
        corner = above;
      }
    }
    return row[b.length()];
  }
}
