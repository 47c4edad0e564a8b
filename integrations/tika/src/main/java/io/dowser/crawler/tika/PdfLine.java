package io.dowser.crawler.tika;

import java.util.List;
import java.util.stream.Collectors;

/**
 * A line of a page.
 *
 * @param runs its words and the blanks between them
 * @param size the mean size of its font in points, to the half
 * @param y its distance from the upper edge of the page
 * @param startsParagraph whether it is the first line of a paragraph of its page
 */
record PdfLine(List<Run> runs, double size, float y, boolean startsParagraph) {

  PdfLine {
    size = Math.rint(2 * size) / 2;
  }

  /** Text with the target of the link on which it stands, empty if it is on none. */
  record Run(String text, String target) {}

  String text() {
    return runs.stream().map(Run::text).collect(Collectors.joining());
  }
}
