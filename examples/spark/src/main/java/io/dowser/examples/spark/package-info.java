/** The web of the quickstart, crawled on a Spark cluster. */
@NullMarked
package io.dowser.examples.spark;

import org.jspecify.annotations.NullMarked;
