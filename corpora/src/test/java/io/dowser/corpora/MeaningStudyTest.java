package io.dowser.corpora;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.corpora.LabelledPages.Labelled;
import io.dowser.crawler.analysis.HanNormalizer;
import io.dowser.crawler.analysis.MixedScriptAnalyzer;
import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.CrawlContext;
import io.dowser.crawler.api.PluginRegistry;
import io.dowser.crawler.api.RelevanceJudge;
import io.dowser.crawler.api.Settings;
import io.dowser.crawler.api.Topic;
import io.dowser.crawler.api.Visit;
import io.dowser.crawler.api.VisitObserver;
import io.dowser.crawler.judge.ExpandedTopicJudge;
import io.dowser.crawler.meaning.MeaningJudge;
import io.dowser.crawler.meaning.MeaningTable;
import io.dowser.crawler.testkit.CrawlFixtures;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Compares judges by words and by meaning with the labels of the corpora, for topics of 8 terms,
 * and writes the table of docs/meaning.md to target/meaning.tsv. Judges see all pages in a random
 * order before they judge them. Example pages and answers are compared with {@code
 * -Ddowser.exhaustive=true} only, which takes minutes.
 */
@Tag("slow")
class MeaningStudyTest {

  private static final boolean EXHAUSTIVE = Boolean.getBoolean("dowser.exhaustive");
  private static final long SEED = 7;
  private static final int TERMS = 8;
  private static final int EXAMPLES = 3;
  private static final int QUESTIONS = 30;
  private static final List<String> CORPORA =
      List.of("webkb", "wikispeedia", "four manuals", "zh-docs");

  private final MeaningTable table = MeaningTable.english();
  private final CrawlContext.Shared shared = new CrawlContext.Shared();

  private record Quality(double auc, double bestF, double f) {

    static Quality of(double[] scores, double threshold, List<Boolean> about) {
      List<Integer> order = new ArrayList<>(IntStream.range(0, scores.length).boxed().toList());
      order.sort((a, b) -> Double.compare(scores[b], scores[a]));
      long relevant = about.stream().filter(each -> each).count();
      double pairs = 0;
      double best = 0;
      double atThreshold = 0;
      long right = 0;
      for (int from = 0; from < order.size(); ) { // pages with equal scores at a time
        int to = from;
        long before = right;
        while (to < order.size() && scores[order.get(to)] == scores[order.get(from)]) {
          right += about.get(order.get(to)) ? 1 : 0;
          to++;
        }
        pairs += (to - from - (right - before)) * (before + right) / 2.0;
        double f = 2.0 * right / (to + relevant);
        best = Math.max(best, f);
        atThreshold = scores[order.get(from)] >= threshold ? f : atThreshold;
        from = to;
      }
      return new Quality(pairs / relevant / (scores.length - relevant), best, atThreshold);
    }

    @Override
    public String toString() {
      return String.format(Locale.ROOT, "%.3f\t%.3f\t%.3f", auc, bestF, f);
    }
  }

  @Test
  void meaningFindsMorePagesOfTopicsInPlainLanguageThanWords() throws IOException {
    Map<String, List<Quality>> means = new LinkedHashMap<>();
    var lines = new StringBuilder("corpus\tquestion\tjudge\tAUC\tbest F\tF\n");
    for (String corpus : CORPORA) {
      List<Labelled> pages = new ArrayList<>(LabelledPages.of(corpus));
      Collections.shuffle(pages, new Random(SEED));
      for (Question question : Question.all()) {
        if (question.corpus().equals(corpus)) {
          measure(question, pages)
              .forEach(
                  (judge, quality) -> {
                    lines.append(String.join("\t", corpus, question.name(), judge));
                    lines.append("\t").append(quality).append("\n");
                    means
                        .computeIfAbsent(corpus + "\t" + judge, each -> new ArrayList<>())
                        .add(quality);
                  });
        }
      }
    }
    means.forEach(
        (name, all) -> lines.append(name.replace("\t", "\tmean\t") + "\t" + mean(all) + "\n"));
    Files.writeString(Path.of("target", "meaning.tsv"), lines, UTF_8);

    double words = mean(means.getOrDefault("wikispeedia\ttopic-terms", List.of())).auc();
    double meaning = mean(means.getOrDefault("wikispeedia\tmeaning", List.of())).auc();
    assertThat(meaning).as(lines.toString()).isGreaterThan(words + 0.1);
  }

  private static Quality mean(List<Quality> all) {
    return new Quality(
        all.stream().mapToDouble(Quality::auc).average().orElseThrow(),
        all.stream().mapToDouble(Quality::bestF).average().orElseThrow(),
        all.stream().mapToDouble(Quality::f).average().orElseThrow());
  }

  private Map<String, Quality> measure(Question question, List<Labelled> pages) {
    List<Boolean> about = pages.stream().map(question::isAbout).toList();
    Topic topic = Topic.of(question.terms().subList(0, TERMS).toArray(String[]::new));
    Map<String, Quality> qualities = new LinkedHashMap<>();
    for (String name : List.of("topic-terms", "expanded-topic", "meaning")) {
      qualities.put(name, judged(judge(name, Map.of(), topic), pages, about));
    }
    var expanded = judge("meaning", Map.of("words", "expanded-topic"), topic);
    qualities.put("meaning, words=expanded-topic", judged(expanded, pages, about));
    float[] vector = table.vector(String.join(", ", topic.terms()));
    double[] cosines =
        pages.stream()
            .mapToDouble(page -> MeaningTable.cosine(vector, table.vector(page.page().text())))
            .toArray();
    qualities.put("cosine alone", Quality.of(cosines, 2, about));
    if (EXHAUSTIVE) {
      qualities.putAll(withKnownPages(topic, pages, about));
    }
    return qualities;
  }

  /** Measures the pages that were neither examples nor asked about. */
  private Map<String, Quality> withKnownPages(
      Topic topic, List<Labelled> pages, List<Boolean> about) {
    Map<String, Quality> qualities = new LinkedHashMap<>();
    for (int examples : List.of(EXAMPLES, 0)) {
      for (String judge : List.of("expanded-topic", "meaning, fixed", "meaning")) {
        Map<String, Boolean> known = new HashMap<>(); // by their texts
        Map<String, Boolean> labels = new HashMap<>();
        for (int i = 0; i < pages.size(); i++) {
          labels.put(pages.get(i).page().text(), about.get(i));
        }
        var words = ExpandedTopicJudge.builder(Settings.none(), context(topic));
        pages.stream()
            .map(each -> each.page().text())
            .filter(labels::get)
            .limit(examples)
            .forEach(
                text -> {
                  known.put(text, true);
                  words.example(text, true);
                });
        if (examples == 0) {
          words.answers(
              QUESTIONS,
              page -> {
                boolean isRelevant = labels.get(page.text());
                known.put(page.text(), isRelevant);
                return CompletableFuture.completedFuture(isRelevant);
              });
        }
        RelevanceJudge whole = withKnownPages(judge, words.build(), topic);
        String what = examples == 0 ? QUESTIONS + " answers" : EXAMPLES + " examples";
        qualities.put(judge + ", " + what, judged(whole, pages, about, known.keySet()));
      }
    }
    return qualities;
  }

  private RelevanceJudge withKnownPages(String name, ExpandedTopicJudge words, Topic topic) {
    return switch (name) {
      case "meaning" -> MeaningJudge.of(Settings.none(), context(topic), words);
      case "meaning, fixed" ->
          MeaningJudge.of(Settings.none(), context(topic), new WithoutSource(words));
      default -> words;
    };
  }

  /** A judge by words that does not pass on the pages that it knows. */
  private record WithoutSource(ExpandedTopicJudge words) implements RelevanceJudge, VisitObserver {

    @Override
    public double relevance(AnalyzedPage page) {
      return words.relevance(page);
    }

    @Override
    public double threshold() {
      return words.threshold();
    }

    @Override
    public void visited(Visit visit) {
      words.visited(visit);
    }
  }

  private CrawlContext context(Topic topic) {
    return CrawlContext.builder()
        .topic(topic)
        .textNormalizer(HanNormalizer.create())
        .textAnalyzer(MixedScriptAnalyzer.create())
        .shared(shared)
        .build();
  }

  private RelevanceJudge judge(String name, Map<String, String> settings, Topic topic) {
    return PluginRegistry.relevanceJudges(getClass().getClassLoader())
        .create(name, Settings.of(settings), context(topic));
  }

  private static Quality judged(RelevanceJudge judge, List<Labelled> pages, List<Boolean> about) {
    return judged(judge, pages, about, Set.of());
  }

  /**
   * Judges all pages after they were visited, and compares those with labels that are not left out.
   */
  private static Quality judged(
      RelevanceJudge judge, List<Labelled> pages, List<Boolean> about, Set<String> leftOut) {
    if (judge instanceof VisitObserver observer) {
      for (int i = 0; i < pages.size(); i++) {
        AnalyzedPage page = pages.get(i).page();
        observer.visited(CrawlFixtures.visit(i + 1, page.judgedBy(judge)));
      }
    }
    List<Integer> measured =
        IntStream.range(0, pages.size())
            .filter(i -> !leftOut.contains(pages.get(i).page().text()))
            .boxed()
            .toList();
    double[] scores =
        measured.stream().mapToDouble(i -> judge.relevance(pages.get(i).page())).toArray();
    return Quality.of(scores, judge.threshold(), measured.stream().map(about::get).toList());
  }
}
