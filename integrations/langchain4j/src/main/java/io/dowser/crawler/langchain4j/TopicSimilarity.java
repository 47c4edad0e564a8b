package io.dowser.crawler.langchain4j;

import dev.langchain4j.data.embedding.Embedding;
import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.langchain4j.store.embedding.CosineSimilarity;
import java.util.List;

/** The likeness of texts to a topic by the embeddings of a model. Thread-safe if the model is. */
final class TopicSimilarity {

  private final TextRequests<Embedding> requests;
  private final List<Embedding> topic;

  TopicSimilarity(
      EmbeddingModel model, int textsPerRequest, List<String> topicTexts, Spending spending) {
    if (topicTexts.isEmpty()) {
      throw new IllegalStateException("a topic text or an example is needed, but none was given");
    }
    this.requests =
        new TextRequests<>(
            model::embedAll, model.getClass().getName(), "", textsPerRequest, spending);
    this.topic = requests.send(topicTexts);
  }

  /**
   * Returns for each text its highest cosine with a text of the topic, 0 to 1; 0 for negative ones.
   *
   * @param texts texts of which none is blank
   */
  List<Double> of(List<String> texts) {
    return requests.send(texts).stream().map(this::similarity).toList();
  }

  private double similarity(Embedding text) {
    double most = 0;
    for (Embedding each : topic) {
      double cosine = CosineSimilarity.between(text, each);
      if (!Double.isFinite(cosine)) {
        throw new IllegalStateException(
            "vectors must be of finite numbers, but the model "
                + requests.name()
                + " gave another one");
      }
      most = Math.max(most, cosine);
    }
    return Math.min(most, 1); // of rounding
  }
}
