package io.dowser.studies;

import java.util.List;
import org.jsoup.nodes.Document;

/**
 * A page and what of it people call main text.
 *
 * @param site the site; pages of one site are all in the same fold
 * @param page the page, which nothing may change
 */
record LabelledPage(String site, Document page, Label label) {

  /** The main text of a page, or passages of it. */
  sealed interface Label permits Text, Segments {}

  /**
   * The main text as a whole.
   *
   * @param shingle the number of words in a row that count as one when texts are compared
   */
  record Text(String text, int shingle) implements Label {}

  /**
   * Passages.
   *
   * @param with those that are in the main text
   * @param without those that are not
   */
  record Segments(List<String> with, List<String> without) implements Label {}
}
