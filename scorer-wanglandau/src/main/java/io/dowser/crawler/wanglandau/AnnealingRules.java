package io.dowser.crawler.wanglandau;

/**
 * What annealing goes by.
 *
 * @param start first temperature
 * @param cooling what it is multiplied by for each link taken
 * @param least lowest temperature
 * @param refusals in a row before the best link is taken
 * @param hostWeight the weight of the host's memory in the energy of a link
 * @param prior how many pages the mean of all hosts counts for in that of one
 */
record AnnealingRules(
    double start, double cooling, double least, int refusals, double hostWeight, double prior) {}
