package io.dowser.crawler.wanglandau;

import io.dowser.crawler.api.CrawlContext;
import io.dowser.crawler.api.Settings;

/** Creates a frontier by the settings that {@link WangLandauFrontier.Provider} describes. */
final class WangLandauSettings {

  private WangLandauSettings() {}

  private enum Profile {
    RECOMMENDED,
    PAPER,
    PAPER_STRICT
  }

  static WangLandauFrontier frontier(Settings settings, CrawlContext context) {
    WangLandauFrontier.Builder builder =
        WangLandauFrontier.builder().hostGrouping(context.hostGrouping()).random(context.random());
    switch (settings.choice("profile", Profile.RECOMMENDED)) {
      case PAPER -> builder.paper();
      case PAPER_STRICT -> builder.paperStrict();
      default -> {}
    }
    walk(builder, settings);
    queue(builder, settings);
    return builder.build();
  }

  private static void walk(WangLandauFrontier.Builder builder, Settings settings) {
    builder
        .bands(settings.integer("bands", builder.bands, 1, 10_000))
        .interval(settings.integer("interval", builder.interval, 1, Integer.MAX_VALUE))
        .refusals(settings.integer("refusals", builder.refusals, 1, Integer.MAX_VALUE))
        .flatness(settings.choice("flatness", builder.flatness))
        .k(settings.number("k", builder.k, 0, 1))
        .schedule(settings.choice("schedule", builder.schedule))
        .newBand(settings.choice("newBand", builder.newBand))
        .stepLimit(settings.integer("stepLimit", (int) builder.stepLimit, 1, Integer.MAX_VALUE))
        .walkers(settings.integer("walkers", builder.walkers, 1, 10_000))
        .roulette(settings.choice("roulette", builder.roulette));
  }

  private static void queue(WangLandauFrontier.Builder builder, Settings settings) {
    int most = Integer.MAX_VALUE;
    builder
        .leastRelevance(settings.number("leastRelevance", builder.leastRelevance, 0, 1))
        .ranks(settings.flag("ranks", builder.usesRanks))
        .rankLimit(settings.number("rankLimit", builder.rankLimit, 0, 1_000_000))
        .suspendedCapacity(
            settings.integer("suspendedCapacity", builder.suspendedCapacity, 0, most))
        .releaseSuspended(settings.flag("releaseSuspended", builder.releasesSuspended))
        .costModel(settings.choice("costModel", builder.costModel))
        .speculation(settings.integer("speculation", builder.speculation, 0, most))
        .anchorWeight(settings.number("anchorWeight", builder.anchorWeight, 0, 1));
  }
}
