package io.dowser.crawler.langchain4j;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A server on loopback that speaks the protocol of OpenAI: its chat says yes to pages with the word
 * "tide", and its embeddings are those of {@link NgramModel}. As several such servers do, it also
 * reranks, with the scores of {@link NgramReranker}.
 */
final class OpenAiServer implements AutoCloseable {

  private static final String PAGE = "<page number=\"";

  private final ObjectMapper json = new ObjectMapper();
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final CountDownLatch closing = new CountDownLatch(1);
  private final AtomicInteger requests = new AtomicInteger();
  private final HttpServer server;
  private volatile int status = 200;
  private volatile boolean hangs;
  private volatile String problem = "";
  private volatile Function<String, String> chat = OpenAiServer::sayYesToTides;

  OpenAiServer() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/v1/chat/completions", exchange -> answer(exchange, this::chat));
    server.createContext("/v1/embeddings", exchange -> answer(exchange, this::embeddings));
    server.createContext("/v1/rerank", exchange -> answer(exchange, this::rerank));
    server.setExecutor(threads);
    server.start();
  }

  String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort() + "/v1";
  }

  int requests() {
    return requests.get();
  }

  /** Answers with an error from now on, or as usual again by 200. */
  void failWith(int newStatus) {
    status = newStatus;
  }

  /** Does so with a message. */
  void failWith(int newStatus, String message) {
    problem = message;
    failWith(newStatus);
  }

  /** Answers no more. */
  void hang() {
    hangs = true;
  }

  /** Answers a user's message in another way. */
  void chat(Function<String, String> answer) {
    chat = answer;
  }

  /** Returns a line for each page of a message. */
  static String sayYesToTides(String message) {
    List<String> pages =
        Stream.of(message.split(PAGE)).filter(page -> page.contains("</page>")).toList();
    return IntStream.range(0, pages.size())
        .mapToObj(i -> (i + 1) + (isAboutTides(pages.get(i)) ? " yes: has tides" : " no: has none"))
        .reduce("", (before, line) -> before + line + "\n");
  }

  private static boolean isAboutTides(String page) {
    return page.contains("tide");
  }

  private void answer(HttpExchange exchange, Function<JsonNode, Object> body) throws IOException {
    requests.incrementAndGet();
    try (exchange) {
      JsonNode request = json.readTree(exchange.getRequestBody());
      if (hangs) {
        awaitClose();
      }
      Object answer = status == 200 ? body.apply(request) : error();
      byte[] bytes = json.writeValueAsString(answer).getBytes(UTF_8);
      exchange.getResponseHeaders().add("Content-Type", "application/json");
      exchange.sendResponseHeaders(status, bytes.length);
      exchange.getResponseBody().write(bytes);
    }
  }

  private void awaitClose() {
    try {
      closing.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private Object error() {
    return Map.of("error", Map.of("message", "status " + status + problem, "type", "test"));
  }

  private Object chat(JsonNode request) {
    String user = request.get("messages").get(1).get("content").asText();
    Map<String, String> message = Map.of("role", "assistant", "content", chat.apply(user));
    Map<String, Object> choice = Map.of("index", 0, "message", message, "finish_reason", "stop");
    return Map.of(
        "id",
        "1",
        "model",
        "test",
        "choices",
        List.of(choice),
        "usage",
        Map.of("prompt_tokens", 1_000, "completion_tokens", 100, "total_tokens", 1_100));
  }

  private Object embeddings(JsonNode request) {
    List<Object> data = new ArrayList<>();
    request.get("input").forEach(text -> data.add(embedding(data.size(), text.asText())));
    return Map.of("data", data, "model", "ngrams", "usage", Map.of("total_tokens", 1));
  }

  private static Object embedding(int index, String text) {
    return Map.of("index", index, "embedding", NgramModel.vector(text));
  }

  /** Returns the best documents first. */
  private Object rerank(JsonNode request) {
    String query = request.get("query").asText();
    List<Map<String, Object>> results = new ArrayList<>();
    for (JsonNode text : request.get("documents")) {
      double score = NgramReranker.cosine(query, text.asText());
      results.add(Map.of("index", results.size(), "relevance_score", score));
    }
    results.sort(Comparator.comparing(result -> -(double) result.get("relevance_score")));
    return Map.of("results", results, "usage", Map.of("total_tokens", 1_000));
  }

  @Override
  public void close() {
    closing.countDown();
    server.stop(0);
    threads.shutdownNow();
  }
}
