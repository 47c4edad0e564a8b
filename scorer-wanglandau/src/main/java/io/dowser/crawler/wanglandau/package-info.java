/**
 * Samples the frontier by a Wang-Landau walk, with simulated annealing for comparison.
 *
 * <p>Source: Liu Jingfa, Chen Jinglan and Zhao Peng, <i>Focused Crawler Method Based on Wang-Landau
 * Sampling</i>, Journal of University of Electronic Science and Technology of China 52(4), 2023,
 * 578-587, in Chinese, doi 10.12178/1001-0548.2022183.
 *
 * <p>The frontier {@code wang-landau} decides which link comes next, {@link
 * io.dowser.crawler.wanglandau.WangLandauScorer} rates links as the paper does; each works with any
 * other plugin in the place of the other. The frontier {@code simulated-annealing} is for
 * comparison.
 *
 * <pre>{@code
 * Topic topic = WangLandauScorer.PresetTopic.RAINSTORM.english();
 * Crawler.builder()
 *     .topic(topic)
 *     .scorer("wang-landau", Map.of())
 *     .frontier("wang-landau", Map.of("bands", "20"));
 * }</pre>
 */
@NullMarked
package io.dowser.crawler.wanglandau;

import org.jspecify.annotations.NullMarked;
