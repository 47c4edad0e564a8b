package io.dowser.crawler.browser;

import io.dowser.crawler.api.Settings;
import java.util.List;

/** Reads the policy of {@link BrowserFetcher.Provider} from its settings. */
final class RenderPolicySettings {

  private static final double LEAST_SCORE = -1_000_000;

  private RenderPolicySettings() {}

  private enum Render {
    EMPTY,
    ALWAYS
  }

  static RenderPolicy policy(Settings settings) {
    Render render =
        settings.choice(
            "render", Render.EMPTY, "which pages are rendered: those that look empty, or all");
    RenderPolicy policy =
        render == Render.EMPTY ? RenderPolicy.looksEmpty() : RenderPolicy.always();
    List<String> hosts =
        RenderSettings.list(
            settings.text(
                "renderHosts",
                "",
                "patterns of hosts, with commas between them",
                "hosts whose pages may be rendered; by default all"));
    double score =
        settings.number(
            "renderMinScore",
            LEAST_SCORE,
            LEAST_SCORE,
            -LEAST_SCORE,
            "minimum score of a link whose page is rendered; by default none");
    RenderPolicy ofHosts = hosts.isEmpty() ? policy : policy.and(RenderPolicy.hosts(hosts));
    return score == LEAST_SCORE ? ofHosts : ofHosts.and(RenderPolicy.minScore(score));
  }
}
