/** Vocabularies, document frequencies, term weights and topic vectors. */
@NullMarked
package io.dowser.crawler.toolkit.text;

import org.jspecify.annotations.NullMarked;
