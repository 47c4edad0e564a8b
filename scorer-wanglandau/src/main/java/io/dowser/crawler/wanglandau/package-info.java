/** Wang-Landau sampling of the frontier (Liu 2023). */
@NullMarked
package io.dowser.crawler.wanglandau;

import org.jspecify.annotations.NullMarked;
