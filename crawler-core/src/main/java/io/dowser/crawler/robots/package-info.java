/** What sites ask of robots: robots.txt by RFC 9309, and sitemaps. */
@NullMarked
package io.dowser.crawler.robots;

import org.jspecify.annotations.NullMarked;
