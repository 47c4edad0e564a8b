package io.dowser.crawler.wanglandau;

import io.dowser.corpora.CorpusFiles;
import io.dowser.corpora.CorpusFiles.Fields;
import io.dowser.corpora.ReplayWeb;
import io.dowser.crawler.api.Topic;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.Function;

/** The tasks of the comparison. */
final class Tasks {

  private static final List<String> MANUALS =
      List.of(
          "https://docs.gimp.org/2.10/zh_CN/index.html",
          "https://lilypond.org/doc/v2.24/Documentation/web/index.zh.html",
          "https://www.debian.org/doc/manuals/debian-reference/index.zh-cn.html",
          "https://www.debian.org/doc/manuals/debian-faq/index.zh-cn.html",
          "https://www.debian.org/doc/manuals/maint-guide/index.zh-cn.html",
          "https://www.debian.org/doc/manuals/debmake-doc/index.zh-cn.html");

  private static final List<Integer> MANUAL_PAGES = List.of(100, 300, 600);

  private Tasks() {}

  /**
   * Pages about filters in the manual of GIMP; other pages of that manual are a little relevant.
   */
  static Task filters() {
    return new Task(
        "zh-docs, filters of GIMP",
        Topic.of(weights("滤镜", 0.8, "filter", 0.4, "渲染", 0.3, "模糊", 0.2)),
        manuals(
            page ->
                !page.get("package").startsWith("gimp")
                    ? 0
                    : file(page).matches("(gimp-filter|plug-in|script-fu|filters).*") ? 1 : 0.3),
        MANUAL_PAGES);
  }

  /** The two Debian manuals on packaging; other Debian manuals are a little relevant. */
  static Task packaging() {
    return new Task(
        "zh-docs, packaging for Debian",
        Topic.of(weights("打包", 0.7, "软件包", 0.5, "维护者", 0.4, "源代码", 0.2)),
        manuals(
            page ->
                switch (page.get("package")) {
                  case "debmake-doc", "maint-guide-zh-cn" -> 1.0;
                  case "gimp-help-zh-cn", "lilypond-doc-html-zh" -> 0.0;
                  default -> 0.3;
                }),
        MANUAL_PAGES);
  }

  /** LilyPond's learning manual; its other pages are a little relevant. */
  static Task notation() {
    return new Task(
        "zh-docs, learning LilyPond",
        Topic.of(weights("音符", 0.6, "记谱", 0.5, "乐谱", 0.4, "歌词", 0.2)),
        manuals(
            page ->
                !page.get("package").startsWith("lilypond")
                    ? 0
                    : page.get("url").contains("/learning/") ? 1 : 0.3),
        MANUAL_PAGES);
  }

  /** News about storms and floods: flag 2 is 1, flag 1 is a half. */
  static Task storms() {
    return new Task(
        "zh-news, storms",
        Topic.of(weights("台风", 0.8, "暴雨", 0.8, "洪水", 0.6, "灾害", 0.3, "强降雨", 0.3, "飓风", 0.5)),
        news(),
        List.of(500, 1_500, 3_000));
  }

  static Task courses() {
    return new Task(
        "webkb, courses",
        Topic.of(
            weights(
                "course",
                0.6,
                "homework",
                0.5,
                "lecture",
                0.4,
                "syllabus",
                0.4,
                "assignments",
                0.3,
                "exam",
                0.3)),
        universities("course"),
        List.of(100, 300, 800));
  }

  static Task faculty() {
    return new Task(
        "webkb, faculty",
        Topic.of(
            weights(
                "professor",
                0.7,
                "associate professor",
                0.5,
                "research interests",
                0.4,
                "publications",
                0.4,
                "ph.d",
                0.3)),
        universities("faculty"),
        List.of(100, 300, 800));
  }

  static List<Task> all() {
    return List.of(filters(), packaging(), notation(), storms(), courses(), faculty());
  }

  private static ReplayWeb<Double> manuals(Function<Fields, Double> label) {
    return ReplayWeb.manuals(MANUALS, label);
  }

  private static ReplayWeb<Double> universities(String label) {
    return ReplayWeb.webKb(page -> page.get("label").equals(label) ? 1.0 : 0.0);
  }

  private static ReplayWeb<Double> news() {
    Map<String, String> bodies = new HashMap<>();
    CorpusFiles.objects("zh-news/articles.jsonl.gz")
        .forEach(page -> bodies.put(page.get("url"), page.get("body")));
    var days = new TreeMap<String, List<String[]>>();
    CorpusFiles.rows("zh-news/titles.tsv.gz").stream()
        .skip(1) // the names of the columns
        .forEach(row -> days.computeIfAbsent(day(row[3]), day -> new ArrayList<>()).add(row));
    var web = new ReplayWeb.Builder<Double>();
    days.forEach((day, rows) -> newsDay(web, days, day, rows, bodies));
    return web.build(List.of(list(days.firstKey())));
  }

  /** A list page with the day's titles, the day before and the day after; and its articles. */
  private static void newsDay(
      ReplayWeb.Builder<Double> web,
      NavigableMap<String, List<String[]>> days,
      String day,
      List<String[]> rows,
      Map<String, String> bodies) {
    var html = new StringBuilder("<title>滚动新闻</title>");
    for (String near : new String[] {days.lowerKey(day), days.higherKey(day)}) {
      html.append(near == null ? "" : link(list(near), near));
    }
    for (String[] row : rows) {
      html.append("<li>").append(link(row[0], row[4])).append("</li>");
      String body = bodies.getOrDefault(row[0], "");
      web.page(
          row[0],
          Integer.parseInt(row[2]) / 2.0,
          "<title>" + text(row[4]) + "</title><p>" + text(body) + "</p>" + link(list(day), day));
    }
    web.page(list(day), 0.0, html.toString());
  }

  /** Writes a date with two digits for month and day: some days of the corpus have one. */
  private static String day(String time) {
    String[] parts = time.strip().split("[- ]", -1);
    return String.format(
        Locale.ROOT,
        "%s-%02d-%02d",
        parts[0],
        Integer.parseInt(parts[1]),
        Integer.parseInt(parts[2]));
  }

  private static String list(String day) {
    return "http://www.chinanews.com/scroll-news/" + day + ".html";
  }

  private static String link(String target, String text) {
    return "<a href=\"" + target + "\">" + text(text) + "</a> ";
  }

  private static String text(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;");
  }

  private static String file(Fields page) {
    String url = page.get("url");
    return url.substring(url.lastIndexOf('/') + 1);
  }

  private static Map<String, Double> weights(Object... termsAndWeights) {
    Map<String, Double> weights = new LinkedHashMap<>();
    for (int i = 0; i < termsAndWeights.length; i += 2) {
      weights.put((String) termsAndWeights[i], (Double) termsAndWeights[i + 1]);
    }
    return weights;
  }
}
