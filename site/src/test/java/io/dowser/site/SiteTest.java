package io.dowser.site;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The site that the build has just written. */
class SiteTest {

  private static final Path SITE = Path.of("target", "site");

  private final Map<Path, Document> pages = new HashMap<>();

  @BeforeEach
  void read() throws IOException {
    try (Stream<Path> files = Files.walk(SITE)) {
      for (Path file : files.filter(file -> file.toString().endsWith(".html")).toList()) {
        pages.put(file, Jsoup.parse(file));
      }
    }
    assertThat(pages).containsKey(SITE.resolve("index.html"));
  }

  @Test
  void linksLeadToFilesAndHeadingsThatAreThere() {
    List<String> dead =
        pages.keySet().stream()
            .flatMap(
                page ->
                    targets(page)
                        .filter(target -> !isThere(page, target))
                        .map(target -> page + ": " + target))
            .toList();

    assertThat(dead).isEmpty();
  }

  @Test
  void pagesLoadNothingFromOtherHosts() {
    assertThat(pages.values())
        .allSatisfy(page -> assertThat(page.select("[src*=//], link[href*=//]")).isEmpty());
  }

  @Test
  void titleOfEachPageIsItsFirstHeading() {
    assertThat(pages.values())
        .allSatisfy(
            page -> assertThat(page.title()).isNotEmpty().isEqualTo(page.select("h1").text()));
  }

  @Test
  void menuHasTheIntegrationsAndCanBeFolded() {
    assertThat(pages.values())
        .allSatisfy(
            page -> {
              assertThat(page.select("nav#pages a[href$=integrations/tika/index.html]")).hasSize(1);
              assertThat(page.select("button#menu[aria-controls=pages]")).hasSize(1);
            });
  }

  @Test
  void searchHasTheTextsOfAllSections() throws IOException {
    String index = Files.readString(SITE.resolve("search.js"));
    List<String> targets =
        Pattern.compile("(?m)^\\{target:\"([^\"]*)\"")
            .matcher(index)
            .results()
            .map(match -> match.group(1))
            .toList();

    assertThat(targets).allMatch(target -> isThere(SITE.resolve("index.html"), target));
    assertThat(targets.stream().map(target -> SITE.resolve(target.replaceFirst("#.*", ""))))
        .containsAll(pages.keySet());
    assertThat(index)
        .contains(
            "page:\"Politeness", "heading:\"Redirects\"", "simplified and traditional characters");
  }

  private Stream<String> targets(Path page) {
    return pages.get(page).select("a[href], img[src]").stream()
        .map(link -> link.attr(link.hasAttr("href") ? "href" : "src"));
  }

  private boolean isThere(Path page, String target) {
    if (target.matches("[a-z]+:.*")) {
      return true; // of another site
    }
    String[] parts = target.split("#", 2);
    Path file = parts[0].isEmpty() ? page : page.resolveSibling(parts[0]).normalize();
    return Files.isRegularFile(file)
        && (parts.length < 2 || pages.get(file).getElementById(parts[1]) != null);
  }
}
