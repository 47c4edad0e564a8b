/**
 * Additions to the JDK's web server: a limit of time for each exchange, and a check that a request
 * is not one that a web site makes a browser send.
 */
@NullMarked
package io.dowser.crawler.internal.server;

import org.jspecify.annotations.NullMarked;
