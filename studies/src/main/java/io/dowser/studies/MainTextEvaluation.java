package io.dowser.studies;

import static java.util.Objects.requireNonNull;

import com.google.common.collect.ImmutableSet;
import io.dowser.crawler.internal.content.MainTextFeatures;
import io.dowser.studies.LabelledPages.Kind;
import io.dowser.studies.MainTextTraining.Examples;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Labelled pages, and how good main text is on them. Not thread-safe. */
final class MainTextEvaluation {

  static final int FOLDS = 5;

  private final Map<Kind, List<LabelledPage>> pages;

  MainTextEvaluation(Map<Kind, List<LabelledPage>> pages) {
    this.pages = pages;
  }

  /** Reads all pages. */
  static MainTextEvaluation of(LabelledPages source) throws IOException {
    Map<Kind, List<LabelledPage>> pages = new EnumMap<>(Kind.class);
    for (Kind kind : Kind.values()) {
      pages.put(kind, source.of(kind));
    }
    return new MainTextEvaluation(pages);
  }

  int count(Kind kind) {
    return pages.getOrDefault(kind, List.of()).size();
  }

  /** Returns the weights that all pages give. */
  List<Double> train() {
    return train(examples());
  }

  /**
   * Scores main text by weights that were trained without the site of the page.
   *
   * @param splits the number of random divisions of the sites into folds; the score is of all of
   *     them
   */
  Map<Kind, MainTextScore> crossValidate(int splits) {
    List<Examples> examples = examples();
    List<String> sites =
        new ArrayList<>(all().map(LabelledPage::site).collect(ImmutableSet.toImmutableSet()));
    var random = new Random(1);
    Map<Kind, MainTextScore> scores = new EnumMap<>(Kind.class);
    for (int split = 0; split < splits; split++) {
      Collections.shuffle(sites, random);
      Map<String, List<Double>> weights = new HashMap<>(); // by site
      for (int fold = 0; fold < FOLDS; fold++) {
        Set<String> left = everyNth(sites, fold);
        List<Double> others =
            train(examples.stream().filter(e -> !left.contains(e.site())).toList());
        left.forEach(site -> weights.put(site, others));
      }
      addScores(page -> requireNonNull(weights.get(page.site())), scores);
    }
    return scores;
  }

  /** Returns the sites of a fold. */
  static Set<String> everyNth(List<String> sites, int from) {
    return IntStream.range(0, sites.size())
        .filter(i -> i % FOLDS == from)
        .mapToObj(sites::get)
        .collect(Collectors.toSet());
  }

  private static List<Double> train(List<Examples> pages) {
    var training = new MainTextTraining();
    pages.forEach(training::add);
    return training.weights();
  }

  private Stream<LabelledPage> all() {
    return pages.values().stream().flatMap(List::stream);
  }

  private List<Examples> examples() {
    return pages.entrySet().stream()
        .filter(each -> each.getKey().weight > 0)
        .flatMap(
            each ->
                each.getValue().stream()
                    .map(page -> MainTextTraining.examples(page, each.getKey().weight)))
        .toList();
  }

  private void addScores(
      Function<LabelledPage, List<Double>> weights, Map<Kind, MainTextScore> scores) {
    pages.forEach(
        (kind, each) -> {
          MainTextScore score = scores.computeIfAbsent(kind, any -> new MainTextScore());
          each.forEach(
              page -> score.add(page, MainTextFeatures.mainText(page.page(), weights.apply(page))));
        });
  }
}
