package io.dowser.crawler.api;

/**
 * The text around a link, without the link itself.
 *
 * @param before the text before the link, empty at the start of the page
 * @param after the text after the link, empty at the end of the page
 */
public record LinkContext(String before, String after) {}
