/**
 * Crawls as beans of a Spring Boot application, described by properties below {@code
 * dowser.crawls}.
 *
 * <p>A program injects {@link io.dowser.crawler.spring.Crawls} to start and stop them, and defines
 * a {@link io.dowser.crawler.spring.CrawlerCustomizer} for what no property says. The module's
 * README lists the properties.
 */
@NullMarked
package io.dowser.crawler.spring;

import org.jspecify.annotations.NullMarked;
