/**
 * A host application of Dowser: two strategies compared on a bundled web, or a crawl of your own.
 */
@NullMarked
package io.dowser.examples.quickstart;

import org.jspecify.annotations.NullMarked;
