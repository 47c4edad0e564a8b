package io.dowser.benchmarks;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;

/** The complete responses to all requests for pages of a site, by host and path. */
final class SiteResponses {

  private static final byte[] NOT_FOUND =
      "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
  private static final int AFTER_GET = "GET ".length();

  private final Map<String, byte[]> responses;

  private SiteResponses(Map<String, byte[]> responses) {
    this.responses = responses;
  }

  static SiteResponses render(Site site) {
    byte[][] rendered =
        IntStream.range(0, site.spec().pages())
            .parallel()
            .mapToObj(i -> site.spec().gzipped() ? gzipped(site.page(i)) : plain(site.page(i)))
            .toArray(byte[][]::new);
    var responses = new HashMap<String, byte[]>(2 * rendered.length);
    for (int i = 0; i < rendered.length; i++) {
      responses.put(site.host(i) + site.path(i), rendered[i]);
    }
    return new SiteResponses(responses);
  }

  private static byte[] plain(byte[] page) {
    return complete("", page);
  }

  private static byte[] gzipped(byte[] page) {
    var packed = new ByteArrayOutputStream();
    try (var gzip = new GZIPOutputStream(packed)) {
      gzip.write(page);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return complete("Content-Encoding: gzip\r\n", packed.toByteArray());
  }

  private static byte[] complete(String header, byte[] page) {
    String head =
        "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n"
            + header
            + "Content-Length: "
            + page.length
            + "\r\n\r\n";
    byte[] response = new byte[head.length() + page.length];
    System.arraycopy(head.getBytes(StandardCharsets.US_ASCII), 0, response, 0, head.length());
    System.arraycopy(page, 0, response, head.length(), page.length);
    return response;
  }

  /**
   * Finds the response to a request.
   *
   * @param request its bytes, to the empty line at its end
   * @param length the number of its bytes
   */
  byte[] response(byte[] request, int length) {
    String text = new String(request, 0, length, StandardCharsets.ISO_8859_1);
    int pathEnd = text.indexOf(' ', AFTER_GET);
    int host = text.indexOf("\r\nHost: ");
    if (!text.startsWith("GET ") || pathEnd < 0 || host < 0) {
      return NOT_FOUND;
    }
    int hostStart = host + "\r\nHost: ".length();
    String name = text.substring(hostStart, text.indexOf('\r', hostStart));
    return responses.getOrDefault(name + text.substring(AFTER_GET, pathEnd), NOT_FOUND);
  }
}
