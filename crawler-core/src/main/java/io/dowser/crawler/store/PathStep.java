package io.dowser.crawler.store;

import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.Explanation;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * One page on the way from a seed to a page.
 *
 * @param url the page
 * @param anchor text of the link that led to it, truncated after 100 characters; empty for a seed,
 *     a link without text, and the target of a redirect
 * @param score what the scorer gave that link when its page was visited; empty for a seed
 * @param status {@code VISITED}, why there is no page, or {@code PENDING}
 * @param explanation the parts of that score; empty unless the crawl keeps them, see {@link
 *     io.dowser.crawler.Persistence.Builder#explanations}
 */
public record PathStep(
    CrawlUrl url,
    String anchor,
    OptionalDouble score,
    String status,
    Optional<Explanation> explanation) {}
