package io.dowser.crawler.frontier;

import io.dowser.crawler.api.CrawlContext;
import io.dowser.crawler.api.Frontier;
import io.dowser.crawler.api.FrontierProvider;
import io.dowser.crawler.api.Settings;

/**
 * Creates {@link BestFirstFrontier} by the name {@code best-first}.
 *
 * <p>Settings: {@code capacity} (pending URLs, 1 or more, by default unlimited), {@code hostWindow}
 * (polls, 1 or more, by default 1, which is off), {@code strictHostWindow} (by default {@code
 * false}).
 */
public final class BestFirstFrontierProvider implements FrontierProvider {

  /** Does no work; called by the service loader. */
  public BestFirstFrontierProvider() {}

  @Override
  public String name() {
    return "best-first";
  }

  @Override
  public Frontier create(Settings settings, CrawlContext context) {
    return BestFirstFrontier.builder()
        .hostGrouping(context.hostGrouping())
        .capacity(settings.integer("capacity", Integer.MAX_VALUE, 1, Integer.MAX_VALUE))
        .hostWindow(settings.integer("hostWindow", 1, 1, Integer.MAX_VALUE))
        .strictHostWindow(settings.flag("strictHostWindow", false))
        .build();
  }
}
