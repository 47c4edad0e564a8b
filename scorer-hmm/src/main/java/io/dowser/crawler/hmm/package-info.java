/** A hidden Markov model learned from browsing paths (Xie 2012). */
@NullMarked
package io.dowser.crawler.hmm;

import org.jspecify.annotations.NullMarked;
