package io.dowser.crawler.api;

/**
 * The text around a link, without the link itself.
 *
 * <pre>{@code
 * LinkContext context = page.nearContext(link, 50);
 * boolean near = (context.before() + context.after()).contains("tide");
 * }</pre>
 *
 * @param before the text before the link, empty at the start of the page
 * @param after the text after the link, empty at the end of the page
 */
public record LinkContext(String before, String after) {}
