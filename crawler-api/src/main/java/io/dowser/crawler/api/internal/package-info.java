/** Classes that the modules of Dowser share. They are not part of the API. */
@NullMarked
package io.dowser.crawler.api.internal;

import org.jspecify.annotations.NullMarked;
