package io.dowser.crawler.internal.content;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** The types of extracted values. */
enum ExtractType {
  TEXT,
  NUMBER,
  DATE,
  URL;

  /**
   * Returns a type by its name.
   *
   * @param declaration the whole declaration, for the error
   * @throws IllegalArgumentException if there is no such type
   */
  static ExtractType of(String name, String declaration) {
    return Arrays.stream(values())
        .filter(type -> type.typeName().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "the type of '"
                        + declaration
                        + "' must be "
                        + Arrays.stream(values())
                            .map(ExtractType::typeName)
                            .collect(Collectors.joining(", "))
                        + ", but was '"
                        + name
                        + "'"));
  }

  private String typeName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
