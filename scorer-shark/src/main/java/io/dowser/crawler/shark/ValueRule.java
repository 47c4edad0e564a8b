package io.dowser.crawler.shark;

/**
 * What formula (5) and the turns of the queues go by.
 *
 * @param theta weight of potential against in-links
 * @param turnRatio turns of the prior queue for each of the normal one, or {@link
 *     ValueChoice#PRIOR_FIRST}
 * @param byLargest whether in-links are divided by the largest count instead of the crawled pages
 */
record ValueRule(double theta, int turnRatio, boolean byLargest) {}
