package io.dowser.crawler.html;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.base.CharMatcher;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.dowser.crawler.api.AnalyzedPage;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
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
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Floors of main text and dates on real pages; some of these pages trained the weights. */
@Tag("slow")
class MainTextCorpusTest {

  private static final Pattern WORD = Pattern.compile("\\p{IsHan}|[\\p{L}\\p{N}&&[^\\p{IsHan}]]+");

  /** Where the sites of the saved Chinese pages have their article. */
  private static final Map<String, String> ARTICLES =
      Map.ofEntries(
          Map.entry("163", "#endText, .post_text"),
          Map.entry("baijiahao", ".article-content"),
          Map.entry("cjddsb", ".entry-content"),
          Map.entry("csdn", ".con.news_content"),
          Map.entry("gsc", ".detailCon"),
          Map.entry("hexun", ".art_contextBox"),
          Map.entry("people", ".box_con, #rwb_zw"),
          Map.entry("qq", "#Cnt-Main-Article-QQ, .content-article"),
          Map.entry("shanxi", ".article-body, .TRS_Editor"),
          Map.entry("stcn", ".txt_con"),
          Map.entry("thepaper", ".news_txt"),
          Map.entry("toutiao", ".article-content"),
          Map.entry("zyyfy", "#div_article_content"));

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
    assertThat(f1()).as("precision %.3f, recall %.3f", precision, recall).isGreaterThan(0.95);
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

  @Test
  void chineseNews() {
    HtmlPages.zip("zh-pages/pages.zip")
        .forEach(
            (name, html) -> {
              List<String> path = List.of(name.split("/", -1));
              String selector = path.get(0).equals("tests") ? ARTICLES.get(path.get(1)) : null;
              Element article =
                  selector == null
                      ? null
                      : Jsoup.parse(new String(html, UTF_8)).selectFirst(selector);
              if (article != null && article.text().length() > 100) {
                article.select("script, style").remove();
                add(article.text(), mainText(html), 1);
              }
            });

    assertThat(pages).isGreaterThan(25);
    assertThat(f1()).as("precision %.3f, recall %.3f", precision, recall).isGreaterThan(0.95);
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
