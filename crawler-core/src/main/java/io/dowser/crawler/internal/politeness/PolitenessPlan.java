package io.dowser.crawler.internal.politeness;

import io.dowser.crawler.Politeness;
import io.dowser.crawler.internal.robots.RobotsCache;
import io.dowser.crawler.internal.robots.RobotsReader;
import io.dowser.crawler.robots.RobotsPolicy;

/**
 * The part of a crawl's plan that concerns politeness. The cache is the one mutable part of a plan;
 * random numbers from the seed spread out hosts which failed together.
 */
public record PolitenessPlan(
    Politeness politeness,
    RobotsPolicy robots,
    RobotsReader robotsReader,
    RobotsCache robotsCache,
    long seed) {}
