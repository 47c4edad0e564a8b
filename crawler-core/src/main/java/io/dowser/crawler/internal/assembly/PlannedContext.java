package io.dowser.crawler.internal.assembly;

import io.dowser.crawler.api.CrawlContext;
import io.dowser.crawler.api.HostGrouping;
import io.dowser.crawler.api.Topic;
import io.dowser.crawler.text.TextAnalyzer;
import io.dowser.crawler.text.TextNormalizer;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.random.RandomGenerator;

/** What a planned crawl offers to its plugins. */
record PlannedContext(
    Optional<Topic> topic,
    TextNormalizer textNormalizer,
    TextAnalyzer textAnalyzer,
    HostGrouping hostGrouping,
    RandomGenerator random,
    InstantSource clock,
    Shared shared,
    Hosts hosts,
    Canonicalizer canonicalizer,
    String robotName,
    Duration analysisTimeout)
    implements CrawlContext {}
