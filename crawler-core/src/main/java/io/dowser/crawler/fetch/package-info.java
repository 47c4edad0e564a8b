/** Pages over HTTP, one request a call, in bounded time and memory. */
@NullMarked
package io.dowser.crawler.fetch;

import org.jspecify.annotations.NullMarked;
