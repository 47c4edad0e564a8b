package io.dowser.crawler.internal.politeness;

import io.dowser.crawler.Politeness;
import io.dowser.crawler.internal.robots.RobotsCache;
import io.dowser.crawler.internal.robots.RobotsReader;
import io.dowser.crawler.robots.RobotsPolicy;

/**
 * What of a crawl's plan is about good behaviour.
 *
 * @param politeness how hosts are treated
 * @param robots how robots.txt is treated
 * @param robotsReader what makes rules of a robots.txt
 * @param robotsCache the rules of the sites met so far; the one part of a plan that changes
 * @param seed of the random numbers that spread out hosts which failed together
 */
public record PolitenessPlan(
    Politeness politeness,
    RobotsPolicy robots,
    RobotsReader robotsReader,
    RobotsCache robotsCache,
    long seed) {}
