package io.dowser.crawler.shark;

import io.dowser.crawler.api.CrawlContext;
import io.dowser.crawler.api.Frontier;
import io.dowser.crawler.api.FrontierProvider;
import io.dowser.crawler.api.Settings;

/**
 * Creates a {@link SharkFrontier} under the name {@code shark}; the key words are the terms of the
 * crawl's topic.
 *
 * <p>Settings: {@code profile} ({@code recommended}, the default, or {@code paper}); {@code theta}
 * (0 to 1, 0.85); {@code upperLimit} and {@code lowerLimit} (0 to 1, 0.3 and 0.1); {@code minPrior}
 * and {@code minNormal} (any number, 0.2 and 0.02); {@code turnRatio} (0 to 1000000, 0, with
 * profile {@code paper} 1; 0 is prior first); {@code releaseRejected} (true, with profile {@code
 * paper} false); {@code linkShare} ({@code crawled-pages} or {@code largest-count}); {@code
 * linkSources} ({@code pages} or {@code hosts}); {@code aliases} of key words in URLs, such as
 * {@code 台风=taifeng,暴雨=baoyu}. The first name is the default each time.
 */
public final class SharkFrontierProvider implements FrontierProvider {

  /** For the service loader. */
  public SharkFrontierProvider() {}

  @Override
  public String name() {
    return "shark";
  }

  /**
   * Creates a frontier.
   *
   * @throws io.dowser.crawler.api.CrawlException if the crawl has no topic in words
   */
  @Override
  public Frontier create(Settings settings, CrawlContext context) {
    KeyWords.Builder keyWords = SharkSettings.keyWords(name(), context);
    SharkSettings.addAliases(keyWords, settings);
    SharkProfile profile = settings.choice("profile", SharkProfile.RECOMMENDED);
    int turnRatio = profile == SharkProfile.PAPER ? 1 : ValueChoice.PRIOR_FIRST;
    return SharkFrontier.builder(keyWords.build())
        .profile(profile)
        .hostGrouping(context.hostGrouping())
        .theta(settings.number("theta", SharkFrontier.THETA, 0, 1))
        .thresholds(SharkSettings.thresholds(settings))
        .turnRatio(settings.integer("turnRatio", turnRatio, 0, SharkFrontier.Builder.MOST_TURNS))
        .releaseRejected(settings.flag("releaseRejected", profile != SharkProfile.PAPER))
        .linkShare(settings.choice("linkShare", SharkFrontier.LinkShare.CRAWLED_PAGES))
        .linkSources(settings.choice("linkSources", SharkFrontier.LinkSources.PAGES))
        .build();
  }
}
