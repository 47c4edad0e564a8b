/** Terms, term weights, vectors and the matcher for topic terms. */
@NullMarked
package io.dowser.crawler.text;

import org.jspecify.annotations.NullMarked;
