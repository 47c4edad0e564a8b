package io.dowser.crawler.tika;

import java.time.Duration;

/** What one document may take; see {@link TikaAnalyzer.Builder}. */
record TikaLimits(
    int maxBytes,
    int maxCharacters,
    int maxLinks,
    Duration timeout,
    int heapMebibytes,
    int processes,
    String classPath) {}
