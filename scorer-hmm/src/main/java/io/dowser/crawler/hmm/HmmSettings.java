package io.dowser.crawler.hmm;

import io.dowser.crawler.api.Settings;
import io.dowser.crawler.toolkit.model.ModelFile;

/** Creates a scorer by the settings that {@link HmmLinkScorer.Provider} describes. */
final class HmmSettings {

  private HmmSettings() {}

  /** Whose choices the defaults are. */
  enum Profile {
    RECOMMENDED,
    PAPER
  }

  static HmmLinkScorer scorer(Settings settings) {
    Profile profile = settings.choice("profile", Profile.RECOMMENDED);
    boolean paper = profile == Profile.PAPER;
    HmmLinkScorer.Priority priority =
        settings.choice(
            "priority", paper ? HmmLinkScorer.Priority.MAX : HmmLinkScorer.Priority.YIELD);
    double kappa =
        settings.number("kappa", paper ? 0 : HmmLinkScorer.KAPPA, 0, HmmLinkScorer.MOST_KAPPA);
    double anchors = settings.number("anchorWeight", paper ? 0 : HmmLinkScorer.ANCHOR_WEIGHT, 0, 1);
    boolean secondKey = settings.flag("secondKey", !paper);
    HmmModel model = ModelFile.ofSetting(settings, HmmModel::load);
    return (paper ? HmmLinkScorer.paper(model) : HmmLinkScorer.recommended(model))
        .priority(priority)
        .kappa(kappa)
        .anchorWeight(anchors)
        .secondKey(secondKey)
        .build();
  }
}
