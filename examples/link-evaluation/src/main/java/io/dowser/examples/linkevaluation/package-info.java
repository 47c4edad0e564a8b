/** A program that judges naive Bayes by data held out, and the crawler of a paper put together. */
@NullMarked
package io.dowser.examples.linkevaluation;

import org.jspecify.annotations.NullMarked;
