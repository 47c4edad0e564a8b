package io.dowser.crawler.internal.politeness;

import io.dowser.crawler.Politeness;
import io.dowser.crawler.internal.robots.RobotsCache;
import io.dowser.crawler.internal.robots.RobotsReader;
import io.dowser.crawler.robots.RobotsPolicy;

/**
 * The part of a crawl's plan that concerns politeness.
 *
 * @param politeness the rules for hosts
 * @param robots the rules for robots.txt
 * @param robotsReader parses robots.txt
 * @param robotsCache the rules of known sites; the one mutable part of a plan
 * @param seed of the random numbers that spread out hosts which failed together
 */
public record PolitenessPlan(
    Politeness politeness,
    RobotsPolicy robots,
    RobotsReader robotsReader,
    RobotsCache robotsCache,
    long seed) {}
