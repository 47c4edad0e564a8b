/**
 * Builds a focused crawl, runs it and reports how it ended; start with {@link
 * io.dowser.crawler.Crawler}.
 *
 * <pre>{@code
 * try (Crawler crawler =
 *     Crawler.builder()
 *         .seed("https://www.example.org/")
 *         .topic(Topic.of("tide", "ebb", "flood"))
 *         .maxPages(1_000)
 *         .build()) {
 *   crawler.pages().filter(Visit::relevant).forEach(visit -> System.out.println(visit.url()));
 * }
 * }</pre>
 *
 * <p>Unless a parameter is marked nullable, {@code null} is refused with a {@link
 * java.lang.NullPointerException} that names it.
 */
@NullMarked
package io.dowser.crawler;

import org.jspecify.annotations.NullMarked;
