package io.dowser.crawler.lab;

import io.dowser.crawler.analysis.HanNormalizer;
import io.dowser.crawler.analysis.MixedScriptAnalyzer;
import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.CrawlContext;
import io.dowser.crawler.api.RelevanceJudge;
import io.dowser.crawler.api.Settings;
import io.dowser.crawler.api.Topic;
import io.dowser.crawler.api.Visit;
import io.dowser.crawler.api.VisitObserver;
import io.dowser.crawler.judge.ExpandedTopicJudge;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Guides that know part of the labels: with errors, or as answers to the questions of a judge. */
final class LabelledGuides {

  private static final int MOST_PERCENT = 100;
  private static final Pattern NUMBERED =
      Pattern.compile("(answers|labels-misses|labels-alarms|labels-noise)-(\\d{1,4})");

  private LabelledGuides() {}

  /** Finds a guide by its name, such as {@code answers-30} or {@code labels-noise-20}. */
  static Optional<Guide> named(String name) {
    return switch (name) {
      case "labels-and-judge" -> guide(name, question -> new Combined(question, true));
      case "labels-or-judge" -> guide(name, question -> new Combined(question, false));
      default -> numbered(name, NUMBERED.matcher(name));
    };
  }

  private static Optional<Guide> numbered(String name, Matcher parts) {
    if (!parts.matches()) {
      return Optional.empty();
    }
    int number = Integer.parseInt(parts.group(2));
    if (parts.group(1).equals("answers")) {
      return guide(name, question -> new Taught(question, number));
    }
    if (number > MOST_PERCENT) {
      throw new LabException("--guide: " + name + " must end with 0 to 100 percent");
    }
    double share = (double) number / MOST_PERCENT;
    return switch (parts.group(1)) {
      case "labels-misses" -> guide(name, question -> withErrors(question, share, 0));
      case "labels-alarms" -> guide(name, question -> withErrors(question, 0, share));
      default -> guide(name, question -> withErrors(question, share, share));
    };
  }

  private static Optional<Guide> guide(String name, Function<Question, RelevanceJudge> judges) {
    return Optional.of(new Guide(name, judges));
  }

  private static ExpandedTopicJudge.Builder expanded(Question question) {
    Topic topic =
        question
            .topic()
            .orElseThrow(
                () -> new LabException(question.name() + ": this guide needs --topic FILE"));
    return ExpandedTopicJudge.builder(
        Settings.none(),
        CrawlContext.about(topic, HanNormalizer.create(), MixedScriptAnalyzer.create()));
  }

  private static boolean isRelevant(RelevanceJudge judge, AnalyzedPage page) {
    return judge.relevance(page) >= judge.threshold();
  }

  /**
   * Returns a judge by labels, with random errors.
   *
   * @param misses share of the relevant pages that are judged irrelevant
   * @param alarms share of the other pages that are judged relevant
   */
  private static RelevanceJudge withErrors(Question question, double misses, double alarms) {
    RelevanceJudge labels = Guide.LABELS.judge(question);
    return page -> {
      boolean relevant = isRelevant(labels, page);
      double chance = new SplittableRandom(page.url().toString().hashCode()).nextDouble();
      return relevant == chance >= (relevant ? misses : alarms) ? 1 : 0;
    };
  }

  /** A judge that a person teaches at once, by the labels, if it is unsure about a page. */
  private static final class Taught implements RelevanceJudge, VisitObserver {

    private static final double DOUBT = 0.2;

    private final RelevanceJudge labels;
    private final ExpandedTopicJudge judge;
    private final int most;
    private final List<Answer> answers = new ArrayList<>();

    Taught(Question question, int most) {
      this.labels = Guide.LABELS.judge(question);
      this.judge = expanded(question).build();
      this.most = most;
    }

    @Override
    public double relevance(AnalyzedPage page) {
      return judge.relevance(page);
    }

    @Override
    public double threshold() {
      return judge.threshold();
    }

    @Override
    public void visited(Visit visit) {
      judge.visited(visit);
      double relevance = visit.relevance();
      if (answers.size() < most && Math.abs(relevance - threshold()) <= DOUBT) {
        AnalyzedPage page = visit.page().mainContent();
        boolean relevant = isRelevant(labels, visit.page());
        answers.add(new Answer(page.title(), page.text(), relevance, relevant));
        judge.answered(answers);
      }
    }
  }

  /** The labels with the errors of one kind that a judge makes as it learns. */
  private static final class Combined implements RelevanceJudge, VisitObserver {

    private final RelevanceJudge labels;
    private final ExpandedTopicJudge judge;
    private final boolean both;

    Combined(Question question, boolean both) {
      this.labels = Guide.LABELS.judge(question);
      this.judge = expanded(question).build();
      this.both = both;
    }

    @Override
    public double relevance(AnalyzedPage page) {
      boolean label = isRelevant(labels, page);
      boolean judged = isRelevant(judge, page);
      return (both ? label && judged : label || judged) ? 1 : 0;
    }

    @Override
    public void visited(Visit visit) {
      judge.visited(visit);
    }
  }
}
