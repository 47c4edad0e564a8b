package io.dowser.site;

import java.util.List;
import java.util.stream.Collectors;

/** The texts of all sections, as a script that a page loads at the first search. */
final class SearchIndex {

  private SearchIndex() {}

  static String of(List<Page> pages) {
    return pages.stream()
        .flatMap(page -> page.sections().stream().map(section -> entry(page, section)))
        .collect(Collectors.joining(",\n", "var sections=[\n", "];\n"));
  }

  private static String entry(Page page, Page.Section section) {
    String fragment = section.id().isEmpty() ? "" : "#" + section.id();
    return "{target:"
        + quoted(page.target() + fragment)
        + ",page:"
        + quoted(page.title())
        + ",heading:"
        + quoted(section.heading())
        + ",text:"
        + quoted(section.text().replaceAll("\\s+", " ").strip())
        + "}";
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
