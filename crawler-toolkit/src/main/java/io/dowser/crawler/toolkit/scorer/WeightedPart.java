package io.dowser.crawler.toolkit.scorer;

import io.dowser.crawler.api.LinkScorer;

/** One scorer of a weighted sum. */
record WeightedPart(String name, LinkScorer scorer, double weight) {}
