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

/** Sends requests of one fetcher and reads their answers. Thread-safe. */
final class Calls implements AutoCloseable {

  private final PooledClients clients;
  private final RequestMaker requests;
  private final AnswerReader answers;
  private final CallWatch watch = new CallWatch();

  Calls(PooledClients clients, RequestMaker requests, AnswerReader answers) {
    this.clients = clients;
    this.requests = requests;
    this.answers = answers;
  }

  /**
   * Sends a GET, or a POST if there is a body.
   *
   * @param request what the answer is for; messages have its URL, whatever the other one is
   * @param keepsCookies asked once the answer is there: whether to keep its cookies
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
      } catch (StaleConnectionException e) { // it is closed now, so that another one is taken
        reuse = e.wasSent() ? Reuse.FORBIDDEN : reuse;
      }
    }
  }

  private FetchResult send(FetchRequest request, Request httpRequest)
      throws InterruptedException, StaleConnectionException {
    WireBytes wire = answers.wireFor(request);
    Request tagged = httpRequest.newBuilder().tag(WireBytes.class, wire).build();
    Call call = clients.of(tagged.url()).newCall(tagged);
    long startNanos = System.nanoTime();
    watch.begin(call);
    try (Response response = call.execute()) {
      return answers.read(
          new Answer(request, requests.types(request), response, call, wire, startNanos));
    } catch (StaleConnectionException e) {
      throw e;
    } catch (IOException e) {
      if (Thread.interrupted()) {
        throw interruption(request, e);
      }
      return Failures.of(request.url(), e);
    } catch (RuntimeException e) { // some answers are nonsense that OkHttp does not think of
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

  /** Aborts what is in flight, and closes all idle connections. */
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
