package io.dowser.crawler.wanglandau;

import io.dowser.crawler.api.HostGrouping;

/**
 * What a sampler goes by.
 *
 * @param walk the walk's rules
 * @param grouping which URLs make a region
 * @param refusals in a row before the best link is taken
 * @param leastRelevance from which on a link is queued
 * @param usesRanks whether links of little relevance are queued for their rank
 * @param rankLimit the rank from which on they are
 * @param a damping of the ranks
 * @param suspendedCapacity links beside the queue at most; 0 means that they are discarded
 * @param releasesSuspended whether suspended links are queued when nothing else waits
 * @param stepLimit proposals after which nothing is given any more
 * @param roulette how links are drawn
 */
record SamplerRules(
    WalkRules walk,
    HostGrouping grouping,
    int refusals,
    double leastRelevance,
    boolean usesRanks,
    double rankLimit,
    double a,
    int suspendedCapacity,
    boolean releasesSuspended,
    long stepLimit,
    Roulette roulette) {}
