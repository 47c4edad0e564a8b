package io.dowser.crawler.archive;

import com.google.common.base.CharMatcher;
import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.PageAttributes;
import io.dowser.crawler.api.Visit;
import io.dowser.crawler.internal.report.Json;
import io.dowser.crawler.store.StoredPage;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The fields of a page in the output of sinks for programs, by name: texts, numbers, times, URLs,
 * lists and maps.
 */
final class PageFields {

  /** Not printable in YAML 1.2 (section 5.1), or a line break in YAML 1.1. */
  private static final CharMatcher NOT_IN_YAML =
      CharMatcher.javaIsoControl().or(CharMatcher.anyOf("\u2028\u2029\uFFFE\uFFFF"));

  private PageFields() {}

  /** Returns the fields of a page without its text; those that it does not have are absent. */
  static Map<String, Object> of(Visit visit) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("url", visit.url().toString());
    fields.putAll(content(visit.page()));
    fields.put("fetched", visit.time().toString());
    fields.put("version", visit.version());
    fields.put("relevance", visit.relevance());
    fields.put("relevant", visit.relevant());
    visit.irrelevance().ifPresent(reason -> fields.put("irrelevance", reason.toString()));
    return fields;
  }

  /**
   * Returns the fields of a stored page without its text; those that it does not have are absent.
   */
  static Map<String, Object> of(StoredPage page) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("url", page.url().toString());
    fields.put("title", page.title());
    page.published().ifPresent(day -> fields.put("published", day.toString()));
    fields.put("fetched", page.fetched().toString());
    fields.put("version", page.version());
    fields.put("relevance", page.relevance());
    fields.put("linksFromSeed", page.depth());
    fields.put("bytes", page.bytes());
    fields.put("duplicates", page.duplicates());
    fields.put("crawl", page.crawl());
    fields.values().removeIf(PageFields::isEmpty);
    return fields;
  }

  /** Returns the fields of a stored page with its text. */
  static Map<String, Object> all(StoredPage page) {
    Map<String, Object> fields = of(page);
    fields.put("text", page.text());
    return fields;
  }

  /** Returns the attributes of a page in addition to its text; missing ones are absent. */
  static Map<String, Object> content(AnalyzedPage page) {
    PageAttributes attributes = page.attributes();
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("title", attributes.title().isEmpty() ? page.title() : attributes.title());
    fields.put("site", attributes.siteName());
    fields.put("language", page.language());
    fields.put("description", attributes.description());
    fields.put("authors", attributes.authors());
    attributes.published().ifPresent(time -> fields.put("published", text(time)));
    attributes.modified().ifPresent(time -> fields.put("modified", text(time)));
    attributes.image().ifPresent(image -> fields.put("image", image.toString()));
    fields.put("licence", attributes.licence());
    fields.put("breadcrumb", attributes.breadcrumb());
    fields.put("extracted", attributes.extracted());
    fields.put("unread", attributes.unread());
    fields.values().removeIf(PageFields::isEmpty);
    return fields;
  }

  private static String text(OffsetDateTime time) {
    return DateTimeFormatter.ISO_OFFSET_DATE_TIME.format(time);
  }

  private static boolean isEmpty(Object value) {
    return value.equals("") || value.equals(Map.of()) || value.equals(List.of());
  }

  /** Returns the main text, or the whole text of a page whose analyzer knows no attributes. */
  static String text(AnalyzedPage page) {
    return knowsNone(page) ? page.text() : page.attributes().mainText();
  }

  /** Returns the main text in Markdown, or the whole text as {@link #text} does. */
  static String markdown(AnalyzedPage page) {
    return knowsNone(page) ? page.text() : page.attributes().markdown();
  }

  private static boolean knowsNone(AnalyzedPage page) {
    return page.attributes().equals(PageAttributes.EMPTY);
  }

  /** Returns text for one line of YAML. */
  static String yaml(Object value) {
    return NOT_IN_YAML.replaceFrom(Json.line(value), ' ');
  }
}
