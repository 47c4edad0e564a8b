package io.dowser.crawler.html;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.base.CharMatcher;
import io.dowser.crawler.api.PageAttributes;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The main text of pages that are no articles, written for this test in the markup of common
 * software. A file of labels has a line per passage: {@code +} for one that must occur, the first
 * of them the title, and {@code -} for one that must not.
 */
class MainTextPagesTest {

  private final List<String> faults = new ArrayList<>();
  private int right;
  private int missing;
  private int surplus;

  @ParameterizedTest
  @CsvSource({
    "forum, phpbb discourse discuz tieba, 0.94",
    "question, stack zhihu semantic, 0.95",
    "product, woo amazon jd, 0.78",
    "listing, search category packages, 0.96",
    "wiki, mediawiki dokuwiki baike, 0.98",
    "manual, sphinx docbook man javadoc, 0.94",
    "front, newspaper company blog, 0.95",
    "api, rest crate, 1",
    "record, recipe event profile, 0.98",
    "readme, hub gitee, 1",
  })
  void passages(String kind, String pages, double floor) throws IOException {
    for (String page : pages.split(" ", -1)) {
      compare(kind + "-" + page);
    }

    assertThat(2.0 * right / (2 * right + missing + surplus))
        .as(
            "%d passages, %d missing, %d surplus:%n%s",
            right + missing, missing, surplus, String.join("\n", faults))
        .isGreaterThanOrEqualTo(floor);
  }

  /** A passage is found within one line, so that a table row or a paragraph must be whole. */
  private void compare(String name) throws IOException {
    PageAttributes page = HtmlPages.analyze(read(name + ".html")).attributes();
    List<String> lines =
        page.mainText()
            .lines()
            .map(line -> CharMatcher.whitespace().trimAndCollapseFrom(line, ' '))
            .toList();
    List<String> labels = read(name + ".txt").lines().toList();
    assertThat(lineOf(lines, labels.get(0).substring(2), 0)).as("title of " + name).isNotNegative();
    int last = 0;
    for (String label : labels) {
      String passage = label.substring(2);
      int at = lineOf(lines, passage, 0);
      if (label.startsWith("+ ")) {
        right += at >= 0 ? 1 : 0;
        missing += at >= 0 ? 0 : 1;
        if (at >= 0) {
          last = lineOf(lines, passage, last);
          assertThat(last).as("order of %s: %s", name, passage).isNotNegative();
        }
      } else {
        assertThat(label).startsWith("- ");
        surplus += at >= 0 ? 1 : 0;
      }
      if (label.startsWith("+") != at >= 0) {
        faults.add(name + ": " + label);
      }
    }
  }

  private static int lineOf(List<String> lines, String passage, int from) {
    for (int i = from; i < lines.size(); i++) {
      if (lines.get(i).contains(passage)) {
        return i;
      }
    }
    return -1;
  }

  private static String read(String file) throws IOException {
    try (InputStream in = MainTextPagesTest.class.getResourceAsStream("pages/" + file)) {
      return new String(requireNonNull(in, file).readAllBytes(), UTF_8);
    }
  }
}
