package io.dowser.crawler.hostile;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchRequest;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.fetch.OkHttpFetcher;
import io.dowser.crawler.net.AddressRules;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Damaged HTTP responses of a real server: each is a result, none takes long, and the next page of
 * the same server, often on the same connection, comes with its own text.
 */
@Tag("slow")
class HttpFuzzTest {

  private static final int AT_ONCE = 64;

  /** Eight clients share a host, and so its connections. */
  private static final int HOSTS = 8;

  private static final Duration PATIENCE = Duration.ofSeconds(4);

  private static final List<byte[]> RESPONSES =
      List.of(
          response("Content-Length: 5", "hello"),
          response("Transfer-Encoding: chunked", "5\r\nhello\r\n3;x=y\r\n wo\r\n0\r\nA: b\r\n\r\n"),
          response("Connection: close", "until the end"),
          response(
              "Content-Length: 5\r\nConnection: keep-alive\r\nSet-Cookie: a=b; Path=/", "hello"),
          response("Content-Length: 5\r\nRefresh: 0;url=/elsewhere", "hello"),
          gzipped(),
          "HTTP/1.1 302 Found\r\nLocation: /elsewhere\r\nContent-Length: 0\r\n\r\n".getBytes(UTF_8),
          "HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\nHTTP/1.1 204 No\r\n\r\n".getBytes(UTF_8),
          "HTTP/1.0 404 Not Found\r\nContent-Length: 2\r\n\r\nno".getBytes(UTF_8),
          "HTTP/1.1 503 Busy\r\nRetry-After: 0\r\nContent-Length: 2\r\n\r\nno".getBytes(UTF_8),
          "HTTP/1.1 401 No\r\nWWW-Authenticate: Basic realm=\"x\"\r\nContent-Length: 0\r\n\r\n"
              .getBytes(UTF_8),
          "HTTP/1.1 304 Same\r\nETag: \"x\"\r\n\r\n".getBytes(UTF_8));

  private static byte[] response(String header, String body) {
    return ("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n" + header + "\r\n\r\n" + body)
        .getBytes(ISO_8859_1);
  }

  private static byte[] gzipped() {
    var packed = new ByteArrayOutputStream();
    try (var gzip = new GZIPOutputStream(packed)) {
      gzip.write("<p>packed".repeat(20).getBytes(UTF_8));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    return response(
        "Content-Encoding: gzip\r\nContent-Length: " + packed.size(), packed.toString(ISO_8859_1));
  }

  @Test
  void damagedResponseCostsItsOwnPageAlone() throws Exception {
    ExecutorService threads =
        Executors.newCachedThreadPool(
            task -> {
              var thread = new Thread(task, "http-fuzz");
              thread.setDaemon(true);
              return thread;
            });
    try (var listener = new ServerSocket(0, 200);
        var fetcher =
            OkHttpFetcher.builder()
                .addressRules(AddressRules.publicAnd("127.0.0.0/8"))
                .cookies(true)
                .readTimeout(PATIENCE)
                .totalTimeout(PATIENCE.multipliedBy(20))
                .build()) {
      threads.execute(() -> accept(listener, threads));
      long[] seeds = FuzzCases.seeds(400).toArray();
      List<Future<?>> clients = new ArrayList<>();
      for (int client = 0; client < AT_ONCE; client++) {
        int first = client;
        clients.add(
            threads.submit(
                () -> {
                  for (int i = first; i < seeds.length; i += AT_ONCE) {
                    long seed = seeds[i];
                    FuzzCases.run(seed, random -> check(fetcher, listener.getLocalPort(), seed));
                  }
                }));
      }
      for (Future<?> client : clients) {
        client.get();
      }
    } finally {
      threads.shutdownNow();
    }
  }

  private static void check(OkHttpFetcher fetcher, int port, long seed) throws Exception {
    CrawlUrl damaged = url(port, "damaged", seed);
    CrawlUrl good = url(port, "good", seed);

    assertThat(fetcher.fetch(FetchRequest.of(damaged)).url()).isEqualTo(damaged);
    assertThat(fetcher.fetch(FetchRequest.of(good)))
        .as("the page after %s", new String(bytes(new SplittableRandom(seed)), ISO_8859_1))
        .isInstanceOfSatisfying(
            FetchResult.Fetched.class,
            page -> assertThat(page.body().decode(UTF_8)).isEqualTo("good " + seed));
  }

  private static CrawlUrl url(int port, String path, long seed) {
    return CrawlUrl.of("http://127.0.1." + seed % HOSTS + ":" + port + "/" + path + "/" + seed);
  }

  private static void accept(ServerSocket listener, ExecutorService threads) {
    while (!listener.isClosed()) {
      try {
        Socket socket = listener.accept();
        threads.execute(() -> serve(socket));
      } catch (IOException e) {
        return;
      }
    }
  }

  private static void serve(Socket connection) {
    try (Socket socket = connection) {
      var reader = new BufferedReader(new InputStreamReader(socket.getInputStream(), UTF_8));
      boolean isOpen = true;
      for (String line = reader.readLine(); isOpen && line != null; line = reader.readLine()) {
        String path = line.split(" ", -1)[1];
        while (line != null && !line.isEmpty()) {
          line = reader.readLine();
        }
        long seed = Long.parseLong(path.substring(path.lastIndexOf('/') + 1));
        isOpen = answer(path, seed, socket.getOutputStream());
      }
    } catch (IOException e) {
      // the client has closed it
    }
  }

  /** Returns whether the connection stays open. */
  private static boolean answer(String path, long seed, OutputStream out) throws IOException {
    if (path.startsWith("/good/")) {
      out.write(response("Content-Length: " + ("good " + seed).length(), "good " + seed));
      return true;
    }
    var random = new SplittableRandom(seed);
    out.write(bytes(random));
    return random.nextInt(4) > 0;
  }

  private static byte[] bytes(SplittableRandom random) {
    byte[] response = RESPONSES.get(random.nextInt(RESPONSES.size()));
    byte[] damaged = new Mutations(random).damage(response);
    if (random.nextInt(4) > 0) {
      return damaged;
    }
    byte[] other = RESPONSES.get(random.nextInt(RESPONSES.size())); // surplus
    byte[] both = Arrays.copyOf(response, response.length + other.length);
    System.arraycopy(other, 0, both, response.length, other.length);
    return both;
  }
}
