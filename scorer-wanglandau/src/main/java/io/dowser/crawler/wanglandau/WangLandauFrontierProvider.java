package io.dowser.crawler.wanglandau;

import static io.dowser.crawler.wanglandau.WangLandauFrontier.Builder.ANCHOR_WEIGHT;
import static io.dowser.crawler.wanglandau.WangLandauFrontier.Builder.BANDS;
import static io.dowser.crawler.wanglandau.WangLandauFrontier.Builder.INTERVAL;
import static io.dowser.crawler.wanglandau.WangLandauFrontier.Builder.K;
import static io.dowser.crawler.wanglandau.WangLandauFrontier.Builder.LEAST_RELEVANCE;
import static io.dowser.crawler.wanglandau.WangLandauFrontier.Builder.RANK_LIMIT;
import static io.dowser.crawler.wanglandau.WangLandauFrontier.Builder.REFUSALS;
import static io.dowser.crawler.wanglandau.WangLandauFrontier.Builder.STEP_LIMIT;
import static io.dowser.crawler.wanglandau.WangLandauFrontier.Builder.SUSPENDED_CAPACITY;

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

  @Override
  public Frontier create(Settings settings, CrawlContext context) {
    Profile profile = settings.choice("profile", Profile.RECOMMENDED);
    WangLandauFrontier.Builder builder =
        profile.builder().hostGrouping(context.hostGrouping()).random(context.random());
    walk(builder, settings);
    queue(builder, settings, profile);
    fetching(builder, settings, profile);
    return builder.build();
  }

  private static void walk(WangLandauFrontier.Builder builder, Settings settings) {
    builder
        .bands(settings.integer("bands", BANDS, 1, 10_000))
        .interval(settings.integer("interval", INTERVAL, 1, Integer.MAX_VALUE))
        .refusals(settings.integer("refusals", REFUSALS, 1, Integer.MAX_VALUE))
        .flatness(settings.choice("flatness", Flatness.COUNT))
        .k(settings.number("k", K, 0, 1))
        .schedule(settings.choice("schedule", Schedule.HALVING))
        .newBand(settings.choice("newBand", NewBand.ZERO))
        .stepLimit(settings.integer("stepLimit", (int) STEP_LIMIT, 1, Integer.MAX_VALUE))
        .walkers(settings.integer("walkers", 1, 1, 10_000))
        .roulette(settings.choice("roulette", Roulette.STOCHASTIC_ACCEPTANCE));
  }

  private static void queue(
      WangLandauFrontier.Builder builder, Settings settings, Profile profile) {
    int suspended = profile == Profile.PAPER_STRICT ? 0 : SUSPENDED_CAPACITY;
    builder
        .leastRelevance(settings.number("leastRelevance", LEAST_RELEVANCE, 0, 1))
        .ranks(settings.flag("ranks", profile != Profile.PAPER_STRICT))
        .rankLimit(settings.number("rankLimit", RANK_LIMIT, 0, 1_000_000))
        .suspendedCapacity(settings.integer("suspendedCapacity", suspended, 0, Integer.MAX_VALUE))
        .releaseSuspended(settings.flag("releaseParked", profile == Profile.RECOMMENDED));
  }

  private static void fetching(
      WangLandauFrontier.Builder builder, Settings settings, Profile profile) {
    CostModel model = profile == Profile.RECOMMENDED ? CostModel.LAZY : CostModel.FETCH_ON_EXPAND;
    builder
        .costModel(settings.choice("costModel", model))
        .speculation(settings.integer("speculation", 0, 0, Integer.MAX_VALUE))
        .anchorWeight(settings.number("anchorWeight", ANCHOR_WEIGHT, 0, 1));
  }
}
