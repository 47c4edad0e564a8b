package io.dowser.crawler.html;

import java.nio.charset.Charset;

/** A page as text without a byte-order mark, and how that was decoded. */
record DecodedPage(String text, Charset charset) {}
