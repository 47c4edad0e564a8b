/** Budgets of hosts and domains, and detection of duplicate pages. */
@NullMarked
package io.dowser.crawler.internal.traps;

import org.jspecify.annotations.NullMarked;
