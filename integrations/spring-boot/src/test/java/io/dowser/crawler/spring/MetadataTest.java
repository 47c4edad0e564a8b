package io.dowser.crawler.spring;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.Crawler;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/** Compares the metadata with which editors complete properties with the table of settings. */
class MetadataTest {

  private static final Path FILE =
      Path.of("src/main/resources/META-INF/additional-spring-configuration-metadata.json");

  @Test
  void eachSettingIsAPropertyThatEditorsKnow() throws IOException {
    String expected =
        Crawler.settings().stream()
            .filter(setting -> !setting.allowed().isEmpty())
            .map(MetadataTest::property)
            .collect(joining(",\n", "{\n  \"properties\": [\n", "\n  ]\n}\n"));
    if (Boolean.getBoolean("dowser.update")) {
      Files.writeString(FILE, expected);
    }

    assertThat(FILE)
        .as("write it: mvn -pl integrations/spring-boot test -Ddowser.update=true")
        .hasContent(expected);
  }

  private static String property(Crawler.Setting setting) {
    String name = setting.name().replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
    String byDefault = setting.byDefault();
    return "    {\n      \"name\": \"dowser.defaults."
        + name
        + "\",\n      \"type\": \""
        + type(setting.allowed())
        + "\",\n      \"description\": \""
        + setting.summary().replace("\"", "'")
        + (byDefault.isBlank() || byDefault.equals("unlimited")
            ? "\""
            : "\",\n      \"defaultValue\": \"" + byDefault.strip().replace("\n", ", ") + "\"")
        + "\n    }";
  }

  private static String type(String allowed) {
    if (allowed.startsWith("a whole number")) {
      return "java.lang.Long";
    }
    if (allowed.startsWith("a number")) {
      return "java.lang.Double";
    }
    if (allowed.startsWith("a duration")) {
      return "java.time.Duration";
    }
    return allowed.equals("true or false") ? "java.lang.Boolean" : "java.lang.String";
  }
}
