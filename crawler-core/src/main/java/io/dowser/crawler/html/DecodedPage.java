package io.dowser.crawler.html;

import java.nio.charset.Charset;

/**
 * A page as text.
 *
 * @param text the characters, without a byte-order mark
 * @param charset how they were decoded
 */
record DecodedPage(String text, Charset charset) {}
