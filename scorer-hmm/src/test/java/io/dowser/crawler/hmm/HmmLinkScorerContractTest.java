package io.dowser.crawler.hmm;

import io.dowser.crawler.api.LinkScorer;
import io.dowser.crawler.api.Settings;
import io.dowser.crawler.testkit.LinkScorerContract;
import io.dowser.crawler.text.TextAnalyzer;
import io.dowser.crawler.text.Tokens;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

class HmmLinkScorerContractTest extends LinkScorerContract {

  private static final List<HmmModel> MODELS =
      List.of(
          HmmTrainer.builder().build().train(Tunnels.trainingSet()),
          HmmTrainer.builder()
              .states(2)
              .otherClusters(1)
              .lambdaA(1e-300)
              .lambdaB(1e-300)
              .build()
              .train(Tunnels.trainingSet()),
          HmmTrainer.builder()
              .states(HiddenMarkovModel.MAX_STATES)
              .otherClusters(80)
              .lambdaA(1e6)
              .lambdaB(1e6)
              .build()
              .train(Tunnels.trainingSet()));

  private static final List<HmmLinkScorer.Priority> PRIORITIES =
      List.of(HmmLinkScorer.Priority.values());

  @Override
  protected LinkScorer scorer(RandomGenerator random) {
    HmmModel model = MODELS.get(random.nextInt(MODELS.size()));
    Map<String, String> settings =
        Map.of(
            "profile", random.nextBoolean() ? "recommended" : "paper",
            "priority", PRIORITIES.get(random.nextInt(PRIORITIES.size())).name(),
            "kappa", List.of("0", "1", "1000").get(random.nextInt(3)),
            "anchorWeight", List.of("0", "0.3", "1").get(random.nextInt(3)));
    return HmmLinkScorer.of(model, Settings.of(settings));
  }

  @Override
  protected boolean explainsBySums() {
    return true;
  }

  @Override
  protected List<String> knownWords() {
    Tokens tokens =
        Tokens.of(
            Tunnels.pages(99).get(3).text() + " " + Tunnels.pages(99).get(0).text(),
            TextAnalyzer.PLAIN);
    return IntStream.range(0, tokens.size()).mapToObj(tokens::term).toList();
  }
}
