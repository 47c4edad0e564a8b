package io.dowser.crawler.hmm;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Test;

/**
 * What predicts the distance of the next page on the paths of people that no model was trained on,
 * and what is left for the path to say once the page is known. The exhaustive run writes {@code
 * target/xie2012-next-distance.md}.
 */
class NextDistanceTest {

  private static final boolean EXHAUSTIVE = Boolean.getBoolean("dowser.exhaustive");
  private static final int PATHS = EXHAUSTIVE ? 100_000 : 500; // all of those there are
  private static final int TRAINED = 0; // thirds of the users
  private static final int REPORTED = 2;

  private final Map<String, List<double[]>> quality = new LinkedHashMap<>();
  private final Map<String, List<Double>> information = new LinkedHashMap<>();

  @Test
  void thePathAddsNextToNothingToThePage() throws Exception {
    var wiki = new WikiWeb();
    for (String topic : EXHAUSTIVE ? WikiWeb.TOPICS : List.of("Mathematics", "Music")) {
      TrainingSet set =
          TrainingSet.of(wiki.sessions(topic, TRAINED, WikispeediaReplayTest.PATHS), wiki.source());
      HmmModel model = HmmTrainer.builder().build().train(set);
      var users = new HeldOutUsers(wiki, topic, wiki.sessions(topic, REPORTED, PATHS), model);
      measure(users, predictors(set, model), model.hidden().n);
    }
    if (EXHAUSTIVE) {
      write();
    }

    assertThat(mean("soft clusters, no memory", 1))
        .isGreaterThan(mean("nearest cluster, memory", 1));
    assertThat(mean("cluster table", 0)).isLessThan(mean("nearest cluster, memory", 0));
    assertThat(information("distance of the page before"))
        .isLessThan(0.1 * information("cluster of the page"));
  }

  private static Map<String, BiFunction<double[], HeldOutUsers.Step, double[]>> predictors(
      TrainingSet set, HmmModel model) {
    HiddenMarkovModel hidden = model.hidden();
    HmmTrainer.Builder unchecked = HmmTrainer.builder().refined(true);
    unchecked.checked = false;
    Ablation ablation = Ablation.of(model, set);
    Map<String, BiFunction<double[], HeldOutUsers.Step, double[]>> all = new LinkedHashMap<>();
    all.put("nothing of the page", (prior, page) -> ablation.next(HiddenMarkovModel.MISSING));
    all.put("cluster table", (prior, page) -> ablation.next(page.cluster()));
    all.put("nearest cluster, memory", predictor(hidden, true, false));
    all.put("nearest cluster, no memory", predictor(hidden, false, false));
    all.put("soft clusters, memory", predictor(hidden, true, true));
    all.put("soft clusters, no memory", predictor(hidden, false, true));
    all.put(
        "nearest cluster, memory, A of walks",
        predictor(new HiddenMarkovModel(hidden.pi, walked(set, hidden.n), hidden.b), true, false));
    all.put(
        "nearest cluster, memory, Baum-Welch",
        predictor(unchecked.build().train(set).hidden(), true, false));
    return all;
  }

  private static BiFunction<double[], HeldOutUsers.Step, double[]> predictor(
      HiddenMarkovModel hidden, boolean memory, boolean soft) {
    return (prior, page) -> {
      double[] before = memory && prior.length > 0 ? prior : hidden.pi;
      if (page.cluster() == HiddenMarkovModel.MISSING) {
        return hidden.predict(before);
      }
      double[] likelihoods =
          soft
              ? hidden.likelihoods(ClusterSpace.shares(page.cosines()))
              : hidden.likelihoods(page.cluster());
      return hidden.predict(Forward.SCALED.step(before, likelihoods));
    };
  }

  /** Counted on clicks in place of links; who goes back has stayed where they were. */
  private static double[][] walked(TrainingSet set, int n) {
    DistanceGraph graph = DistanceGraph.ofLinks(set, n);
    var clicks = new double[n][n];
    for (BrowsingSession session : set.sessions()) {
      int last = BrowsingSession.START;
      for (int at = 0; at < session.steps().size(); at++) {
        BrowsingSession.Step step = session.steps().get(at);
        int to = graph.distance(set.numberOf(step.url()));
        if (step.from() != BrowsingSession.START) {
          int from = set.numberOf(session.steps().get(step.from()).url());
          clicks[graph.distance(from)][to]++;
          clicks[last][last] += step.from() == at - 1 ? 0 : 1;
        }
        last = to;
      }
    }
    return CountedModel.of(ones(n), clicks, new double[n][2], 1, 1).a;
  }

  private static double[] ones(int n) {
    var ones = new double[n];
    Arrays.fill(ones, 1);
    return ones;
  }

  private void measure(
      HeldOutUsers users,
      Map<String, BiFunction<double[], HeldOutUsers.Step, double[]>> predictors,
      int n) {
    predictors.forEach(
        (name, predictor) -> {
          List<HeldOutUsers.Click> clicks = users.clicks(predictor, n);
          double loss =
              clicks.stream()
                  .mapToDouble(click -> -Math.log(click.predicted()[click.distance()]))
                  .average()
                  .orElseThrow();
          quality
              .computeIfAbsent(name, key -> new ArrayList<>())
              .add(new double[] {loss, auc(clicks, 0), auc(clicks, 1)});
        });
    List<HeldOutUsers.Click> clicks =
        users.clicks((prior, page) -> new double[n], n).stream()
            .filter(click -> click.on().previousDistance() >= 0)
            .toList();
    inform(
        "cluster of the page",
        Information.of(
            clicks, NextDistanceTest::cluster, HeldOutUsers.Click::distance, click -> 0));
    inform(
        "distance of the page",
        Information.of(
            clicks,
            click -> click.on().distance(),
            HeldOutUsers.Click::distance,
            NextDistanceTest::cluster));
    inform(
        "distance of the page before",
        Information.of(
            clicks,
            click -> click.on().previousDistance(),
            HeldOutUsers.Click::distance,
            NextDistanceTest::cluster));
    inform(
        "cluster of the page before",
        Information.of(
            clicks,
            click -> click.on().previousCluster(),
            HeldOutUsers.Click::distance,
            NextDistanceTest::cluster));
  }

  private static int cluster(HeldOutUsers.Click click) {
    return click.on().cluster();
  }

  private void inform(String name, double nats) {
    information.computeIfAbsent(name, key -> new ArrayList<>()).add(nats);
  }

  /** The chance that a click that came so near has a higher score than one that did not. */
  private static double auc(List<HeldOutUsers.Click> clicks, int nearest) {
    List<HeldOutUsers.Click> sorted = new ArrayList<>(clicks);
    sorted.sort(Comparator.comparingDouble(HeldOutUsers.Click::score));
    double near = 0;
    double won = 0;
    int far = 0;
    for (int from = 0, to; from < sorted.size(); from = to) {
      int nearHere = 0;
      for (to = from;
          to < sorted.size() && sorted.get(to).score() == sorted.get(from).score();
          to++) {
        nearHere += sorted.get(to).distance() <= nearest ? 1 : 0;
      }
      int farHere = to - from - nearHere;
      won += nearHere * (far + farHere / 2.0);
      near += nearHere;
      far += farHere;
    }
    return won / near / far;
  }

  private double mean(String predictor, int measure) {
    return estimate(predictor, measure).mean();
  }

  private Estimate estimate(String predictor, int measure) {
    return Estimate.of(
        quality.getOrDefault(predictor, List.of()).stream()
            .mapToDouble(each -> each[measure])
            .toArray());
  }

  private double information(String name) {
    return information.getOrDefault(name, List.of()).stream()
        .mapToDouble(each -> each)
        .average()
        .orElseThrow();
  }

  private void write() throws IOException {
    List<String> lines = new ArrayList<>();
    lines.add("| Predicted from | loss | target next | at most a link from one next |");
    lines.add("|---|---:|---:|---:|");
    quality
        .keySet()
        .forEach(
            name ->
                lines.add(
                    "| "
                        + name
                        + " | "
                        + estimate(name, 0)
                        + " | "
                        + estimate(name, 1)
                        + " | "
                        + estimate(name, 2)
                        + " |"));
    lines.add("");
    information.forEach(
        (name, nats) ->
            lines.add(
                "| "
                    + name
                    + " | "
                    + Estimate.of(nats.stream().mapToDouble(each -> each).toArray())
                    + " |"));
    Path target = Files.createDirectories(Path.of("target")).resolve("xie2012-next-distance.md");
    Files.write(target, lines);
  }
}
