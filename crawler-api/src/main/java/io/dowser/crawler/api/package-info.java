/**
 * Defines the values that a crawl passes along and the interfaces that a plugin implements.
 *
 * <p>The path of a page: {@link io.dowser.crawler.api.Frontier#poll} returns a {@link
 * io.dowser.crawler.api.Candidate}, a {@link io.dowser.crawler.api.Fetcher} turns it into a {@link
 * io.dowser.crawler.api.FetchResult}, a {@link io.dowser.crawler.api.PageAnalyzer} into an {@link
 * io.dowser.crawler.api.AnalyzedPage}, a {@link io.dowser.crawler.api.RelevanceJudge} rates it, a
 * {@link io.dowser.crawler.api.LinkScorer} rates its links, and {@link
 * io.dowser.crawler.api.Frontier#expand} receives them.
 *
 * <pre>{@code
 * LinkScorer scorer =
 *     page -> {
 *       double fromPage = page.relevance(); // once a page
 *       return link -> fromPage + (link.anchorText().contains("tide") ? 1 : 0); // once a link
 *     };
 * }</pre>
 *
 * <p>Unless a parameter is marked nullable, {@code null} is refused with a {@link
 * java.lang.NullPointerException} that names it.
 */
@NullMarked
package io.dowser.crawler.api;

import org.jspecify.annotations.NullMarked;
