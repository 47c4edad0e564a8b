package io.dowser.crawler.wanglandau;

import io.dowser.crawler.api.Resumable;
import java.util.random.RandomGenerator;

/** Randomness that continues after a restart where it stood. */
interface ResumableRandom extends RandomGenerator, Resumable {}
