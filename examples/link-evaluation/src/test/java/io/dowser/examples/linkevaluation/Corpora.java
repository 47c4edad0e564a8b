package io.dowser.examples.linkevaluation;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.dowser.crawler.analysis.MixedScriptAnalyzer;
import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.Link;
import io.dowser.crawler.api.LinkContext;
import io.dowser.crawler.bayes.LabelledLink;
import io.dowser.crawler.bayes.LabelledText;
import io.dowser.crawler.bayes.LinkSettings;
import io.dowser.crawler.bayes.PageModel;
import io.dowser.crawler.html.HtmlPageAnalyzer;
import io.dowser.crawler.testkit.CrawlFixtures;
import io.dowser.crawler.text.TermCounts;
import io.dowser.crawler.text.TextAnalyzer;
import io.dowser.crawler.text.Tokens;
import io.dowser.crawler.url.UrlCanonicalizer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The real corpora in the directory that the system property {@code dowser.data} names. */
final class Corpora {

  /** What has been cut already: several tests look at the same texts. */
  private static final Map<String, Tokens> CUT = new ConcurrentHashMap<>();

  private static final Map<String, List<LabelledText>> UNIVERSITIES = new ConcurrentHashMap<>();
  private static final TextAnalyzer ANALYZER = MixedScriptAnalyzer.create();

  private Corpora() {}

  /** The analyzer of a crawl, which here remembers what it has cut. */
  static final TextAnalyzer WORDS =
      (text, sink) -> {
        Tokens tokens = CUT.computeIfAbsent(text, any -> Tokens.of(any, ANALYZER));
        for (int i = 0; i < tokens.size(); i++) {
          int start = tokens.start(i);
          sink.accept(tokens.term(i), start, start + 1);
        }
      };

  static Path directory(String name) {
    String data = System.getProperty("dowser.data", "");
    Path directory = Path.of(data, name);
    assumeTrue(
        !data.isEmpty() && Files.isDirectory(directory),
        "the corpus " + name + " is absent; the property dowser.data is '" + data + "'");
    return directory;
  }

  /** Every third of many in the ordinary build, all of them in the long proofs. */
  static <T> List<T> sample(List<T> all) {
    if (Boolean.getBoolean("dowser.exhaustive")) {
      return all;
    }
    return IntStream.range(0, all.size()).filter(i -> i % 3 == 0).mapToObj(all::get).toList();
  }

  static TermCounts counts(String text) {
    return TermCounts.of(Tokens.of(text, WORDS));
  }

  static List<LabelledText> headlines() throws IOException {
    Path file = directory("zh-headlines").resolve("headlines.tsv.gz");
    try (Stream<LabelledText> lines = LabelledText.tsv(file, "category", "headline")) {
      return lines.toList();
    }
  }

  /** A sample of news articles, labelled by their channel. */
  static List<LabelledText> news(String... fields) throws IOException {
    Path file = directory("zh-news").resolve("articles.jsonl.gz");
    try (Stream<LabelledText> lines = LabelledText.jsonLines(file, "channel", fields)) {
      return sample(lines.toList());
    }
  }

  static List<LabelledLink> anchors(List<LabelledText> texts, String topic) {
    return texts.stream()
        .map(text -> LabelledLink.of(text.text(), text.label().equals(topic)))
        .toList();
  }

  /** A page of one of the universities. */
  record UniversityPage(CrawlUrl url, String label, String html) {

    AnalyzedPage analyzed() {
      return HtmlPageAnalyzer.create()
          .analyze(CrawlFixtures.fetched(url, html), Candidate.seed(url, 0));
    }
  }

  static List<UniversityPage> universities(String file) throws IOException {
    UrlCanonicalizer canonicalizer = UrlCanonicalizer.standard();
    List<UniversityPage> pages = new ArrayList<>();
    Path path = directory("webkb").resolve(file);
    try (Stream<LabelledText> lines = LabelledText.jsonLines(path, "label", "url", "body")) {
      lines.forEach(
          page -> {
            String[] fields = page.text().split("\n", 2);
            canonicalizer
                .canonicalize(fields[0])
                .ifPresent(url -> pages.add(new UniversityPage(url, page.label(), fields[1])));
          });
    }
    return pages;
  }

  /** The texts of a sample of pages. */
  static List<LabelledText> universityTexts(String file) throws IOException {
    List<LabelledText> known = UNIVERSITIES.get(file);
    if (known == null) {
      known =
          sample(universities(file)).stream()
              .map(page -> new LabelledText(page.label(), page.analyzed().text()))
              .toList();
      UNIVERSITIES.put(file, known);
    }
    return known;
  }

  /** The distinct links between pages of two universities, by the label of their target. */
  static List<LabelledLink> universityLinks(String topic) throws IOException {
    List<UniversityPage> pages = universities("cornell-texas.jsonl.gz");
    Map<CrawlUrl, String> labels = new HashMap<>();
    pages.forEach(page -> labels.put(page.url(), page.label()));
    Set<LabelledLink> links = new LinkedHashSet<>();
    for (UniversityPage from : pages) {
      AnalyzedPage page = from.analyzed();
      for (Link link : page.links()) {
        String label = labels.get(link.target());
        if (label != null && !link.target().equals(from.url())) {
          LinkContext context = page.nearContext(link, LinkSettings.DEFAULT_W);
          links.add(
              new LabelledLink(
                  from.url().host(),
                  link.target().toString(),
                  link.anchorText(),
                  context,
                  label.equals(topic)));
        }
      }
    }
    return List.copyOf(links);
  }

  static Evaluation evaluate(PageModel model, List<LabelledText> test, String topic) {
    Evaluation.Builder evaluation = Evaluation.builder();
    for (LabelledText text : test) {
      evaluation.add(model.logOdds(counts(text.text())), text.label().equals(topic));
    }
    return evaluation.build();
  }
}
