package io.dowser.crawler.internal.content;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jsoup.parser.Parser;
import org.jspecify.annotations.Nullable;

/**
 * Values in JSON-LD by the vocabulary of schema.org: those of the things that a block is about,
 * articles first, and not those of their comments or of what they are part of. A block may have
 * what browsers and search engines tolerate: comments around it, line breaks in strings, commas at
 * the end of lists. One that is malformed is read up to its defect. Not thread-safe.
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
      Set.of("", "@graph", "mainEntity", "mainEntityOfPage", "subjectOf", "breadcrumb");

  /** Fields with one value that are read, and the field of a nested thing that has the value. */
  private static final Map<String, String> FIELDS =
      Map.of(
          "name", "@value",
          "headline", "@value",
          "datePublished", "@value",
          "dateModified", "@value",
          "publisher", "name",
          "image", "url",
          "license", "url");

  private static final int MOST = 100;

  private final Set<String> authors = new LinkedHashSet<>();
  private final List<String> breadcrumb = new ArrayList<>();
  private final Thing site = new Thing();
  private final Thing article = new Thing();
  private final Thing other = new Thing();

  /** The values found so far for one thing, by field. */
  private static final class Thing {

    private final Map<String, String> values = new HashMap<>();
    private final List<String> items = new ArrayList<>();
    private final Set<String> types = new HashSet<>();

    boolean isArticle() {
      return types.stream().anyMatch(type -> type.endsWith("Article") || type.endsWith("Posting"));
    }
  }

  void read(String block) {
    String json = WRAPPING.matcher(block).replaceFirst("");
    try (JsonParser parser = LENIENT.createParser(json)) {
      while (parser.nextToken() != null) {
        value(parser, "", null);
      }
    } catch (IOException e) {
      // blocks are often malformed; the text of the block is kept
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
      } else if (owner != null && field.equals("author")) {
        add(strings(parser).get("name"), authors);
      } else if (owner != null && field.equals("itemListElement")) {
        add(strings(parser).get("name"), owner.items);
      } else if (owner != null && FIELDS.containsKey(field)) {
        String value = strings(parser).get(FIELDS.get(field));
        text(field, value == null ? "" : value, owner);
      } else {
        parser.skipChildren();
        requireMore(parser);
      }
    } else if (token == JsonToken.VALUE_STRING && owner != null) {
      text(field, text(parser), owner);
    }
  }

  private void thing(JsonParser parser) throws IOException {
    var thing = new Thing();
    try {
      fields(parser, thing);
    } finally { // also if the block ends within it
      add(thing);
    }
  }

  private void add(Thing thing) {
    if (thing.types.contains("BreadcrumbList")) {
      breadcrumb.addAll(breadcrumb.isEmpty() ? thing.items : List.of());
    } else {
      Thing kind = thing.types.contains("WebSite") ? site : thing.isArticle() ? article : other;
      thing.values.forEach(kind.values::putIfAbsent);
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

  private static void add(@Nullable String name, Collection<String> names) {
    if (name != null && names.size() < MOST) {
      names.add(name);
    }
  }

  /** Reads the texts of a thing, and those of its item that it does not have itself. */
  private static Map<String, String> strings(JsonParser parser) throws IOException {
    Map<String, String> strings = new HashMap<>();
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      requireMore(parser);
      String name = parser.currentName();
      JsonToken token = parser.nextToken();
      if (token == JsonToken.VALUE_STRING) {
        strings.put(name, text(parser));
      } else if (token == JsonToken.START_OBJECT && name.equals("item")) {
        strings(parser).forEach(strings::putIfAbsent);
      }
      parser.skipChildren();
    }
    return strings;
  }

  /** Returns a text without the references that some sites leave in it. */
  private static String text(JsonParser parser) throws IOException {
    return Parser.unescapeEntities(parser.getText(), false).strip();
  }

  private static void requireMore(JsonParser parser) throws IOException {
    if (parser.currentToken() == null) {
      throw new IOException("the block ends within a value");
    }
  }

  private void text(String field, String text, Thing owner) {
    if (field.equals("@type")) {
      add(text, owner.types);
    } else if (field.equals("author")) {
      add(text, authors);
    } else if (FIELDS.containsKey(field) && !text.isEmpty()) {
      owner.values.putIfAbsent(field, text);
    }
  }

  List<String> authors() {
    return List.copyOf(authors);
  }

  /** Returns the names of the items of the first breadcrumb, in the order of the block. */
  List<String> breadcrumb() {
    return breadcrumb;
  }

  /** Returns the name of the site, else of the publisher. */
  Optional<String> site() {
    return Optional.ofNullable(site.values.get("name")).or(() -> value("publisher"));
  }

  /** Returns the value of a field of the article, else of another thing that is not the site. */
  Optional<String> value(String field) {
    return Optional.ofNullable(article.values.getOrDefault(field, other.values.get(field)));
  }
}
