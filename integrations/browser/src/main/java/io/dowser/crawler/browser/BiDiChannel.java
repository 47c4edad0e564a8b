package io.dowser.crawler.browser;

import io.dowser.crawler.api.internal.Durations;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.openqa.selenium.WebDriverException;
import org.openqa.selenium.bidi.Command;
import org.openqa.selenium.bidi.Connection;
import org.openqa.selenium.bidi.Event;
import org.openqa.selenium.json.Json;
import org.openqa.selenium.remote.http.ClientConfig;
import org.openqa.selenium.remote.http.HttpClient;

/** Commands and events of WebDriver BiDi (W3C Working Draft). Thread-safe. */
final class BiDiChannel implements AutoCloseable {

  private final Connection connection;

  private BiDiChannel(Connection connection) {
    this.connection = connection;
  }

  static BiDiChannel open(String url) throws BrowserFailure {
    try {
      HttpClient client =
          HttpClient.Factory.createDefault()
              .createClient(ClientConfig.defaultConfig().baseUri(URI.create(url)));
      return new BiDiChannel(new Connection(client, url));
    } catch (RuntimeException e) {
      throw new BrowserFailure("no connection to the browser", e);
    }
  }

  /** Sends a command; the future completes with its result, or with an exception. */
  CompletableFuture<Map<String, Object>> send(String method, Map<String, Object> parameters) {
    try {
      return connection.send(new Command<>(method, parameters, Json.MAP_TYPE));
    } catch (RuntimeException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  /** Sends a command and waits for its result. */
  Map<String, Object> call(String method, Map<String, Object> parameters, Duration timeout)
      throws BrowserFailure, InterruptedException {
    try {
      return send(method, parameters).get(timeout.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      throw new BrowserFailure(method + " failed", e.getCause() == null ? e : e.getCause());
    } catch (TimeoutException e) {
      throw new BrowserFailure("no response to " + method + " within " + Durations.text(timeout));
    }
  }

  /** Subscribes to events, which are passed on several threads, possibly at once. */
  void listen(Map<String, Consumer<Map<String, Object>>> listeners, Duration timeout)
      throws BrowserFailure, InterruptedException {
    listeners.forEach(
        (event, to) -> connection.addListener(event, new Event<>(event, each -> each), to));
    call("session.subscribe", Map.of("events", List.copyOf(listeners.keySet())), timeout);
  }

  @Override
  public void close() {
    try {
      connection.close();
    } catch (WebDriverException e) {
      // the browser has closed it before
    }
  }
}
