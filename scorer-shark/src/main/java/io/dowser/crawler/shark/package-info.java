/** Shark-search with in-link counts and two queues (Liu 2009), and the original Shark-search. */
@NullMarked
package io.dowser.crawler.shark;

import org.jspecify.annotations.NullMarked;
