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
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Reads browsing sessions, see {@link BrowsingSession#read}. */
final class SessionLines {

  private static final JsonFactory JSON = new JsonFactory();
  private static final String BACK = "<";
  private static final String BYTE_ORDER_MARK = "\uFEFF";

  private final Function<String, Optional<CrawlUrl>> urls;

  private SessionLines(Function<String, Optional<CrawlUrl>> urls) {
    this.urls = urls;
  }

  static List<BrowsingSession> read(Path file, Function<String, Optional<CrawlUrl>> urls)
      throws IOException {
    var reader = new SessionLines(requireNonNull(urls, "urls"));
    List<BrowsingSession> sessions = new ArrayList<>();
    try (BufferedReader lines = Files.newBufferedReader(file)) {
      int number = 1;
      for (String line = line(lines, file, number);
          line != null;
          line = line(lines, file, ++number)) {
        if (!line.isBlank()) {
          sessions.add(reader.session(line, file, number));
        }
      }
    }
    sessions.removeIf(session -> session.steps().isEmpty());
    return sessions;
  }

  private static @Nullable String line(BufferedReader lines, Path file, int number)
      throws IOException {
    try {
      String line = lines.readLine();
      boolean marked = number == 1 && line != null && line.startsWith(BYTE_ORDER_MARK);
      return marked ? line.substring(BYTE_ORDER_MARK.length()) : line;
    } catch (CharacterCodingException e) {
      throw new BrowsingSession.FormatException(
          file, number, "is not in UTF-8, from here or later", e);
    }
  }

  private BrowsingSession session(String line, Path file, int number) throws IOException {
    try (JsonParser parser = JSON.createParser(line)) {
      return session(parser);
    } catch (JsonProcessingException e) {
      throw new BrowsingSession.FormatException(file, number, e.getOriginalMessage(), e);
    } catch (IllegalArgumentException | IllegalStateException e) {
      throw new BrowsingSession.FormatException(file, number, String.valueOf(e.getMessage()), e);
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

  private static void forEachText(JsonParser parser, String name, Consumer<String> action)
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
