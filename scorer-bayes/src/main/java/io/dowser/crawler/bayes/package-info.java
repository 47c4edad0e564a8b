/** Naive Bayes on pages (Zou 2009) and on links (Han 2010). */
@NullMarked
package io.dowser.crawler.bayes;

import org.jspecify.annotations.NullMarked;
