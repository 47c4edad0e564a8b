package io.dowser.crawler.tika;

import java.time.Duration;

/** The limits of one document; see {@link TikaAnalyzer.Builder}. */
record TikaLimits(
    int maxBytes,
    int maxCharacters,
    int maxLinks,
    Duration timeout,
    int heapMebibytes,
    int processes,
    String classPath) {}
