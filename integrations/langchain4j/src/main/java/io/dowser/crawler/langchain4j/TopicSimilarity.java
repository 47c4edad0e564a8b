package io.dowser.crawler.langchain4j;

import com.google.common.collect.Lists;
import dev.langchain4j.data.embedding.Embedding;
import dev.langchain4j.data.segment.TextSegment;
import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.langchain4j.store.embedding.CosineSimilarity;
import java.util.List;

/** The likeness of texts to a topic by the embeddings of a model. Thread-safe if the model is. */
final class TopicSimilarity {

  private final EmbeddingModel model;
  private final int textsPerRequest;
  private final List<Embedding> topic;

  TopicSimilarity(EmbeddingModel model, int textsPerRequest, List<String> topicTexts) {
    if (topicTexts.isEmpty()) {
      throw new IllegalStateException("a topic text or an example is needed, but none was given");
    }
    this.model = model;
    this.textsPerRequest = textsPerRequest;
    this.topic = embed(topicTexts);
  }

  /**
   * Returns for each text its highest cosine with a text of the topic, 0 to 1; 0 for negative ones.
   *
   * @param texts texts of which none is blank
   */
  List<Double> of(List<String> texts) {
    return embed(texts).stream().map(this::similarity).toList();
  }

  private double similarity(Embedding text) {
    double most = 0;
    for (Embedding each : topic) {
      double cosine = CosineSimilarity.between(text, each);
      if (!Double.isFinite(cosine)) {
        throw new IllegalStateException(
            "vectors must be of finite numbers, but the model " + name() + " gave another one");
      }
      most = Math.max(most, cosine);
    }
    return Math.min(most, 1); // of rounding
  }

  private List<Embedding> embed(List<String> texts) {
    return Lists.partition(texts, textsPerRequest).stream()
        .flatMap(some -> request(some).stream())
        .toList();
  }

  private List<Embedding> request(List<String> texts) {
    List<Embedding> embeddings =
        model.embedAll(texts.stream().map(TextSegment::from).toList()).content();
    if (embeddings.size() != texts.size()) {
      throw new IllegalStateException(
          "the model "
              + name()
              + " must return a vector for each of "
              + texts.size()
              + " texts, but returned "
              + embeddings.size());
    }
    return embeddings;
  }

  private String name() {
    return model.getClass().getName();
  }
}
