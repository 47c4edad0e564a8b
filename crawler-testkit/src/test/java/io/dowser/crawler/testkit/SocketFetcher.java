package io.dowser.crawler.testkit;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.dowser.crawler.api.Body;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchRequest;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.api.FetchResult.FailureReason;
import io.dowser.crawler.api.FetchResult.Truncation;
import io.dowser.crawler.api.Fetcher;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.http.HttpHeaders;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.SocketChannel;
import java.nio.channels.UnresolvedAddressException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** A small correct fetcher: one connection for each request, HTTP/1.1 without compression. */
class SocketFetcher implements Fetcher {

  static final int LIMIT = 200_000;

  @Override
  public FetchResult fetch(FetchRequest request) throws InterruptedException {
    CrawlUrl url = request.url();
    long start = System.nanoTime();
    try (SocketChannel channel =
        SocketChannel.open(new InetSocketAddress(url.host(), url.port()))) {
      channel.write(ByteBuffer.wrap(text(request).getBytes(ISO_8859_1)));
      return read(url, new BufferedInputStream(Channels.newInputStream(channel)), start);
    } catch (ClosedByInterruptException e) {
      Thread.interrupted();
      throw (InterruptedException) new InterruptedException(url.toString()).initCause(e);
    } catch (UnresolvedAddressException e) {
      return FetchResult.Failed.of(url, FailureReason.DNS, "unknown host " + url.host());
    } catch (ConnectException e) {
      return FetchResult.Failed.of(url, FailureReason.REFUSED, e.toString());
    } catch (IOException e) {
      return FetchResult.Failed.of(url, FailureReason.IO, e.toString());
    }
  }

  String text(FetchRequest request) {
    var text = new StringBuilder("GET " + request.url().path() + " HTTP/1.1\r\n");
    text.append("Host: ").append(request.url().host()).append("\r\nConnection: close\r\n");
    request.entityTag().ifPresent(tag -> text.append("If-None-Match: " + tag + "\r\n"));
    request.lastModified().ifPresent(time -> text.append("If-Modified-Since: " + time + "\r\n"));
    return text.append("\r\n").toString();
  }

  private static FetchResult read(CrawlUrl url, InputStream in, long start) throws IOException {
    int status = Integer.parseInt(line(in).split(" ", 3)[1]);
    HttpHeaders headers = headers(in);
    Optional<String> location = headers.firstValue("location");
    if (status == 304) {
      return new FetchResult.NotModified(url, headers);
    }
    if (status >= 300 && status < 400) {
      return location.isPresent()
          ? new FetchResult.Redirect(url, status, location.get())
          : FetchResult.Failed.of(url, FailureReason.PROTOCOL, "redirect without target");
    }
    return status >= 400
        ? new FetchResult.Failed(
            url, FailureReason.HTTP_STATUS, status, "status " + status, status >= 500, headers)
        : page(url, status, headers, in, start);
  }

  private static HttpHeaders headers(InputStream in) throws IOException {
    Map<String, List<String>> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    for (String line = line(in); !line.isEmpty(); line = line(in)) {
      int colon = line.indexOf(':');
      headers
          .computeIfAbsent(line.substring(0, colon), name -> new ArrayList<>())
          .add(line.substring(colon + 1).strip());
    }
    return HttpHeaders.of(headers, (name, value) -> true);
  }

  private static String line(InputStream in) throws IOException {
    var line = new ByteArrayOutputStream();
    for (int b = in.read(); b != '\n'; b = in.read()) {
      if (b < 0) {
        throw new EOFException("the connection was closed");
      }
      line.write(b);
    }
    return line.toString(ISO_8859_1).stripTrailing();
  }

  private static FetchResult page(
      CrawlUrl url, int status, HttpHeaders headers, InputStream in, long start)
      throws IOException {
    long length = headers.firstValueAsLong("content-length").orElse(0);
    byte[] body = in.readNBytes((int) Math.min(length, LIMIT + 1));
    Truncation truncation = body.length < length ? Truncation.ABORTED : Truncation.NONE;
    if (body.length > LIMIT) {
      truncation = Truncation.BYTE_LIMIT;
      body = Arrays.copyOf(body, LIMIT);
    }
    Duration elapsed = Duration.ofNanos(System.nanoTime() - start);
    return new FetchResult.Fetched(url, status, headers, Body.of(body), truncation, elapsed);
  }
}
