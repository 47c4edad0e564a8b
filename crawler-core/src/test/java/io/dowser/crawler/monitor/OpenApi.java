package io.dowser.crawler.monitor;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.internal.report.Json;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** A description in OpenAPI 3.1, as far as that of the monitor uses it. */
final class OpenApi {

  private static final Set<String> KEYWORDS =
      Set.of(
          "type",
          "enum",
          "required",
          "properties",
          "additionalProperties",
          "items",
          "allOf",
          "description",
          "format",
          "examples",
          "default",
          "minimum",
          "$ref");

  private final Map<?, ?> root;

  OpenApi(String json) {
    root = (Map<?, ?>) requireNonNull(Json.read(json));
  }

  /** Returns the operations, such as {@code GET /crawls}. */
  Set<String> operations() {
    Set<String> names = new TreeSet<>();
    paths()
        .forEach(
            (path, item) ->
                ((Map<?, ?>) item)
                    .keySet().stream()
                        .filter(key -> !key.equals("parameters"))
                        .forEach(
                            method ->
                                names.add(
                                    method.toString().toUpperCase(java.util.Locale.ROOT)
                                        + " "
                                        + path)));
    return names;
  }

  private Map<?, ?> paths() {
    return (Map<?, ?>) requireNonNull(root.get("paths"));
  }

  /** Returns the schema of a response, or null if it is no JSON; fails if it is not described. */
  void assertResponse(String operation, int status, String type, String body) {
    String[] names = operation.split(" ", 2);
    Map<?, ?> item = (Map<?, ?>) paths().get(names[1]);
    assertThat(item).as(operation).isNotNull();
    Map<?, ?> described = (Map<?, ?>) item.get(names[0].toLowerCase(java.util.Locale.ROOT));
    assertThat(described).as(operation).isNotNull();
    Map<?, ?> responses = (Map<?, ?>) requireNonNull(described.get("responses"));
    Object response = responses.get(Integer.toString(status));
    if (response == null && status >= 400) {
      response = responses.get("default");
    }
    assertThat(response).as(operation + " " + status + ": " + body).isNotNull();
    Map<?, ?> content = (Map<?, ?>) resolved((Map<?, ?>) response).get("content");
    if (content == null) {
      assertThat(body).as(operation).isEmpty();
      return;
    }
    Map<?, ?> media = (Map<?, ?>) content.get(type.replaceAll(";.*", ""));
    assertThat(media).as(operation + " " + type).isNotNull();
    if (type.equals("application/json") && media.containsKey("schema")) {
      assertShape(operation, Json.read(body), (Map<?, ?>) requireNonNull(media.get("schema")));
    }
  }

  void assertSchema(String name, String json) {
    assertShape(name, Json.read(json), Map.of("$ref", "#/components/schemas/" + name));
  }

  private Map<?, ?> resolved(Map<?, ?> value) {
    Object reference = value.get("$ref");
    if (reference == null) {
      return value;
    }
    Object target = root;
    for (String part : reference.toString().substring(2).split("/", -1)) {
      target = requireNonNull(((Map<?, ?>) target).get(part), reference.toString());
    }
    return (Map<?, ?>) target;
  }

  private void assertShape(String where, @Nullable Object value, Map<?, ?> reference) {
    Map<?, ?> schema = resolved(reference);
    assertThat(schema.keySet()).as(where).allMatch(KEYWORDS::contains);
    for (Object each : list(schema.get("allOf"))) {
      assertShape(where, value, (Map<?, ?>) each);
    }
    if (schema.containsKey("enum")) {
      assertThat(list(schema.get("enum")).contains(value)).as(where + " " + value).isTrue();
    }
    if (schema.containsKey("type")) {
      List<?> types =
          schema.get("type") instanceof List<?> several ? several : List.of(schema.get("type"));
      assertThat(types.stream().anyMatch(type -> isOf(type.toString(), value)))
          .as("%s must be %s, but is %s", where, types, value)
          .isTrue();
    }
    if (value instanceof Map<?, ?> map) {
      for (Object name : list(schema.get("required"))) {
        assertThat(map.containsKey(name)).as(where + "." + name).isTrue();
      }
      Map<?, ?> properties =
          schema.get("properties") instanceof Map<?, ?> some ? some : new LinkedHashMap<>();
      map.forEach(
          (name, each) -> {
            Object property = properties.get(name);
            if (property == null) {
              property = schema.get("additionalProperties");
            }
            assertThat(property).as(where + "." + name).isNotEqualTo(false);
            if (property != null) {
              assertShape(where + "." + name, each, (Map<?, ?>) property);
            }
          });
    }
    if (value instanceof List<?> all && schema.get("items") instanceof Map<?, ?> items) {
      all.forEach(each -> assertShape(where + "[]", each, items));
    }
  }

  private static List<?> list(@Nullable Object value) {
    return value == null ? List.of() : (List<?>) value;
  }

  private static boolean isOf(String type, @Nullable Object value) {
    return switch (type) {
      case "object" -> value instanceof Map;
      case "array" -> value instanceof List;
      case "string" -> value instanceof String;
      case "boolean" -> value instanceof Boolean;
      case "integer" -> value instanceof Integer || value instanceof Long;
      case "number" -> value instanceof Number;
      case "null" -> value == null;
      default -> throw new IllegalArgumentException("no type " + type);
    };
  }
}
