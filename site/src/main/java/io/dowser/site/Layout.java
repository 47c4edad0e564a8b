package io.dowser.site;

import java.util.Locale;
import java.util.stream.Collectors;

/** The common parts of all pages: menu, search, light and dark colours. */
final class Layout {

  private Layout() {}

  static String html(Page page, Menu menu) {
    String groups =
        menu.groups().stream().map(group -> group(page, group)).collect(Collectors.joining());
    return String.format(
        Locale.ROOT,
        """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="UTF-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="color-scheme" content="light dark">
        <title>%s</title>
        <link rel="stylesheet" href="%2$ssite.css">
        <script defer src="%2$ssite.js" data-root="%2$s"></script>
        </head>
        <body>
        <header>
        <a class="home" href="%2$sindex.html">Dowser</a>
        <input type="search" id="search" placeholder="Search" aria-label="Search all pages">
        <button type="button" id="colours">Dark or light</button>
        <button type="button" id="menu" aria-expanded="false" aria-controls="pages">Pages</button>
        </header>
        <nav id="pages" aria-label="Pages">
        %3$s</nav>
        <main>
        <ol id="found" aria-live="polite"></ol>
        <article>
        %4$s</article>
        </main>
        </body>
        </html>
        """,
        escaped(page.title()),
        page.up(),
        groups,
        page.html());
  }

  private static String group(Page page, Menu.Group group) {
    return group.entries().stream()
        .map(entry -> entry(page, entry))
        .collect(Collectors.joining("", "<h2>" + group.name() + "</h2>\n<ul>\n", "</ul>\n"));
  }

  private static String entry(Page page, Menu.Entry entry) {
    String here = page.target().toString().equals(entry.target()) ? " aria-current=\"page\"" : "";
    return "<li><a href=\""
        + page.up()
        + entry.target()
        + '"'
        + here
        + '>'
        + escaped(entry.title())
        + "</a></li>\n";
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}
