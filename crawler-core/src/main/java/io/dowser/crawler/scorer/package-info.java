/** The link scorer that comes with the engine. */
@NullMarked
package io.dowser.crawler.scorer;

import org.jspecify.annotations.NullMarked;
