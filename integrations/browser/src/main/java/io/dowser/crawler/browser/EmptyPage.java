package io.dowser.crawler.browser;

import io.dowser.crawler.api.FetchResult.Fetched;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.select.Elements;

/** Whether an HTML page looks empty without JavaScript; see {@link RenderPolicy#looksEmpty}. */
final class EmptyPage {

  private static final int LEAST_TEXT = 200;
  private static final int LEAST_LINKS = 5;

  /** An ideograph says as much as some letters of an alphabet. */
  private static final int IDEOGRAPH = 3;

  private static final String NO_TEXT = "script, style, noscript, template, svg, title";

  private EmptyPage() {}

  static boolean looksEmpty(Fetched page) {
    try {
      return looksEmpty(Jsoup.parse(page.body().open(), null, page.url().toString()));
    } catch (IOException e) {
      throw new UncheckedIOException(e); // it is in memory
    }
  }

  /** Returns whether HTML looks as empty as a page that is rendered must not. */
  static boolean looksEmpty(String html) {
    return looksEmpty(Jsoup.parse(html));
  }

  private static boolean looksEmpty(Document page) {
    if (!page.select("frameset").isEmpty()
        || page.select("script").stream().noneMatch(EmptyPage::runs)) {
      return false;
    }
    Elements links = page.select("a[href]:not([href^=javascript:]), area[href]");
    page.select(NO_TEXT).remove();
    return links.size() < LEAST_LINKS && weight(page.text()) < LEAST_TEXT;
  }

  /** Returns whether an element is a script and not a block of data. */
  private static boolean runs(Element script) {
    String type = script.attr("type").strip();
    return type.isEmpty() || type.equals("module") || type.contains("javascript");
  }

  private static long weight(String text) {
    return text.codePoints()
        .filter(Character::isLetterOrDigit)
        .mapToLong(each -> Character.isIdeographic(each) ? IDEOGRAPH : 1)
        .sum();
  }
}
