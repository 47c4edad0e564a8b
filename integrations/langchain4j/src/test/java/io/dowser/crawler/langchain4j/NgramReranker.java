package io.dowser.crawler.langchain4j;

import dev.langchain4j.data.embedding.Embedding;
import dev.langchain4j.data.segment.TextSegment;
import dev.langchain4j.model.output.Response;
import dev.langchain4j.model.scoring.ScoringModel;
import dev.langchain4j.store.embedding.CosineSimilarity;
import java.util.ArrayList;
import java.util.List;

/**
 * A reranker that needs no weights: the share of three-character runs in common, 0 to 1. It keeps
 * the texts of its requests.
 */
final class NgramReranker implements ScoringModel {

  private final List<List<String>> requests = new ArrayList<>();

  @Override
  public Response<List<Double>> scoreAll(List<TextSegment> segments, String query) {
    List<String> texts = segments.stream().map(TextSegment::text).toList();
    synchronized (requests) {
      requests.add(texts);
    }
    return Response.from(texts.stream().map(text -> cosine(query, text)).toList());
  }

  List<List<String>> requests() {
    synchronized (requests) {
      return List.copyOf(requests);
    }
  }

  static double cosine(String query, String text) {
    return CosineSimilarity.between(
        Embedding.from(NgramModel.vector(query)), Embedding.from(NgramModel.vector(text)));
  }
}
