package io.dowser.crawler.wanglandau;

import io.dowser.crawler.api.CrawlContext;
import io.dowser.crawler.api.Frontier;
import io.dowser.crawler.api.FrontierProvider;
import io.dowser.crawler.api.Settings;

/**
 * Creates a {@link SimulatedAnnealingFrontier} under the name {@code simulated-annealing}.
 *
 * <p>Settings: {@code startTemperature}, {@code cooling}, {@code leastTemperature}, by default 0.2,
 * 0.999 and 0.01; {@code refusals}, by default 5; {@code hostWeight}, by default 0.5; {@code
 * hostPrior}, by default 2. Hosts are remembered by the relevance that {@link WangLandauScorer}
 * found in their pages, or by the judge's if another scorer rated the links.
 */
public final class SimulatedAnnealingFrontierProvider implements FrontierProvider {

  /** For the service loader. */
  public SimulatedAnnealingFrontierProvider() {}

  @Override
  public String name() {
    return "simulated-annealing";
  }

  @Override
  public Frontier create(Settings settings, CrawlContext context) {
    return SimulatedAnnealingFrontier.builder()
        .hostGrouping(context.hostGrouping())
        .random(context.random())
        .temperature(
            settings.number("startTemperature", 0.2, 1e-6, 1_000),
            settings.number("cooling", 0.999, 0, 1),
            settings.number("leastTemperature", 0.01, 1e-6, 1_000))
        .refusals(settings.integer("refusals", 5, 1, Integer.MAX_VALUE))
        .hostMemory(
            settings.number("hostWeight", 0.5, 0, 1), settings.number("hostPrior", 2, 0, 1_000_000))
        .build();
  }
}
