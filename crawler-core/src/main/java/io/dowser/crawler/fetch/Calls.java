package io.dowser.crawler.fetch;

import io.dowser.crawler.api.FetchRequest;
import io.dowser.crawler.api.FetchResult;
import java.io.IOException;
import java.util.function.BooleanSupplier;
import okhttp3.Call;
import okhttp3.HttpUrl;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;
import org.jspecify.annotations.Nullable;

/** Sends the requests of one fetcher and reads the responses. Thread-safe. */
final class Calls implements AutoCloseable {

  private final PooledClients clients;
  private final RequestMaker requests;
  private final ResponseReader responses;
  private final CallWatch watch = new CallWatch();

  Calls(PooledClients clients, RequestMaker requests, ResponseReader responses) {
    this.clients = clients;
    this.requests = requests;
    this.responses = responses;
  }

  /**
   * Sends a GET, or a POST if there is a body.
   *
   * @param request the request that is responded to; messages have its URL, even if {@code url} is
   *     another one
   * @param keepsCookies asked once the response has arrived: whether to keep its cookies
   * @throws IllegalStateException if the fetcher is closed
   */
  FetchResult send(
      FetchRequest request, HttpUrl url, @Nullable RequestBody body, BooleanSupplier keepsCookies)
      throws InterruptedException {
    Request plain =
        requests.make(request, url).newBuilder().tag(BooleanSupplier.class, keepsCookies).build();
    Request httpRequest = body == null ? plain : plain.newBuilder().post(body).build();
    Reuse reuse = Reuse.ALLOWED;
    while (true) {
      try {
        return send(request, httpRequest.newBuilder().tag(Reuse.class, reuse).build());
      } catch (
          StaleConnectionException e) { // it is closed now, so the next attempt takes another one
        reuse = e.wasSent() ? Reuse.FORBIDDEN : reuse;
      }
    }
  }

  private FetchResult send(FetchRequest request, Request httpRequest)
      throws InterruptedException, StaleConnectionException {
    WireBytes wire = responses.wireFor(request);
    Request tagged = httpRequest.newBuilder().tag(WireBytes.class, wire).build();
    Call call = clients.of(tagged.url()).newCall(tagged);
    long startNanos = System.nanoTime();
    watch.begin(call);
    try (Response response = call.execute()) {
      return responses.read(
          new Exchange(request, requests.types(request), response, call, wire, startNanos));
    } catch (StaleConnectionException e) {
      throw e;
    } catch (IOException e) {
      if (Thread.interrupted()) {
        throw interruption(request, e);
      }
      return Failures.of(request.url(), e);
    } catch (RuntimeException e) { // OkHttp does not expect some malformed responses
      return Failures.nonsense(request.url(), e);
    } finally {
      watch.end(call);
    }
  }

  private static InterruptedException interruption(FetchRequest request, IOException cause) {
    var interruption = new InterruptedException("interrupted while fetching " + request.url());
    interruption.initCause(cause);
    return interruption;
  }

  /** Aborts the calls in flight, and closes all idle connections. */
  @Override
  public void close() {
    watch.close();
    clients.evictAll();
  }

  /** Ends the threads that the clients share. */
  void shutDown() {
    clients.shutDown();
  }
}
