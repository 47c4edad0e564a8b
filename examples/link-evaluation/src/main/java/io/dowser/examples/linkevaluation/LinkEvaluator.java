package io.dowser.examples.linkevaluation;

import static java.util.Objects.requireNonNull;

import io.dowser.crawler.bayes.LabelledLink;
import io.dowser.crawler.bayes.LinkModel;
import io.dowser.crawler.bayes.LinkSettings;
import io.dowser.crawler.bayes.LinkTrainer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * Judges link models by labelled links that they were not trained on.
 *
 * <p>Han et al. 2010 compare feature groups 1 and 2 in this way, and a classifier that was trained
 * on pages with one trained on links. The texts are read once, however many models are judged.
 *
 * <p>Immutable and thread-safe.
 */
final class LinkEvaluator {

  private final List<LinkModel.Evidence> positive = new ArrayList<>();
  private final List<LinkModel.Evidence> negative = new ArrayList<>();

  private LinkEvaluator() {}

  /**
   * Reads the links that models are judged by.
   *
   * @param trainer who has trained, or will train, the models: the features are read in its way
   * @param test links that it has not seen
   * @return the evaluator
   * @throws IllegalArgumentException if there is no link on the topic, or none off it
   */
  public static LinkEvaluator of(LinkTrainer trainer, Collection<LabelledLink> test) {
    var evaluator = new LinkEvaluator();
    for (LabelledLink link : test) {
      (link.onTopic() ? evaluator.positive : evaluator.negative).add(trainer.evidence(link));
    }
    if (evaluator.positive.isEmpty() || evaluator.negative.isEmpty()) {
      throw new IllegalArgumentException(
          "test must have links of both classes, but has "
              + evaluator.positive.size()
              + " on the topic and "
              + evaluator.negative.size()
              + " off it");
    }
    return evaluator;
  }

  /**
   * Judges a model.
   *
   * @param model the model
   * @return the evaluation of its log-odds on the test links; precision and recall at log-odds 0
   */
  public Evaluation evaluate(LinkModel model) {
    Evaluation.Builder evaluation = Evaluation.builder();
    positive.forEach(link -> evaluation.add(model.logOdds(link), true));
    negative.forEach(link -> evaluation.add(model.logOdds(link), false));
    return evaluation.build();
  }

  /**
   * One line of a comparison.
   *
   * @param settings the settings that were judged
   * @param evaluation their evaluation
   */
  public record Row(LinkSettings settings, Evaluation evaluation) {

    /**
     * Refuses nulls.
     *
     * @param settings the settings that were judged
     * @param evaluation their evaluation
     */
    public Row {
      requireNonNull(settings, "settings");
      requireNonNull(evaluation, "evaluation");
    }
  }

  /**
   * Judges a model with each feature group and event model.
   *
   * @param model a model that does not merge the words of anchor and context
   * @return nine rows, by group and then by event model
   * @throws IllegalArgumentException if the model merges them
   */
  public List<Row> compare(LinkModel model) {
    List<Row> rows = new ArrayList<>();
    for (LinkSettings.FeatureGroup group : LinkSettings.FeatureGroup.values()) {
      for (LinkSettings.EventModel events : LinkSettings.EventModel.values()) {
        LinkSettings settings =
            model.settings().toBuilder().group(group).eventModel(events).build();
        rows.add(new Row(settings, evaluate(model.with(settings))));
      }
    }
    return rows;
  }
}
