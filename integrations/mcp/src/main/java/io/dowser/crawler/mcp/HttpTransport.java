package io.dowser.crawler.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.api.internal.Checks;
import io.dowser.crawler.internal.server.BoundedExchanges;
import io.dowser.crawler.internal.server.OwnAddress;
import io.modelcontextprotocol.common.McpTransportContext;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.server.McpStatelessServerHandler;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCMessage;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCNotification;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCRequest;
import io.modelcontextprotocol.spec.McpStatelessServerTransport;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * Streamable HTTP without sessions and streams, by the server of the JDK: each POST gets one JSON
 * message in response, within half a minute. Thread-safe.
 */
final class HttpTransport implements McpStatelessServerTransport {

  private static final String PATH = "/mcp";
  private static final int MOST_BODY = 1 << 20;
  private static final int MOST_PORT = 65_535;
  private static final int EXCHANGES = 64;
  private static final Duration LIMIT = Duration.ofSeconds(30); // of request, tool and response

  private final McpJsonMapper json;
  private final HttpServer server;
  private final OwnAddress address;
  private final BoundedExchanges exchanges;
  private volatile @Nullable McpStatelessServerHandler handler;

  private HttpTransport(McpJsonMapper json, HttpServer server) {
    this.json = json;
    this.server = server;
    address = new OwnAddress(server.getAddress(), Optional.empty());
    exchanges = new BoundedExchanges(EXCHANGES, LIMIT, "dowser-mcp");
    server.setExecutor(exchanges);
    server.createContext("/", this::handle);
  }

  static HttpTransport open(McpJsonMapper json, int port) {
    Checks.within("port", port, 0, MOST_PORT);
    try {
      var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
      return new HttpTransport(json, HttpServer.create(address, 0));
    } catch (IOException e) {
      throw new CrawlException("nothing can be served on port " + port + ": " + e, e);
    }
  }

  void start() {
    server.start();
  }

  URI uri() {
    return URI.create("http://" + address.authority() + PATH);
  }

  @Override
  public void setMcpHandler(McpStatelessServerHandler handler) {
    this.handler = handler;
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      String refusal = refusal(exchange);
      if (!refusal.isEmpty()) {
        send(exchange, Integer.parseInt(refusal.substring(0, 3)), refusal.substring(4));
        return;
      }
      byte[] body = exchange.getRequestBody().readNBytes(MOST_BODY + 1);
      if (body.length > MOST_BODY) {
        send(exchange, 413, "a message must have at most " + MOST_BODY + " bytes");
        return;
      }
      reply(exchange, new String(body, UTF_8));
    }
  }

  /** Returns status and reason of a request that is refused, empty for the others. */
  private String refusal(HttpExchange exchange) {
    @Nullable String version = exchange.getRequestHeaders().getFirst("MCP-Protocol-Version");
    if (!address.isNamedBy(exchange)) {
      return "403 use the server by its own address";
    }
    if (!address.isOriginOf(exchange)) {
      return "403 web sites may not use the server";
    }
    if (!exchange.getRequestURI().getPath().equals(PATH)) {
      return "404 the server is at " + PATH;
    }
    if (!exchange.getRequestMethod().equals("POST")) {
      exchange.getResponseHeaders().set("Allow", "POST");
      return "405 POST alone";
    }
    return version == null || protocolVersions().contains(version)
        ? ""
        : "400 the protocol version must be one of " + protocolVersions();
  }

  private void reply(HttpExchange exchange, String body) throws IOException {
    JSONRPCMessage message;
    try {
      message = McpSchema.deserializeJsonRpcMessage(json, body);
    } catch (IOException | IllegalArgumentException e) {
      send(exchange, 400, "the body must be one JSON-RPC message");
      return;
    }
    McpStatelessServerHandler target = handler;
    if (target != null && message instanceof JSONRPCRequest request) {
      Object response = target.handleRequest(McpTransportContext.EMPTY, request).block();
      exchange.getResponseHeaders().set("Content-Type", "application/json");
      byte[] bytes = json.writeValueAsBytes(response);
      exchange.sendResponseHeaders(200, bytes.length);
      exchange.getResponseBody().write(bytes);
    } else if (target != null && message instanceof JSONRPCNotification notification) {
      target.handleNotification(McpTransportContext.EMPTY, notification).block();
      exchange.sendResponseHeaders(202, -1);
    } else {
      send(exchange, 400, "a message must be a request or a notification");
    }
  }

  private static void send(HttpExchange exchange, int status, String text) throws IOException {
    // unread bytes of a request would reset the connection before the client has the response
    exchange.getRequestBody().transferTo(OutputStream.nullOutputStream());
    byte[] bytes = (text + "\n").getBytes(UTF_8);
    exchange.getResponseHeaders().set("Content-Type", "text/plain; charset=utf-8");
    exchange.sendResponseHeaders(status, bytes.length);
    exchange.getResponseBody().write(bytes);
  }

  @Override
  public Mono<Void> closeGracefully() {
    return Mono.fromRunnable(this::close);
  }

  @Override
  public void close() {
    server.stop(0);
    exchanges.close();
  }
}
