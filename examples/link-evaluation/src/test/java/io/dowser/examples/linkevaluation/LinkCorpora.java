package io.dowser.examples.linkevaluation;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.Link;
import io.dowser.crawler.api.LinkContext;
import io.dowser.crawler.bayes.LabelledLink;
import io.dowser.crawler.bayes.LabelledText;
import io.dowser.crawler.bayes.LinkSettings;
import io.dowser.crawler.bayes.LinkSettings.ContextRule;
import io.dowser.crawler.html.HtmlPageAnalyzer;
import io.dowser.crawler.testkit.CrawlFixtures;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/** Links of real pages with the label of their target, and questions about them. */
final class LinkCorpora {

  /** Written down before anything was measured with them; the first two are those of the lab. */
  private static final Map<String, List<String>> DICTIONARIES =
      Map.of(
          "course",
          List.of(
              "course", "lecture", "homework", "assignment", "syllabus", "exam", "office hours"),
          "faculty",
          List.of("professor", "research interests", "publications", "faculty", "selected papers"),
          "student",
          List.of("student", "graduate student", "phd student", "students", "grad", "resume"),
          "project",
          List.of("project", "research group", "laboratory", "lab", "group", "projects"),
          "finance",
          List.of(
              "财经", "股票", "基金", "银行", "证券", "股市", "金融", "经济", "理财", "期货", "投资", "上市", "债券", "外汇",
              "保险"));

  private LinkCorpora() {}

  /** A link of a page, with its context by each rule. */
  record Example(
      String side,
      String label,
      String target,
      String anchor,
      Map<ContextRule, LinkContext> contexts) {

    LabelledLink by(ContextRule rule, String topic) {
      LinkContext context = contexts.getOrDefault(rule, new LinkContext("", ""));
      return new LabelledLink(side, target, anchor, context, label.equals(topic));
    }
  }

  /**
   * Links to learn from, links of other sites to be tested on, and pages of the former.
   *
   * @param choice whether settings are chosen by it; if not, it is for the report
   */
  record Question(
      String name,
      boolean choice,
      String topic,
      List<Example> train,
      List<Example> test,
      List<LabelledText> pages) {

    List<String> dictionary() {
      return DICTIONARIES.getOrDefault(topic, List.of());
    }

    List<LabelledLink> train(ContextRule rule) {
      return train.stream().map(example -> example.by(rule, topic)).toList();
    }

    List<LabelledLink> test(ContextRule rule) {
      return test.stream().map(example -> example.by(rule, topic)).toList();
    }
  }

  /** Ten questions for the choice and six for the report, which no choice has seen. */
  static List<Question> questions() throws IOException {
    List<Example> links = new ArrayList<>();
    Map<String, List<LabelledText>> pages = new HashMap<>();
    addLinks("cornell-texas.jsonl.gz", links, pages);
    addLinks("misc.jsonl.gz", links, pages);
    List<Question> questions = new ArrayList<>();
    for (String topic : List.of("course", "faculty", "student", "project")) {
      questions.add(between(topic, true, List.of("Texas"), "Cornell", links, pages));
      questions.add(between(topic, true, List.of("Cornell"), "Texas", links, pages));
      questions.add(between(topic, false, List.of("Cornell", "Texas"), "others", links, pages));
    }
    List<Example> portals = portalLinks();
    questions.add(between("finance", true, List.of("portals"), "163.com", portals, Map.of()));
    questions.add(between("finance", false, List.of("163.com"), "portals", portals, Map.of()));
    questions.add(newTargets(true, 0, portals));
    questions.add(newTargets(false, 1, portals));
    return questions;
  }

  private static Question between(
      String topic,
      boolean choice,
      List<String> from,
      String to,
      List<Example> links,
      Map<String, List<LabelledText>> pages) {
    return new Question(
        topic + ", " + String.join(" and ", from) + " to " + to,
        choice,
        topic,
        links.stream().filter(link -> from.contains(link.side())).toList(),
        links.stream().filter(link -> link.side().equals(to)).toList(),
        from.stream().flatMap(side -> pages.getOrDefault(side, List.of()).stream()).toList());
  }

  /** Links of the same pages to targets that training has not seen. */
  private static Question newTargets(boolean choice, int third, List<Example> links) {
    return new Question(
        "finance, same portals, new targets " + (third + 1),
        choice,
        "finance",
        links.stream().filter(link -> third(link) != third).toList(),
        links.stream().filter(link -> third(link) == third).toList(),
        List.of());
  }

  private static int third(Example link) {
    return Math.floorMod(link.target().hashCode(), 3);
  }

  private static void addLinks(
      String file, List<Example> links, Map<String, List<LabelledText>> texts) throws IOException {
    List<Corpora.UniversityPage> pages = Corpora.universities(file);
    Map<CrawlUrl, String> labels = new HashMap<>();
    pages.forEach(page -> labels.put(page.url(), page.label()));
    Set<Example> found = new LinkedHashSet<>();
    for (Corpora.UniversityPage from : pages) {
      AnalyzedPage page = from.analyzed();
      String side = side(file, from.url());
      texts
          .computeIfAbsent(side, any -> new ArrayList<>())
          .add(new LabelledText(from.label(), page.text()));
      for (Link link : page.links()) {
        String label = labels.get(link.target());
        if (label != null && !link.target().equals(from.url())) {
          found.add(example(side, label, page, link));
        }
      }
    }
    links.addAll(found);
  }

  static String side(String file, CrawlUrl url) {
    if (file.startsWith("misc")) {
      return "others";
    }
    return url.host().contains("cornell") ? "Cornell" : "Texas";
  }

  /** Links of saved front pages whose target has a host of a known channel. */
  private static List<Example> portalLinks() throws IOException {
    Map<String, String> channels = channels();
    Set<Example> links = new LinkedHashSet<>();
    try (var zip = new ZipFile(Corpora.directory("zh-pages").resolve("pages.zip").toFile())) {
      for (ZipEntry entry : zip.stream().map(ZipEntry.class::cast).toList()) {
        byte[] html = zip.getInputStream(entry).readAllBytes();
        CrawlUrl url = CrawlUrl.of("http://portal.example/" + entry.getName());
        AnalyzedPage page =
            HtmlPageAnalyzer.create()
                .analyze(CrawlFixtures.fetched(url, html, "text/html"), Candidate.seed(url, 0));
        String side = entry.getName().contains("163/") ? "163.com" : "portals";
        for (Link link : page.links()) {
          String channel = channels.get(link.target().host());
          if (channel != null && !link.anchorText().isEmpty()) {
            links.add(example(side, channel, page, link));
          }
        }
      }
    }
    return List.copyOf(links);
  }

  /** The corpus guesses the channel by the host; those that it does not know are left out. */
  private static Map<String, String> channels() throws IOException {
    Map<String, String> channels = new HashMap<>();
    try (Stream<LabelledText> lines =
        LabelledText.tsv(
            Corpora.directory("zh-pages").resolve("anchors.tsv.gz"), "channel", "href")) {
      lines
          .filter(line -> !line.label().equals("other"))
          .forEach(line -> channels.put(host(line.text()), line.label()));
    }
    return channels;
  }

  private static String host(String href) {
    return href.replaceFirst("^[^/]*//([^/]*).*", "$1");
  }

  private static Example example(String side, String label, AnalyzedPage page, Link link) {
    Map<ContextRule, LinkContext> contexts = new EnumMap<>(ContextRule.class);
    for (ContextRule rule : ContextRule.values()) {
      contexts.put(rule, LinkSettings.builder().contextRule(rule).build().context(page, link));
    }
    return new Example(side, label, link.target().toString(), link.anchorText(), contexts);
  }
}
