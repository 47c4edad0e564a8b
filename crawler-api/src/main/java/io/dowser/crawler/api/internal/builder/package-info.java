/** The rule of all builders about second calls. Not part of the API. */
@NullMarked
package io.dowser.crawler.api.internal.builder;

import org.jspecify.annotations.NullMarked;
