package io.dowser.crawler.html;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.base.CharMatcher;
import com.google.common.io.Resources;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.dowser.crawler.api.AnalyzedPage;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URL;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;
import java.util.zip.GZIPInputStream;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.TextNode;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Floors of main text and dates on real pages; some of these pages trained the weights. */
@Tag("slow")
class MainTextCorpusTest {

  private static final Pattern WORD = Pattern.compile("\\p{IsHan}|[\\p{L}\\p{N}&&[^\\p{IsHan}]]+");

  private double precision;
  private double recall;
  private int pages;

  @Test
  void articles() throws IOException {
    Map<String, byte[]> files = HtmlPages.zip("main-text/articles.zip");
    for (JsonObject page : lines("main-text/articles.jsonl.gz")) {
      byte[] html = requireNonNull(files.get(page.get("file").getAsString()));
      add(page.get("articleBody").getAsString(), mainText(html), 4);
    }

    assertThat(pages).isEqualTo(102);
    assertThat(f1()).as("precision %.3f, recall %.3f", precision, recall).isGreaterThan(0.955);
  }

  @Test
  void segments() throws IOException {
    Map<String, byte[]> files = HtmlPages.zip("main-text/segments.zip");
    int right = 0;
    int wrong = 0;
    for (JsonObject page : lines("main-text/segments.jsonl.gz")) {
      String text = spaced(mainText(requireNonNull(files.get(page.get("file").getAsString()))));
      for (JsonElement segment : page.getAsJsonArray("with")) {
        boolean found = text.contains(spaced(segment.getAsString()));
        right += found ? 1 : 0;
        wrong += found ? 0 : 1;
      }
      wrong +=
          (int)
              StreamSupport.stream(page.getAsJsonArray("without").spliterator(), false)
                  .filter(segment -> text.contains(spaced(segment.getAsString())))
                  .count();
    }

    assertThat(2.0 * right / (2 * right + wrong)).as("F1").isGreaterThan(0.93);
  }

  /** The labels are those of a reader: see the head of their file. */
  @ParameterizedTest
  @CsvSource({"news, 34, 0.97", "manual, 5, 0.97", "list, 4, 0.65"})
  void chinesePages(String kind, int count, double floor) throws IOException {
    Map<String, byte[]> files = chineseFiles();
    for (String line : labels()) {
      List<String> fields = List.of(line.split("\t", -1));
      if (fields.get(0).equals(kind)) {
        byte[] html = requireNonNull(files.get(fields.get(1)));
        String ranges = (fields.get(3) + " " + fields.get(4)).strip();
        String charset =
            kind.equals("list") && fields.get(1).startsWith("qq.com") ? "GB18030" : "UTF-8";
        add(text(html, charset, ranges), mainText(html), 1);
      }
    }

    assertThat(pages).isEqualTo(count);
    assertThat(f1()).as("precision %.3f, recall %.3f", precision, recall).isGreaterThan(floor);
  }

  private static List<String> labels() throws IOException {
    URL file = requireNonNull(MainTextCorpusTest.class.getResource("chinese-pages.tsv"));
    return Resources.readLines(file, UTF_8).stream().filter(line -> !line.startsWith("#")).toList();
  }

  private static Map<String, byte[]> chineseFiles() throws IOException {
    Map<String, byte[]> files = HtmlPages.zip("zh-pages/pages.zip");
    for (JsonObject page : lines("zh-docs/pages.jsonl.gz")) {
      files.put(page.get("url").getAsString(), page.get("html").getAsString().getBytes(UTF_8));
    }
    return files;
  }

  /** Returns the text in ranges that count the letters and digits of a page. */
  private static String text(byte[] html, String charset, String ranges) throws IOException {
    Element body = Jsoup.parse(new ByteArrayInputStream(html), charset, "").body();
    var text = new StringBuilder();
    List<Integer> letters = new ArrayList<>();
    for (TextNode node : body.nodeStream(TextNode.class).toList()) {
      String whole = node.getWholeText();
      for (int i = 0; i < whole.length(); i = whole.offsetByCodePoints(i, 1)) {
        if (Character.isLetterOrDigit(whole.codePointAt(i))) {
          letters.add(text.length() + i);
        }
      }
      text.append(whole).append(' ');
    }
    letters.add(text.length());
    var labelled = new StringBuilder();
    for (String range : ranges.split(" ", -1)) {
      int dash = range.indexOf('-');
      int from = letters.get(Integer.parseInt(range.substring(0, dash)));
      int end = letters.get(Integer.parseInt(range.substring(dash + 1)));
      labelled.append(text, from, end).append(' ');
    }
    return labelled.toString();
  }

  @Test
  void dates() throws IOException {
    Map<String, byte[]> files = HtmlPages.zip("main-text/dates.zip");
    int right = 0;
    int wrong = 0;
    for (String line : Files.readAllLines(HtmlPages.corpus("main-text/dates.tsv"), UTF_8)) {
      List<String> fields = List.of(line.split("\t", -1));
      byte[] html = files.get(fields.get(0));
      if (html != null) {
        String day =
            HtmlPages.analyze(html, "text/html")
                .attributes()
                .published()
                .map(time -> time.toLocalDate().toString())
                .orElse("");
        right += day.equals(fields.get(2)) ? 1 : 0;
        wrong += day.equals(fields.get(2)) ? 0 : 1; // another one, or none
      }
    }

    assertThat(2.0 * right / (2 * right + wrong)).as("F1").isGreaterThan(0.93);
  }

  @Test
  void noPageWithMuchTextHasNoMainText() {
    for (String archive : List.of("articles", "segments", "dates")) {
      HtmlPages.zip("main-text/" + archive + ".zip")
          .forEach(
              (name, html) -> {
                AnalyzedPage page = HtmlPages.analyze(html, "text/html");
                if (page.text().length() > 500) {
                  assertThat(page.mainBlocks()).as(name).isNotEmpty();
                }
              });
    }
  }

  private static String mainText(byte[] html) {
    return HtmlPages.analyze(html, "text/html").attributes().mainText();
  }

  private static String spaced(String text) {
    return CharMatcher.whitespace().trimAndCollapseFrom(text, ' ');
  }

  private double f1() {
    precision /= pages;
    recall /= pages;
    return 2 * precision * recall / (precision + recall);
  }

  private void add(String expected, String found, int length) {
    Map<String, Integer> left = shingles(expected, length);
    int wanted = left.values().stream().mapToInt(Integer::intValue).sum();
    int taken = 0;
    int right = 0;
    for (var shingle : shingles(found, length).entrySet()) {
      taken += shingle.getValue();
      right += Math.min(shingle.getValue(), left.getOrDefault(shingle.getKey(), 0));
    }
    precision += taken == 0 ? 0 : (double) right / taken;
    recall += wanted == 0 ? 1 : (double) right / wanted;
    pages++;
  }

  private static Map<String, Integer> shingles(String text, int length) {
    List<String> words = WORD.matcher(text).results().map(match -> match.group()).toList();
    Map<String, Integer> shingles = new HashMap<>();
    for (int i = 0; i + Math.min(length, words.size()) <= words.size() && i < words.size(); i++) {
      int end = i + Math.min(length, words.size());
      shingles.merge(String.join(" ", words.subList(i, end)), 1, Integer::sum);
    }
    return shingles;
  }

  private static List<JsonObject> lines(String name) throws IOException {
    List<JsonObject> objects = new ArrayList<>();
    try (var reader =
        new BufferedReader(
            new InputStreamReader(
                new GZIPInputStream(Files.newInputStream(HtmlPages.corpus(name))), UTF_8))) {
      reader.lines().forEach(line -> objects.add(JsonParser.parseString(line).getAsJsonObject()));
    }
    return objects;
  }
}
