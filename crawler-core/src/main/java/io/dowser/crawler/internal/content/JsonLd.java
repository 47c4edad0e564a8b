package io.dowser.crawler.internal.content;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Dates and authors in JSON-LD by the vocabulary of schema.org: those of the things that a block is
 * about, articles first, and not those of their comments or of what they are part of. A block may
 * have what browsers and search engines tolerate: comments around it, line breaks in strings,
 * commas at the end of lists. One that is malformed is read up to its defect. Not thread-safe.
 */
final class JsonLd {

  private static final JsonFactory LENIENT =
      JsonFactory.builder()
          .enable(JsonReadFeature.ALLOW_UNESCAPED_CONTROL_CHARS)
          .enable(JsonReadFeature.ALLOW_JAVA_COMMENTS)
          .enable(JsonReadFeature.ALLOW_TRAILING_COMMA)
          .enable(JsonReadFeature.ALLOW_BACKSLASH_ESCAPING_ANY_CHARACTER)
          .build();

  /** Markup that hides a script from old browsers or from XML parsers. */
  private static final Pattern WRAPPING =
      Pattern.compile("\\A(?:\\s|<!--|//|/\\*|\\*/|<!\\[CDATA\\[)+");

  /** Fields whose values are things that the block is about. */
  private static final Set<String> MAIN =
      Set.of("", "@graph", "mainEntity", "mainEntityOfPage", "subjectOf");

  private final List<String> authors = new ArrayList<>();
  private final Thing article = new Thing();
  private final Thing other = new Thing();

  /** The values found so far for one thing. */
  private static final class Thing {

    private boolean isArticle;
    private @Nullable String published;
    private @Nullable String modified;

    void addMissing(Thing more) {
      published = published == null ? more.published : published;
      modified = modified == null ? more.modified : modified;
    }
  }

  void read(String block) {
    String json = WRAPPING.matcher(block).replaceFirst("");
    try (JsonParser parser = LENIENT.createParser(json)) {
      while (parser.nextToken() != null) {
        value(parser, "", null);
      }
    } catch (IOException e) {
      // what pages report of themselves is often malformed; the block itself is kept
    }
  }

  /** Reads the value of a field of a thing, or of none. */
  private void value(JsonParser parser, String field, @Nullable Thing owner) throws IOException {
    JsonToken token = parser.currentToken();
    if (token == JsonToken.START_ARRAY) {
      while (parser.nextToken() != JsonToken.END_ARRAY) {
        requireMore(parser);
        value(parser, field, owner);
      }
    } else if (token == JsonToken.START_OBJECT) {
      if (MAIN.contains(field)) {
        thing(parser);
      } else if (field.equals("author") && owner != null) {
        author(parser);
      } else {
        parser.skipChildren();
        requireMore(parser);
      }
    } else if (token == JsonToken.VALUE_STRING && owner != null) {
      text(field, parser.getText().strip(), owner);
    }
  }

  private void thing(JsonParser parser) throws IOException {
    var thing = new Thing();
    try {
      fields(parser, thing);
    } finally { // also if the block ends within it
      (thing.isArticle ? article : other).addMissing(thing);
    }
  }

  private void fields(JsonParser parser, Thing thing) throws IOException {
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      requireMore(parser);
      String name = parser.currentName();
      parser.nextToken();
      value(parser, name, thing);
    }
  }

  private void author(JsonParser parser) throws IOException {
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      requireMore(parser);
      String name = parser.currentName();
      if (parser.nextToken() == JsonToken.VALUE_STRING && name.equals("name")) {
        authors.add(parser.getText().strip());
      }
      parser.skipChildren();
    }
  }

  private static void requireMore(JsonParser parser) throws IOException {
    if (parser.currentToken() == null) {
      throw new IOException("the block ends within a value");
    }
  }

  private void text(String field, String text, Thing owner) {
    switch (field) {
      case "@type" -> owner.isArticle |= text.endsWith("Article") || text.endsWith("Posting");
      case "author" -> authors.add(text);
      case "datePublished" -> owner.published = owner.published == null ? text : owner.published;
      case "dateModified" -> owner.modified = owner.modified == null ? text : owner.modified;
      default -> {} // about something else
    }
  }

  List<String> authors() {
    return authors;
  }

  Optional<String> published() {
    return Optional.ofNullable(article.published != null ? article.published : other.published);
  }

  Optional<String> modified() {
    return Optional.ofNullable(article.modified != null ? article.modified : other.modified);
  }
}
