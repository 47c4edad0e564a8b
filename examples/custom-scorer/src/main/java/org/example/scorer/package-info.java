/** A link scorer of one's own. */
@NullMarked
package org.example.scorer;

import org.jspecify.annotations.NullMarked;
