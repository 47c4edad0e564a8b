package io.dowser.crawler.url;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;

/** References and URLs that others wrote, from the directory of real corpora. */
final class UrlCorpora {

  private static final Pattern HREF =
      Pattern.compile("(?i)<a\\s[^>]*?href\\s*=\\s*(?:\"([^\"]*)\"|'([^']*)'|([^\\s>]+))");

  private UrlCorpora() {}

  /** The test cases of the web platform, comments left out. */
  static List<JsonObject> webPlatformTests() {
    Path file = existing("conformance/wpt-urltestdata.json");
    try (var reader = Files.newBufferedReader(file, UTF_8)) {
      JsonArray all = JsonParser.parseReader(reader).getAsJsonArray();
      List<JsonObject> cases = new ArrayList<>();
      all.forEach(
          element -> {
            if (element.isJsonObject()) {
              cases.add(element.getAsJsonObject());
            }
          });
      return cases;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Distinct references of real pages, each as its page has it. */
  static List<String> realReferences(int perCorpus) {
    Set<String> hrefs = new LinkedHashSet<>();
    eachLine("zh-docs/pages.jsonl.gz", line -> collect(line, "html", hrefs, perCorpus));
    int sofar = hrefs.size();
    eachLine("webkb/misc.jsonl.gz", line -> collect(line, "body", hrefs, sofar + perCorpus));
    int sofar2 = hrefs.size();
    eachLine(
        "wikispeedia/articles.tsv.gz",
        line -> {
          if (hrefs.size() < sofar2 + perCorpus && !line.startsWith("#")) {
            hrefs.add("/wiki/" + line);
          }
        });
    eachLine("zh-pages/anchors.tsv.gz", line -> hrefs.add(line.split("\t", -1)[1]));
    return List.copyOf(hrefs);
  }

  private static void collect(String line, String field, Set<String> hrefs, int atMost) {
    if (hrefs.size() >= atMost) {
      return;
    }
    JsonElement page = JsonParser.parseString(line);
    Matcher matcher = HREF.matcher(page.getAsJsonObject().get(field).getAsString());
    while (matcher.find() && hrefs.size() < atMost) {
      for (int group = 1; group <= 3; group++) {
        if (matcher.group(group) != null) {
          hrefs.add(matcher.group(group).replace("&amp;", "&"));
        }
      }
    }
  }

  private static void eachLine(String name, Consumer<String> use) {
    Path file = existing(name);
    try (var in = new GZIPInputStream(Files.newInputStream(file));
        var reader = new BufferedReader(new InputStreamReader(in, UTF_8))) {
      reader.lines().forEach(use);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Path existing(String name) {
    Path file = Path.of(System.getProperty("dowser.data", "")).resolve(name);
    assumeTrue(Files.isRegularFile(file), "corpus file " + file + " is absent");
    return file;
  }
}
