/** Files of trained models: one frame around what each strategy has learned. */
@NullMarked
package io.dowser.crawler.toolkit.model;

import org.jspecify.annotations.NullMarked;
