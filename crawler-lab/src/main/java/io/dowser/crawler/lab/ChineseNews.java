package io.dowser.crawler.lab;

import com.google.common.html.HtmlEscapers;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Articles of a Chinese news site, behind one list page a day, as the site's rolling news has it.
 * The channel of an article is the answer, so the addresses do not show it.
 */
final class ChineseNews {

  /** The terms that the pages on finance have in common. */
  private static final List<String> FINANCE = List.of("经济", "市场", "企业", "消费", "投资", "金融", "亿元");

  private static final String ROOT = "http://news.example/";
  private static final int DATE_LENGTH = "2023-10-23".length();

  private final Path directory;

  ChineseNews(Path directory) {
    this.directory = directory;
  }

  private record Article(String address, String channel, boolean storm, String title, String body) {

    /** Returns the channel, and whether it is about a storm or flood. */
    List<String> subjects() {
      return storm ? List.of(channel, "storm") : List.of(channel);
    }
  }

  void write(CorpusKit kit) throws IOException {
    Map<String, List<Article>> days = new TreeMap<>();
    var articles = CorpusFiles.objects(directory.resolve("articles.jsonl.gz"));
    for (Map<String, String> fields : articles) {
      String day = text(fields, "datetime").substring(0, DATE_LENGTH);
      List<Article> sameDay = days.computeIfAbsent(day, unused -> new ArrayList<>());
      String address = ROOT + day + "/" + (sameDay.size() + 1) + ".html";
      sameDay.add(
          new Article(
              address,
              text(fields, "channel"),
              !text(fields, "storm").equals("0"),
              text(fields, "title"),
              text(fields, "body")));
    }
    List<String> dates = List.copyOf(days.keySet());
    int half = dates.size() / 2;
    write(kit, "pages", dates, days);
    write(kit, "earlier", dates.subList(0, half), days);
    write(kit, "later", dates.subList(half, dates.size()), days);
    List<String> first = dates.subList(0, half / 2);
    List<String> second = dates.subList(half / 2, half);
    write(kit, "first", first, days);
    write(kit, "second", second, days);
    question(kit, "sports", "ty", days, List.of("比赛", "冠军", "球队", "足球", "篮球", "选手", "运动员"));
    question(kit, "finance", "cj", days, FINANCE);
    kit.comparison("compare", "pages", List.of(middle(dates)));
    List<String> later = List.of(middle(dates.subList(half, dates.size())));
    List<String> earlier = List.of(middle(dates.subList(0, half)));
    kit.comparison("trained", "later", later, "earlier", earlier);
    kit.comparison(
        "developing", "second", List.of(middle(second)), "first", List.of(middle(first)));
    kit.nextQuestions();
    question(kit, "culture", "cul", days, List.of("文化", "艺术", "电影", "音乐", "博物馆", "演出", "作家"));
    question(kit, "society", "sh", days, List.of("警方", "法院", "案件", "男子", "嫌疑人", "事故"));
    question(kit, "world", "gj", days, List.of("美国", "总统", "俄罗斯", "以色列", "联合国", "外交"));
    kit.comparison("reported", "pages", List.of(middle(dates)));
    kit.comparison("trained-reported", "later", later, "earlier", earlier);
    PlainQuestions.write(kit, "zh-news", subjects(days), List.of(middle(dates)));
  }

  private static Map<String, List<String>> subjects(Map<String, List<Article>> days) {
    Map<String, List<String>> subjects = new LinkedHashMap<>();
    days.values()
        .forEach(
            sameDay ->
                sameDay.forEach(article -> subjects.put(article.address(), article.subjects())));
    return subjects;
  }

  private static String middle(List<String> dates) {
    return list(dates.get(dates.size() / 2));
  }

  private static void write(
      CorpusKit kit, String name, List<String> dates, Map<String, List<Article>> days)
      throws IOException {
    try (ArchiveWriter archive = kit.archive(name)) {
      for (int i = 0; i < dates.size(); i++) {
        List<Article> articles = days.getOrDefault(dates.get(i), List.of());
        archive.html(list(dates.get(i)), listPage(dates, i, articles));
        for (int j = 0; j < articles.size(); j++) {
          archive.html(articles.get(j).address(), page(articles, j, dates.get(i)));
        }
      }
    }
  }

  private static void question(
      CorpusKit kit,
      String name,
      String channel,
      Map<String, List<Article>> days,
      List<String> topic)
      throws IOException {
    Map<String, Double> labels = new LinkedHashMap<>();
    days.values().stream()
        .flatMap(List::stream)
        .filter(article -> article.channel().equals(channel))
        .forEach(article -> labels.put(article.address(), 1.0));
    kit.question(name, topic, labels);
  }

  private static String list(String day) {
    return ROOT + day + "/";
  }

  private static String listPage(List<String> dates, int index, List<Article> articles) {
    var body = new StringBuilder();
    if (index > 0) {
      body.append(link(list(dates.get(index - 1)), "前一天"));
    }
    if (index < dates.size() - 1) {
      body.append(link(list(dates.get(index + 1)), "后一天"));
    }
    articles.forEach(article -> body.append(link(article.address(), article.title())));
    return document("滚动新闻 " + dates.get(index), body.toString());
  }

  /**
   * Returns the page of an article, with links to the previous and the next one, as such pages
   * have.
   */
  private static String page(List<Article> articles, int index, String day) {
    Article article = articles.get(index);
    var body = new StringBuilder("<p>" + escaped(article.body()) + "</p>");
    for (int next : List.of(index - 1, index + 1)) {
      if (next >= 0 && next < articles.size()) {
        body.append(link(articles.get(next).address(), articles.get(next).title()));
      }
    }
    return document(article.title(), body + link(list(day), "滚动新闻"));
  }

  /** Returns a page in Chinese; the body is HTML. */
  private static String document(String title, String body) {
    return "<!DOCTYPE html><html lang=\"zh-cn\"><head><meta charset=\"utf-8\"><title>"
        + escaped(title)
        + "</title></head><body><h1>"
        + escaped(title)
        + "</h1>"
        + body
        + "</body></html>";
  }

  private static String link(String url, String text) {
    return "<p><a href=\"" + url + "\">" + escaped(text) + "</a></p>\n";
  }

  private static String escaped(String text) {
    return HtmlEscapers.htmlEscaper().escape(text);
  }

  private static String text(Map<String, String> fields, String name) {
    return fields.getOrDefault(name, "");
  }
}
