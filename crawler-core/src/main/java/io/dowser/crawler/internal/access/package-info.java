/**
 * Access to sites that need more than a request: cookies, passwords, headers and proxies by host.
 */
@NullMarked
package io.dowser.crawler.internal.access;

import org.jspecify.annotations.NullMarked;
