package io.dowser.site;

import java.util.List;
import java.util.stream.Collectors;

/** The texts of all pages, as a script that a page loads at the first search. */
final class SearchIndex {

  private SearchIndex() {}

  static String of(List<Page> pages) {
    return pages.stream()
        .map(
            page ->
                "{target:"
                    + quoted(page.target().toString())
                    + ",title:"
                    + quoted(page.title())
                    + ",text:"
                    + quoted(page.text().replaceAll("\\s+", " "))
                    + "}")
        .collect(Collectors.joining(",\n", "var pages=[\n", "];\n"));
  }

  private static String quoted(String text) {
    return '"'
        + text.replace("\\", "\\\\")
            .replace("\"", "\\\"")
            .replace("\n", "\\n")
            .replace("</", "<\\/")
        + '"';
  }
}
