/** Scorers that are composed of other scorers. */
@NullMarked
package io.dowser.crawler.toolkit.scorer;

import org.jspecify.annotations.NullMarked;
