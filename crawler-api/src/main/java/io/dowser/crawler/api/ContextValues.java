package io.dowser.crawler.api;

import io.dowser.crawler.text.TextAnalyzer;
import io.dowser.crawler.text.TextNormalizer;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.random.RandomGenerator;

/** The values of a context. */
record ContextValues(
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
