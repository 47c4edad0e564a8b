package io.dowser.crawler.langchain4j;

import dev.langchain4j.data.embedding.Embedding;
import dev.langchain4j.data.segment.TextSegment;
import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.langchain4j.model.output.Response;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * An embedding that needs no weights: each run of three characters counts in a place of the vector
 * that its hash chooses. It keeps the requests that it was sent.
 */
final class NgramModel implements EmbeddingModel {

  private static final int DIMENSION = 512;
  private static final int LENGTH = 3;

  private final List<List<String>> requests = new ArrayList<>();

  @Override
  public Response<List<Embedding>> embedAll(List<TextSegment> segments) {
    List<String> texts = segments.stream().map(TextSegment::text).toList();
    synchronized (requests) {
      requests.add(texts);
    }
    return Response.from(texts.stream().map(text -> Embedding.from(vector(text))).toList());
  }

  List<List<String>> requests() {
    synchronized (requests) {
      return List.copyOf(requests);
    }
  }

  static float[] vector(String text) {
    var vector = new float[DIMENSION];
    String padded = " " + text.toLowerCase(Locale.ROOT) + " ";
    for (int i = 0; i + LENGTH <= padded.length(); i++) {
      vector[Math.floorMod(padded.substring(i, i + LENGTH).hashCode(), DIMENSION)]++;
    }
    return vector;
  }
}
