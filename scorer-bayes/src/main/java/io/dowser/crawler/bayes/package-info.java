/**
 * Trains and applies naive Bayes on pages (Zou et al. 2009) and on links (Han et al. 2010).
 *
 * <p>Types that begin with {@code Page} belong to the first method: a {@link
 * io.dowser.crawler.bayes.PageTrainer} trains a {@link io.dowser.crawler.bayes.PageModel} on {@link
 * io.dowser.crawler.bayes.LabelledText}; a {@link io.dowser.crawler.bayes.PageBayesScorer} or
 * {@link io.dowser.crawler.bayes.PageModel#judge() judge} uses the model. Types that begin with
 * {@code Link} belong to the second: a {@link io.dowser.crawler.bayes.LinkTrainer} trains a {@link
 * io.dowser.crawler.bayes.LinkModel} on {@link io.dowser.crawler.bayes.LabelledLink}s, and a {@link
 * io.dowser.crawler.bayes.LinkBayesScorer} uses that.
 *
 * <pre>{@code
 * try (Stream<LabelledText> documents = LabelledText.directory(Path.of("training"))) {
 *   PageTrainer.builder("finance").build().train(documents).save(Path.of("finance.model"));
 * }
 * Crawler.builder().scorer("bayes-page", Map.of("model", "finance.model"));
 *
 * try (Stream<LabelledLink> links = LabelledLink.read(Path.of("links.jsonl"))) {
 *   LinkModel model = LinkTrainer.builder().build().train(links);
 *   Crawler.builder().scorer(LinkBayesScorer.of(model, TextNormalizer.PLAIN));
 * }
 * }</pre>
 */
@NullMarked
package io.dowser.crawler.bayes;

import org.jspecify.annotations.NullMarked;
