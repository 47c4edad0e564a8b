/**
 * Compares pages and links with a topic by meaning, with the models of LangChain4j.
 *
 * <p>{@link io.dowser.crawler.langchain4j.EmbeddingJudge} and {@link
 * io.dowser.crawler.langchain4j.EmbeddingScorer} compare embeddings of texts; {@link
 * io.dowser.crawler.langchain4j.RerankerJudge} asks a reranker, and {@link
 * io.dowser.crawler.langchain4j.LlmJudge} a language model. All take a model of the program.
 *
 * <pre>{@code
 * Crawler.builder()
 *     .judge(EmbeddingJudge.builder(model, 0.4).topicText("tides and storm surges").build())
 *     .scorer(EmbeddingScorer.builder(model).topicText("tides and storm surges").build());
 * }</pre>
 */
@NullMarked
package io.dowser.crawler.langchain4j;

import org.jspecify.annotations.NullMarked;
