package io.dowser.crawler.internal.content;

import com.google.common.base.CharMatcher;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;

/**
 * Titles of a page without the name of its site, which stands before or behind a separator. It is
 * known from the page, or is a part of the title that the host's name has. Not thread-safe.
 */
final class PageTitle {

  /** A separator has blanks on both sides; those of Chinese pages need none. */
  private static final Pattern SEPARATOR =
      Pattern.compile("\\s+[|/\\-\u2010-\u2015·•»›:：~]+\\s+|\\s*[|｜_＿]\\s*|\\s+[<«‹]+\\s+|:\\s+");

  private static final CharMatcher LETTERS = CharMatcher.forPredicate(Character::isLetterOrDigit);
  private static final int SHORTEST = 3;
  private static final int LONGEST = 300;

  private final Document page;
  private final String site;
  private final String host;

  /**
   * Creates the titles of a page.
   *
   * @param site the name of the site, possibly empty
   * @param host of the page, possibly empty
   */
  PageTitle(Document page, String site, String host) {
    this.page = page;
    this.site = letters(site);
    this.host = letters(host);
  }

  /** Returns the first h1 that is part of the title of the document, if it has one; else "". */
  String heading() {
    String title = spaced(page.title()).toLowerCase(Locale.ROOT);
    for (Element heading : page.select("h1")) {
      String text = spaced(heading.text());
      if (text.length() >= SHORTEST
          && text.length() <= LONGEST
          && (title.isEmpty() || title.contains(text.toLowerCase(Locale.ROOT)))
          && !isSite(text)) {
        return text;
      }
    }
    return "";
  }

  /** Returns a title without parts at its ends that name the site; one that has no other stays. */
  String of(String title) {
    String spaced = spaced(title);
    List<Integer> ends = new ArrayList<>(); // of parts
    List<Integer> starts = new ArrayList<>(List.of(0));
    Matcher separator = SEPARATOR.matcher(spaced);
    while (separator.find()) {
      ends.add(separator.start());
      starts.add(separator.end());
    }
    ends.add(spaced.length());
    int first = 0;
    int last = ends.size() - 1;
    while (first < last && isSite(spaced.substring(starts.get(last), ends.get(last)))) {
      last--;
    }
    while (first < last && isSite(spaced.substring(starts.get(first), ends.get(first)))) {
      first++;
    }
    return spaced.substring(starts.get(first), ends.get(last));
  }

  private boolean isSite(String part) {
    String letters = letters(part);
    return letters.length() >= SHORTEST && (letters.equals(site) || host.contains(letters));
  }

  private static String letters(String text) {
    return LETTERS.retainFrom(text).toLowerCase(Locale.ROOT);
  }

  private static String spaced(String text) {
    return CharMatcher.whitespace().trimAndCollapseFrom(text, ' ');
  }
}
