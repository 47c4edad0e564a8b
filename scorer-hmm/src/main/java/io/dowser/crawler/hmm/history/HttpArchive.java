package io.dowser.crawler.hmm.history;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.hmm.BrowsingSession;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * The documents in an HTTP archive: answers of status 200 to 299 with HTML, the first one of each
 * page, since those behind it are frames. They come in the order of their times, as entries need
 * not; an entry without a time counts as of the time of the one before it.
 */
final class HttpArchive {

  private final List<Entry> entries = new ArrayList<>();
  private final List<BrowserHistory.PageVisit> visits = new ArrayList<>();
  private final Map<CrawlUrl, Long> lastVisits = new HashMap<>();
  private final Set<String> pages = new HashSet<>();
  private final Map<CrawlUrl, ArchivedText> texts = new HashMap<>();
  private final Function<String, Optional<CrawlUrl>> urls;
  private final boolean withTexts;
  private boolean isArchive;

  private HttpArchive(Function<String, Optional<CrawlUrl>> urls, boolean withTexts) {
    this.urls = urls;
    this.withTexts = withTexts;
  }

  /** One request with its answer. */
  private static final class Entry {
    private String page = "";
    private String url = "";
    private String referer = "";
    private String type = "";
    private String text = "";
    private String encoding = "";
    private int status;
    private Instant time = Instant.MIN;

    private boolean isDocument() {
      boolean html = type.startsWith("text/html") || type.startsWith("application/xhtml+xml");
      return html && status >= 200 && status < 300;
    }
  }

  static List<BrowserHistory.PageVisit> visits(Path file, Function<String, Optional<CrawlUrl>> urls)
      throws IOException {
    return new HttpArchive(urls, false).read(file).visits;
  }

  /** The texts of the documents by URL; the first one of each. */
  static Map<CrawlUrl, ArchivedText> texts(Path file, Function<String, Optional<CrawlUrl>> urls)
      throws IOException {
    return new HttpArchive(urls, true).read(file).texts;
  }

  private HttpArchive read(Path file) throws IOException {
    JsonText.read(file, "HTTP archive", this::read);
    if (!isArchive) {
      throw new BrowsingSession.FormatException(
          file, 0, "has no log.entries, so is no HTTP archive", null);
    }
    entries.sort(Comparator.comparing(entry -> entry.time));
    entries.forEach(this::take);
    entries.clear();
    return this;
  }

  private void read(JsonParser parser) throws IOException {
    parser.nextToken();
    members(parser, name -> log(parser, name));
  }

  private void log(JsonParser parser, String name) throws IOException {
    if (name.equals("log")) {
      members(parser, inner -> entries(parser, inner));
    }
  }

  private interface Member {
    void read(String name) throws IOException;
  }

  /** Goes through the members of an object, at their values; what is no object is passed over. */
  private static void members(JsonParser parser, Member member) throws IOException {
    if (parser.currentToken() != JsonToken.START_OBJECT) {
      parser.skipChildren();
      return;
    }
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String name = parser.currentName();
      parser.nextToken();
      member.read(name);
      parser.skipChildren(); // unless the member has done so
    }
  }

  private void entries(JsonParser parser, String name) throws IOException {
    if (!name.equals("entries") || parser.currentToken() != JsonToken.START_ARRAY) {
      return;
    }
    isArchive = true;
    Instant before = Instant.MIN;
    while (parser.nextToken() != JsonToken.END_ARRAY && parser.currentToken() != null) {
      var entry = new Entry();
      entry.time = before;
      members(parser, inner -> member(parser, inner, entry));
      before = entry.time;
      if (entry.isDocument()) {
        entries.add(entry);
      }
    }
  }

  private void member(JsonParser parser, String name, Entry entry) throws IOException {
    switch (name) {
      case "pageref" -> entry.page = text(parser);
      case "startedDateTime" -> entry.time = time(text(parser), entry.time);
      case "request" -> members(parser, inner -> request(parser, inner, entry));
      case "response" -> members(parser, inner -> response(parser, inner, entry));
      default -> parser.skipChildren();
    }
  }

  /** A null, a number or an object counts as no text. */
  private static String text(JsonParser parser) throws IOException {
    return parser.currentToken() == JsonToken.VALUE_STRING ? parser.getText() : "";
  }

  private static Instant time(String text, Instant otherwise) {
    try {
      return OffsetDateTime.parse(text).toInstant();
    } catch (DateTimeParseException e) { // there is none, or it is no time
      return otherwise;
    }
  }

  private static void request(JsonParser parser, String name, Entry entry) throws IOException {
    if (name.equals("url")) {
      entry.url = text(parser);
    } else if (name.equals("headers") && parser.currentToken() == JsonToken.START_ARRAY) {
      while (parser.nextToken() != JsonToken.END_ARRAY && parser.currentToken() != null) {
        header(parser, entry);
      }
    }
  }

  private static void header(JsonParser parser, Entry entry) throws IOException {
    Map<String, String> header = new HashMap<>();
    members(parser, name -> header.put(name, text(parser)));
    if ("referer".equalsIgnoreCase(header.get("name"))) {
      entry.referer = header.getOrDefault("value", "");
    }
  }

  private void response(JsonParser parser, String name, Entry entry) throws IOException {
    if (name.equals("status")) {
      entry.status = parser.getValueAsInt();
    } else if (name.equals("content")) {
      members(parser, inner -> content(parser, inner, entry));
    }
  }

  private void content(JsonParser parser, String name, Entry entry) throws IOException {
    if (name.equals("mimeType")) {
      entry.type = text(parser).toLowerCase(Locale.ROOT);
    } else if (name.equals("encoding")) {
      entry.encoding = text(parser);
    } else if (withTexts && name.equals("text") && mayBeDocument(entry)) {
      entry.text = text(parser);
    }
  }

  /** What comes before it in the archive may show that it is a film. */
  private static boolean mayBeDocument(Entry entry) {
    return entry.type.isEmpty() || entry.type.contains("html");
  }

  private void take(Entry entry) {
    Optional<CrawlUrl> url = urls.apply(entry.url);
    if (url.isEmpty() || (!entry.page.isEmpty() && !pages.add(entry.page))) {
      return;
    }
    long id = visits.size() + 1L;
    long from =
        urls.apply(entry.referer)
            .map(referer -> lastVisits.getOrDefault(referer, BrowserHistory.PageVisit.NONE))
            .orElse(BrowserHistory.PageVisit.NONE);
    visits.add(new BrowserHistory.PageVisit(id, from, url.get(), "", Set.of()));
    lastVisits.put(url.get(), id);
    if (withTexts && !entry.text.isEmpty()) {
      texts.putIfAbsent(url.get(), new ArchivedText(entry.text, entry.encoding, entry.type));
    }
  }
}
