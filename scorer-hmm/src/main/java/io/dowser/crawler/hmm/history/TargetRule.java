package io.dowser.crawler.hmm.history;

import static java.util.Objects.requireNonNull;

import java.util.regex.Pattern;

/**
 * Reports which visited pages are targets. Where a judge is to say it, use {@link #NONE} here and
 * give the judge to {@link io.dowser.crawler.hmm.TrainingSet#of}, which gets the pages.
 */
@FunctionalInterface
public interface TargetRule {

  /** No page is a target. */
  TargetRule NONE = visit -> false;

  /**
   * Decides.
   *
   * @param visit a visit
   * @return whether its page is a target
   */
  boolean isTarget(PageVisit visit);

  /**
   * Takes pages by their URLs.
   *
   * @param pattern to be found somewhere in the URL
   * @return the rule
   */
  static TargetRule urlContains(Pattern pattern) {
    requireNonNull(pattern, "pattern");
    return visit -> pattern.matcher(visit.url().toString()).find();
  }

  /**
   * Takes pages that the user has bookmarked.
   *
   * @param folder the title of a bookmark folder; the page may be in a folder inside it
   * @return the rule
   */
  static TargetRule inBookmarkFolder(String folder) {
    requireNonNull(folder, "folder");
    return visit -> visit.folders().contains(folder);
  }
}
