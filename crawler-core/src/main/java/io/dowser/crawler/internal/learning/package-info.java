/**
 * Learning of judges and scorers during a crawl: from visits, and from answers of people. Confined
 * to the engine thread; {@code Rejudging} judges pages on a separate one.
 */
@NullMarked
package io.dowser.crawler.internal.learning;

import org.jspecify.annotations.NullMarked;
