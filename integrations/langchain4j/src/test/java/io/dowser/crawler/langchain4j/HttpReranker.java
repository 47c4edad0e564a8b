package io.dowser.crawler.langchain4j;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.langchain4j.data.segment.TextSegment;
import dev.langchain4j.exception.HttpException;
import dev.langchain4j.model.output.Response;
import dev.langchain4j.model.output.TokenUsage;
import dev.langchain4j.model.scoring.ScoringModel;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** A client of the rerank protocol that Jina, Cohere and local servers share. */
record HttpReranker(String url) implements ScoringModel {

  private static final ObjectMapper JSON = new ObjectMapper();

  @Override
  public Response<List<Double>> scoreAll(List<TextSegment> texts, String query) {
    List<String> documents = texts.stream().map(TextSegment::text).toList();
    JsonNode answer = post(Map.of("model", "ngrams", "query", query, "documents", documents));
    var scores = new Double[texts.size()];
    answer
        .get("results")
        .forEach(
            result ->
                scores[result.get("index").asInt()] = result.get("relevance_score").asDouble());
    int tokens = answer.get("usage").get("total_tokens").asInt();
    return Response.from(Arrays.asList(scores), new TokenUsage(tokens, 0));
  }

  private JsonNode post(Map<String, Object> body) {
    try {
      HttpRequest request =
          HttpRequest.newBuilder(URI.create(url + "/rerank"))
              .header("Content-Type", "application/json")
              .POST(BodyPublishers.ofString(JSON.writeValueAsString(body)))
              .build();
      HttpResponse<String> response =
          HttpClient.newHttpClient().send(request, BodyHandlers.ofString());
      if (response.statusCode() != 200) {
        throw new HttpException(response.statusCode(), response.body());
      }
      return JSON.readTree(response.body());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
