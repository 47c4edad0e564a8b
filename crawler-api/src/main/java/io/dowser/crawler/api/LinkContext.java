package io.dowser.crawler.api;

/**
 * The text around a link, without the link itself.
 *
 * @param before text on the side where reading comes from, empty at the start of the page
 * @param after text on the other side, empty at the end of the page
 */
public record LinkContext(String before, String after) {}
