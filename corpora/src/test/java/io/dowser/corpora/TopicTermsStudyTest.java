package io.dowser.corpora;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.corpora.LabelledPages.Labelled;
import io.dowser.crawler.analysis.HanNormalizer;
import io.dowser.crawler.api.CrawlContext;
import io.dowser.crawler.api.RelevanceJudge;
import io.dowser.crawler.api.Settings;
import io.dowser.crawler.api.Topic;
import io.dowser.crawler.judge.TopicTermsJudge;
import io.dowser.crawler.text.TextAnalyzer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Compares the judgements of {@link TopicTermsJudge} with the labels of all corpora, for topics of
 * 1 to 12 terms, and writes the tables of docs/results/judge.md to target/judge*. A rule was chosen
 * on one half of the questions.
 */
@Tag("slow")
class TopicTermsStudyTest {

  private static final List<Integer> TERMS = List.of(1, 3, 5, 8, 12);
  private static final List<String> HALVES = List.of("chosen", "reported");
  private static final String BEFORE = "cosine, 0.62";
  private static final String AFTER = "mentions";
  private static final double NEAR = 0.8;

  private static final Map<String, Function<Topic, TopicTermsJudge>> JUDGES = new LinkedHashMap<>();

  static {
    JUDGES.put(BEFORE, topic -> judge(topic, Map.of("measure", "cosine")));
    JUDGES.put("cosine, √(2/n)", topic -> cosine(topic, forTerms(2, topic)));
    JUDGES.put("cosine, √(1.01/n)", topic -> cosine(topic, forTerms(1.01, topic)));
    JUDGES.put("any term", topic -> cosine(topic, Double.MIN_VALUE));
    JUDGES.put(AFTER, topic -> judge(topic, Map.of()));
  }

  private static TopicTermsJudge cosine(Topic topic, double threshold) {
    return judge(topic, Map.of("measure", "cosine", "threshold", "" + threshold));
  }

  private static TopicTermsJudge judge(Topic topic, Map<String, String> settings) {
    CrawlContext context = CrawlContext.about(topic, HanNormalizer.create(), TextAnalyzer.PLAIN);
    return TopicTermsJudge.of(Settings.of(settings), context);
  }

  private static double forTerms(double terms, Topic topic) {
    return Math.min(TopicTermsJudge.COSINE_THRESHOLD, Math.sqrt(terms / topic.terms().size()));
  }

  private record Quality(double precision, double recall, double f, double near) {

    static Quality of(RelevanceJudge judge, List<Labelled> pages, Predicate<Labelled> isAbout) {
      int relevant = 0;
      int taken = 0;
      int right = 0;
      int near = 0;
      for (Labelled page : pages) {
        boolean about = isAbout.test(page);
        double relevance = judge.relevance(page.page());
        boolean takes = relevance >= judge.threshold();
        relevant += about ? 1 : 0;
        taken += takes ? 1 : 0;
        right += takes && about ? 1 : 0;
        near += !takes && relevance >= NEAR * judge.threshold() ? 1 : 0;
      }
      double precision = taken == 0 ? 0 : (double) right / taken;
      double recall = (double) right / relevant;
      return new Quality(precision, recall, 2.0 * right / Math.max(1, taken + relevant), near);
    }

    static Quality mean(List<Quality> all) {
      return new Quality(
          mean(all, Quality::precision),
          mean(all, Quality::recall),
          mean(all, Quality::f),
          mean(all, Quality::near));
    }

    private static double mean(List<Quality> all, Function<Quality, Double> value) {
      return all.stream().mapToDouble(value::apply).average().orElseThrow();
    }

    @Override
    public String toString() {
      return String.format(Locale.ROOT, "%.2f / %.2f / %.2f", precision, recall, f);
    }
  }

  private record Case(Question question, int terms, String judge, Quality quality) {}

  private final List<Case> cases = new ArrayList<>();

  @Test
  void judgeFindsMostLabelledPagesHoweverManyTermsTheTopicHas() throws IOException {
    List<Question> questions = Question.all();
    for (String corpus : corpora(questions)) {
      List<Labelled> pages = LabelledPages.of(corpus);
      questions.stream()
          .filter(question -> question.corpus().equals(corpus))
          .forEach(question -> TERMS.forEach(terms -> measure(question, terms, pages)));
    }

    var tables = new StringBuilder();
    HALVES.forEach(half -> tables.append(byTerms(half)));
    var byCorpus = new StringBuilder("questions\tcorpus\tjudge");
    TERMS.forEach(terms -> byCorpus.append('\t').append(terms));
    byCorpus.append('\n');
    HALVES.forEach(half -> byCorpus.append(byCorpus(half, corpora(questions))));
    Files.writeString(Path.of("target", "judge.md"), tables, UTF_8);
    Files.writeString(Path.of("target", "judge-corpora.tsv"), byCorpus, UTF_8);
    Files.writeString(Path.of("target", "judge-questions.tsv"), byQuestion(questions), UTF_8);
    for (int terms : TERMS.subList(2, TERMS.size())) {
      assertThat(mean("reported", terms, AFTER).recall()).as(tables.toString()).isGreaterThan(0.4);
      assertThat(mean("reported", terms, AFTER).f())
          .isGreaterThan(2 * mean("reported", terms, BEFORE).f());
    }
  }

  private void measure(Question question, int terms, List<Labelled> pages) {
    Topic topic = Topic.of(question.terms().subList(0, terms).toArray(String[]::new));
    JUDGES.forEach(
        (name, judge) -> {
          RelevanceJudge built = judge.apply(topic);
          cases.add(new Case(question, terms, name, Quality.of(built, pages, question::isAbout)));
        });
  }

  private static List<String> corpora(List<Question> questions) {
    return questions.stream().map(Question::corpus).distinct().toList();
  }

  /** The mean of the corpora, each the mean of its questions. */
  private Quality mean(String half, int terms, String judge) {
    Map<String, List<Quality>> corpora =
        cases(half, terms, judge)
            .collect(
                Collectors.groupingBy(
                    each -> each.question().corpus(),
                    Collectors.mapping(Case::quality, Collectors.toList())));
    return Quality.mean(corpora.values().stream().map(Quality::mean).toList());
  }

  private Stream<Case> cases(String half, int terms, String judge) {
    return cases.stream()
        .filter(each -> each.question().half().equals(half))
        .filter(each -> each.terms() == terms && each.judge().equals(judge));
  }

  private String byTerms(String half) {
    var text = new StringBuilder("\n### Means, questions " + half + "\n\n| terms |");
    TERMS.forEach(terms -> text.append(" ").append(terms).append(" |"));
    text.append("\n|---|").append("---|".repeat(TERMS.size())).append("\n");
    for (String judge : JUDGES.keySet()) {
      text.append("| ").append(judge).append(" |");
      TERMS.forEach(terms -> text.append(" ").append(mean(half, terms, judge)).append(" |"));
      text.append("\n");
    }
    return text.toString();
  }

  private String byCorpus(String half, List<String> corpora) {
    var text = new StringBuilder();
    for (String corpus : corpora) {
      for (String judge : List.of(BEFORE, AFTER)) {
        text.append(String.join("\t", half, corpus, judge));
        for (int terms : TERMS) {
          List<Quality> all =
              cases(half, terms, judge)
                  .filter(each -> each.question().corpus().equals(corpus))
                  .map(Case::quality)
                  .toList();
          text.append('\t').append(Quality.mean(all));
        }
        text.append("\n");
      }
    }
    return text.toString();
  }

  private String byQuestion(List<Question> questions) {
    var text = new StringBuilder("question\tbefore\tafter\tjust below\n");
    for (Question question : questions) {
      Quality before = quality(question, BEFORE);
      Quality after = quality(question, AFTER);
      String name = question.corpus() + ", " + question.name() + ", " + question.half();
      text.append(
          String.format(Locale.ROOT, "%s\t%s\t%s\t%.0f\n", name, before, after, after.near()));
    }
    return text.toString();
  }

  private Quality quality(Question question, String judge) {
    return cases(question.half(), 8, judge)
        .filter(each -> each.question().equals(question))
        .map(Case::quality)
        .findFirst()
        .orElseThrow();
  }
}
