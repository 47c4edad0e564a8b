package io.dowser.crawler.api;

/** One scorer of a weighted sum. */
record WeightedPart(String name, LinkScorer scorer, double weight) {}
