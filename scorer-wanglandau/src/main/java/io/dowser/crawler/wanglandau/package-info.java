/**
 * Wang-Landau sampling of the frontier, and simulated annealing to compare it with.
 *
 * <p>Source: J. Liu, Y. Chen and J. Zhao, <i>Focused crawler method based on Wang-Landau
 * sampling</i>, Journal of University of Electronic Science and Technology of China 52(4), 578-587,
 * 2023, in Chinese.
 *
 * <p>{@link io.dowser.crawler.wanglandau.WangLandauFrontier} decides which link comes next, {@link
 * io.dowser.crawler.wanglandau.WangLandauScorer} rates links as the paper does; each works with any
 * other plugin in the place of the other.
 */
@NullMarked
package io.dowser.crawler.wanglandau;

import org.jspecify.annotations.NullMarked;
