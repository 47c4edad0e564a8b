package io.dowser.examples.linkevaluation;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.bayes.LabelledText;
import io.dowser.crawler.html.HtmlPageAnalyzer;
import io.dowser.crawler.testkit.CrawlFixtures;
import io.dowser.examples.linkevaluation.LinkCorpora.Example;
import io.dowser.examples.linkevaluation.LinkCorpora.Question;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Questions about real pages: a model of some is tested on titles, or on all words, of others. */
final class PageCorpora {

  private PageCorpora() {}

  /** A page, with its topic and with the part of the corpus that it is of. */
  record Page(String side, String label, String url, String title, String text) {

    LabelledText document() {
      return new LabelledText(label, text);
    }

    Example titled() {
      return new Example(side, label, url, title, Map.of());
    }

    Example whole() {
      return new Example(side, label, url, text, Map.of());
    }
  }

  /** Eight questions for the choice on universities, four of news and two of manuals. */
  static List<Question> titles() throws IOException {
    List<Question> questions = new ArrayList<>(questions(Page::titled));
    for (Question question : LinkCorpora.questions()) {
      if (question.name().matches("finance, (163|portals).*")) {
        questions.add(anchors(question));
      }
    }
    return questions;
  }

  /** Anchors of portals after training on the articles of another site. */
  private static Question anchors(Question links) throws IOException {
    List<LabelledText> articles =
        news().stream()
            .map(page -> new LabelledText(page.label.equals("cj") ? "finance" : "other", page.text))
            .toList();
    String name = links.choice() ? "163.com" : "portals";
    return new Question(
        "finance, news to anchors of " + name,
        links.choice(),
        links.topic(),
        List.of(),
        links.test(),
        articles);
  }

  /** The same pages, tested on all of their words. */
  static List<Question> wholePages() throws IOException {
    return questions(Page::whole);
  }

  private static List<Question> questions(Function<Page, Example> test) throws IOException {
    List<Question> questions = new ArrayList<>();
    List<Page> universities = universities();
    for (String topic : List.of("course", "faculty", "student", "project")) {
      questions.add(between(topic, true, List.of("Texas"), "Cornell", universities, test));
      questions.add(between(topic, true, List.of("Cornell"), "Texas", universities, test));
      questions.add(
          between(topic, false, List.of("Cornell", "Texas"), "others", universities, test));
    }
    List<Page> news = news();
    for (String channel : List.of("ty", "cj")) {
      questions.add(between(channel, true, List.of("days 1"), "days 2", news, test));
    }
    for (String channel : List.of("cul", "sh", "gj")) {
      questions.add(between(channel, false, List.of("days 1", "days 2"), "days 3", news, test));
    }
    for (String topic : List.of("filters", "layers", "tools")) {
      List<Page> manuals = manuals(topic);
      questions.add(
          between(topic, !topic.equals("tools"), List.of("half 1"), "half 2", manuals, test));
    }
    return questions;
  }

  private static Question between(
      String topic,
      boolean choice,
      List<String> from,
      String to,
      List<Page> pages,
      Function<Page, Example> test) {
    Predicate<Page> learnt = page -> from.contains(page.side);
    return new Question(
        topic + ", " + String.join(" and ", from) + " to " + to,
        choice,
        topic,
        List.of(),
        pages.stream().filter(page -> page.side.equals(to)).map(test).toList(),
        pages.stream().filter(learnt).map(Page::document).toList());
  }

  private static List<Page> universities() throws IOException {
    List<Page> pages = new ArrayList<>();
    for (String file : List.of("cornell-texas.jsonl.gz", "misc.jsonl.gz")) {
      for (Corpora.UniversityPage page : Corpora.universities(file)) {
        pages.add(page(LinkCorpora.side(file, page.url()), page.label(), page.analyzed()));
      }
    }
    return pages;
  }

  private static Page page(String side, String label, AnalyzedPage page) {
    return new Page(side, label, page.url().toString(), page.title(), page.text());
  }

  /** Articles with the quarter, quarter and half of their days. */
  private static List<Page> news() throws IOException {
    List<Page> pages = new ArrayList<>();
    Path file = Corpora.directory("zh-news").resolve("articles.jsonl.gz");
    List<String[]> articles = new ArrayList<>();
    try (Stream<LabelledText> lines =
        LabelledText.jsonLines(file, "channel", "datetime", "url", "title", "body")) {
      lines.forEach(line -> articles.add((line.label() + "\n" + line.text()).split("\n", 5)));
    }
    List<String> days =
        articles.stream().map(a -> a[1].substring(0, 10)).distinct().sorted().toList();
    for (String[] article : articles) {
      int quarter = 4 * days.indexOf(article[1].substring(0, 10)) / days.size();
      String side = "days " + Math.min(3, quarter + 1);
      pages.add(new Page(side, article[0], article[2], article[3], article[3] + "\n" + article[4]));
    }
    return pages;
  }

  private static List<Page> manuals(String topic) throws IOException {
    List<Page> pages = new ArrayList<>();
    Path file = Corpora.directory("zh-docs").resolve("pages.jsonl.gz");
    try (Stream<LabelledText> lines = LabelledText.jsonLines(file, "package", "url", "html")) {
      lines.forEach(line -> pages.add(manual(topic, line.text().split("\n", 2))));
    }
    return pages;
  }

  private static Page manual(String topic, String[] fields) {
    CrawlUrl url = CrawlUrl.of(fields[0]);
    AnalyzedPage page =
        HtmlPageAnalyzer.create()
            .analyze(CrawlFixtures.fetched(url, fields[1]), Candidate.seed(url, 0));
    String name = fields[0].substring(fields[0].lastIndexOf('/') + 1);
    String label = name.matches(MANUALS.get(topic)) ? topic : "other";
    return page("half " + (1 + Math.floorMod(fields[0].hashCode(), 2)), label, page);
  }

  /** As the questions of the lab: what a manual is about is determined by the name of its file. */
  private static final Map<String, String> MANUALS =
      Map.of(
          "filters", "(gimp-filter|filters).*",
          "layers", "(gimp-layer|gimp-image-).*",
          "tools", "gimp-tool.*");
}
