package io.dowser.crawler.wanglandau;

import io.dowser.crawler.api.CrawlContext;
import io.dowser.crawler.api.Frontier;
import io.dowser.crawler.api.FrontierProvider;
import io.dowser.crawler.api.Settings;

/**
 * Creates a {@link WangLandauFrontier} under the name {@code wang-landau}.
 *
 * <p>The setting {@code profile} is one of {@code recommended} (the default), {@code paper} and
 * {@code paper-strict}, which choose the defaults of {@code costModel} ({@code lazy} or {@code
 * fetch-on-expand}), {@code ranks}, {@code releaseSuspended} (true or false) and {@code
 * suspendedCapacity}. The others are {@code bands}, {@code interval}, {@code refusals}, {@code
 * leastRelevance}, {@code rankLimit}, {@code flatness} ({@code count} or {@code mean-ratio}),
 * {@code k}, {@code schedule} ({@code halving} or {@code one-over-t}), {@code newBand} ({@code
 * zero} or {@code minimum}), {@code stepLimit}, {@code walkers}, {@code speculation}, {@code
 * anchorWeight} and {@code roulette} ({@code stochastic-acceptance} or {@code cumulative-wheel});
 * see {@link WangLandauFrontier.Builder} for what they mean, their ranges and defaults.
 *
 * <p>In the cost model {@code fetch-on-expand} the relevance of a page is what {@link
 * WangLandauScorer} found in it, or the judge's if another scorer rated its links.
 */
public final class WangLandauFrontierProvider implements FrontierProvider {

  /** For the service loader. */
  public WangLandauFrontierProvider() {}

  @Override
  public String name() {
    return "wang-landau";
  }

  private enum Profile {
    RECOMMENDED,
    PAPER,
    PAPER_STRICT
  }

  @Override
  public Frontier create(Settings settings, CrawlContext context) {
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
