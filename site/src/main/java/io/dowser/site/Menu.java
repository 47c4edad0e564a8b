package io.dowser.site;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The menu next to each page: groups of pages, with their titles.
 *
 * @param groups in the order of the menu
 */
record Menu(List<Group> groups) {

  /** A group of pages under a name. */
  record Group(String name, List<Entry> entries) {}

  /** A page with what the menu calls it. */
  record Entry(String title, String target) {}

  private static final List<Group> PLAN =
      List.of(
          group(
              "Start",
              "index",
              "docs/tutorial",
              "crawler-cli/index",
              "docs/recipes",
              "docs/coming-from",
              "CHANGELOG"),
          group(
              "Crawl",
              "docs/operating",
              "docs/what-counts",
              "docs/page-content",
              "docs/scale",
              "docs/politeness",
              "docs/recrawl",
              "docs/store",
              "docs/chinese-pages",
              "docs/spark"),
          group(
              "Integrations",
              "docs/integrations",
              "integrations/browser/index",
              "integrations/tika/index",
              "integrations/langchain4j/index",
              "integrations/mcp/index",
              "integrations/micrometer/index",
              "integrations/spring-boot/index",
              "examples/custom-scorer/index",
              "examples/plugins/index",
              "examples/tutorial/index",
              "examples/spring-boot/index"),
          group(
              "Strategies",
              "docs/strategies",
              "docs/adaptive",
              "docs/papers/zou2009",
              "docs/papers/liu2009",
              "docs/papers/han2010",
              "docs/papers/xie2012",
              "docs/papers/liu2023",
              "docs/results/claims",
              "docs/results/index",
              "crawler-lab/index"),
          group(
              "Extend",
              "docs/plugin-authors",
              "docs/architecture",
              "docs/api",
              "benchmarks/index",
              "CONTRIBUTING"));

  static Menu of(List<Page> pages) {
    Map<Path, Page> byTarget =
        pages.stream().collect(Collectors.toMap(Page::target, Function.identity()));
    return new Menu(PLAN.stream().map(group -> titled(group, byTarget)).toList());
  }

  private static Group titled(Group group, Map<Path, Page> pages) {
    List<Entry> entries =
        group.entries().stream()
            .map(entry -> new Entry(page(pages, entry).title(), entry.target()))
            .toList();
    return new Group(group.name(), entries);
  }

  private static Page page(Map<Path, Page> pages, Entry entry) {
    Page page = pages.get(Path.of(entry.target()));
    if (page == null) {
      throw new IllegalStateException("the menu names a page that is not there: " + entry.target());
    }
    return page;
  }

  private static Group group(String name, String... targets) {
    return new Group(
        name, List.of(targets).stream().map(target -> new Entry("", target + ".html")).toList());
  }
}
