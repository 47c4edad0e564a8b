package io.dowser.crawler.hmm;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import io.dowser.crawler.api.CrawlUrl;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Reads browsing sessions from a file of JSON lines in UTF-8, one session each:
 *
 * <pre>{@code
 * {"visits": ["http://a.example/", "http://a.example/b", "<", "http://a.example/c"],
 *  "targets": ["http://a.example/c"]}
 * }</pre>
 *
 * <p>A visit is a URL, or {@code <} for a move back. Targets may be left out. Other members are
 * passed over; empty lines are too, and a byte order mark at the start of the file.
 */
public final class SessionLines {

  private static final String BACK = "<";
  private static final String BYTE_ORDER_MARK = "\uFEFF";

  private final Function<String, Optional<CrawlUrl>> urls;

  private SessionLines(Function<String, Optional<CrawlUrl>> urls) {
    this.urls = urls;
  }

  /**
   * Creates a reader that writes URLs as the crawl does: a page that a link writes otherwise than a
   * session counts as another page.
   *
   * @param urls brings an absolute URL into the crawl's form, or gives nothing if it cannot be
   *     crawled; {@code UrlCanonicalizer.standard()::canonicalize} of {@code crawler-core} unless
   *     the crawl has one of its own
   * @return the reader, as thread-safe as {@code urls}
   */
  public static SessionLines reader(Function<String, Optional<CrawlUrl>> urls) {
    return new SessionLines(requireNonNull(urls, "urls"));
  }

  /**
   * Reads all sessions of a file.
   *
   * @param file the file
   * @return the sessions in order; those whose visits are empty are left out
   * @throws SessionFormatException if a line is not a session; the message names line and reason
   * @throws IOException if the file is absent or cannot be read
   */
  public List<BrowsingSession> read(Path file) throws IOException {
    List<BrowsingSession> sessions = new ArrayList<>();
    var json = new JsonFactory();
    try (BufferedReader lines = Files.newBufferedReader(file)) {
      int number = 1;
      for (String line = line(lines, file, number);
          line != null;
          line = line(lines, file, ++number)) {
        if (!line.isBlank()) {
          BrowsingSession session = session(json, line, file, number);
          if (!session.steps().isEmpty()) {
            sessions.add(session);
          }
        }
      }
    }
    return sessions;
  }

  private static @Nullable String line(BufferedReader lines, Path file, int number)
      throws IOException {
    try {
      String line = lines.readLine();
      boolean marked = number == 1 && line != null && line.startsWith(BYTE_ORDER_MARK);
      return marked ? line.substring(BYTE_ORDER_MARK.length()) : line;
    } catch (CharacterCodingException e) {
      throw new SessionFormatException(file, number, "is not in UTF-8, from here or later", e);
    }
  }

  private BrowsingSession session(JsonFactory json, String line, Path file, int number)
      throws IOException {
    try (JsonParser parser = json.createParser(line)) {
      return session(parser);
    } catch (JsonProcessingException e) {
      throw new SessionFormatException(file, number, e.getOriginalMessage(), e);
    } catch (IllegalArgumentException | IllegalStateException e) {
      throw new SessionFormatException(file, number, String.valueOf(e.getMessage()), e);
    }
  }

  private BrowsingSession session(JsonParser parser) throws IOException {
    require(parser.nextToken() == JsonToken.START_OBJECT, "a session must be a JSON object");
    BrowsingSession.Builder session = BrowsingSession.builder();
    boolean complete = false;
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      String name = parser.currentName();
      complete |= name.equals("visits");
      parser.nextToken();
      member(parser, name, session);
    }
    require(complete, "a session must have the member visits");
    require(parser.nextToken() == null, "a line must hold one session");
    return session.build();
  }

  private void member(JsonParser parser, String name, BrowsingSession.Builder session)
      throws IOException {
    switch (name) {
      case "visits" -> forEachText(parser, name, text -> visit(session, text));
      case "targets" -> forEachText(parser, name, text -> session.target(url(text)));
      default -> parser.skipChildren();
    }
  }

  private void visit(BrowsingSession.Builder session, String text) {
    if (text.equals(BACK)) {
      session.back();
    } else {
      session.visit(url(text));
    }
  }

  private CrawlUrl url(String text) {
    return urls.apply(text)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "a URL must be one that the crawl can visit, but was " + text));
  }

  private interface TextAction {
    void accept(String text);
  }

  private static void forEachText(JsonParser parser, String name, TextAction action)
      throws IOException {
    require(parser.currentToken() == JsonToken.START_ARRAY, name + " must be an array of strings");
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      require(
          parser.currentToken() == JsonToken.VALUE_STRING, name + " must be an array of strings");
      action.accept(parser.getText());
    }
  }

  private static void require(boolean fulfilled, String rule) {
    if (!fulfilled) {
      throw new IllegalArgumentException(rule);
    }
  }
}
