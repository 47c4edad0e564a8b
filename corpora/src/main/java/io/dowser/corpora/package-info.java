/** Reads the corpora in the directory {@code dowser.data} for tests that replay them as webs. */
@NullMarked
package io.dowser.corpora;

import org.jspecify.annotations.NullMarked;
