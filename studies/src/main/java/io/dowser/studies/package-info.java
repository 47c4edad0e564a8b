/**
 * Tools of the project's own studies: webs of known structure, and samples of crawls that people
 * judge. Never published.
 */
@NullMarked
package io.dowser.studies;

import org.jspecify.annotations.NullMarked;
