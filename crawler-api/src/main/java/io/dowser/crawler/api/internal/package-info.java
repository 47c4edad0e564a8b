/** What Dowser's own modules share; no part of the API. */
@NullMarked
package io.dowser.crawler.api.internal;

import org.jspecify.annotations.NullMarked;
