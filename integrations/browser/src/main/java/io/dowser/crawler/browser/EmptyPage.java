package io.dowser.crawler.browser;

import io.dowser.crawler.api.FetchResult.Fetched;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Locale;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;

/** Detects HTML pages that look empty without JavaScript; see {@link RenderPolicy#looksEmpty}. */
final class EmptyPage {

  private static final int LEAST_TEXT = 200;
  private static final int LEAST_LINKS = 5;

  /** An ideograph says as much as some letters of an alphabet. */
  private static final int IDEOGRAPH = 3;

  /** The elements that a browser that runs scripts does not show. */
  private static final String NOT_SHOWN = "noscript, template";

  private static final String NO_TEXT = "script, style, svg, title";

  private EmptyPage() {}

  static boolean looksEmpty(Fetched page) {
    try {
      return looksEmpty(Jsoup.parse(page.body().open(), null, page.url().toString()));
    } catch (IOException e) {
      throw new UncheckedIOException(e); // it is in memory
    }
  }

  private static boolean looksEmpty(Document page) {
    page.select(NOT_SHOWN).remove();
    return page.select("script").stream().anyMatch(EmptyPage::runs)
        && page.select("frameset, meta[http-equiv=refresh]").isEmpty()
        && isBare(page);
  }

  /** Returns whether HTML has hardly any text and links. */
  static boolean isBare(String html) {
    Document page = Jsoup.parse(html);
    page.select(NOT_SHOWN).remove();
    return isBare(page);
  }

  /** Returns whether a page is bare; its parts that are not shown are removed before. */
  private static boolean isBare(Document page) {
    int links = page.select("a[href]:not([href^=javascript:]), area[href]").size();
    page.select(NO_TEXT).remove();
    return links < LEAST_LINKS && weight(page.text()) < LEAST_TEXT;
  }

  /** Returns whether an element is a script and not a block of data. */
  private static boolean runs(Element script) {
    String type = script.attr("type").strip().toLowerCase(Locale.ROOT);
    return type.isEmpty() || type.equals("module") || type.contains("javascript");
  }

  private static long weight(String text) {
    return text.codePoints()
        .filter(Character::isLetterOrDigit)
        .mapToLong(each -> Character.isIdeographic(each) ? IDEOGRAPH : 1)
        .sum();
  }
}
