package io.dowser.crawler.archive;

import com.google.common.hash.Hashing;
import com.google.common.io.BaseEncoding;
import io.dowser.crawler.api.Body;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.api.Visit;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.netpreserve.jwarc.MediaType;
import org.netpreserve.jwarc.MessageVersion;
import org.netpreserve.jwarc.WarcMetadata;
import org.netpreserve.jwarc.WarcRecord;
import org.netpreserve.jwarc.WarcRequest;
import org.netpreserve.jwarc.WarcResponse;
import org.netpreserve.jwarc.WarcTruncationReason;
import org.netpreserve.jwarc.Warcinfo;

/** Makes the records of pages, redirects and files. */
final class WarcRecords implements AutoCloseable {

  private static final Set<String> UNTRUE_BY_NOW =
      Set.of("content-encoding", "transfer-encoding", "content-length");
  private static final String CRLF = "\r\n";

  /** What follows the body of each record (ISO 28500:2017, section 4). */
  private static final byte[] END = utf8(CRLF + CRLF);

  private final GzipMembers members = new GzipMembers();

  List<WarcRecord> of(Visit visit) throws IOException {
    FetchResult.Fetched fetched = visit.fetched();
    CrawlUrl url = fetched.url();
    Instant time = visit.time();
    List<WarcRecord> records = new ArrayList<>(3);
    byte[] http = response(fetched.status(), fetched.headers().map(), fetched.body());
    WarcResponse.Builder response =
        new WarcResponse.Builder(url.toString())
            .version(MessageVersion.WARC_1_1)
            .recordId(id(url, time, "response"))
            .date(time)
            .payloadDigest("sha1", sha1(fetched.body()))
            .body(MediaType.HTTP_RESPONSE, http);
    WarcTruncationReason reason = truncation(fetched.truncation());
    if (reason != WarcTruncationReason.NOT_TRUNCATED) {
      response.truncated(reason);
    }
    records.add(response.build());
    records.add(request(url, time));
    records.add(metadata(visit));
    return records;
  }

  List<WarcRecord> of(FetchResult.Redirect redirect, Instant time) throws IOException {
    Map<String, List<String>> headers = Map.of("Location", List.of(redirect.location()));
    WarcRecord response =
        new WarcResponse.Builder(redirect.url().toString())
            .version(MessageVersion.WARC_1_1)
            .recordId(id(redirect.url(), time, "response"))
            .date(time)
            .body(MediaType.HTTP_RESPONSE, response(redirect.status(), headers, Body.EMPTY))
            .build();
    return List.of(response, request(redirect.url(), time));
  }

  WarcRecord info(String name, Instant time) {
    return new Warcinfo.Builder()
        .version(MessageVersion.WARC_1_1)
        .recordId(UUID.nameUUIDFromBytes(utf8(name + " " + time)))
        .date(time)
        .filename(name)
        .fields(
            Map.of(
                "software",
                List.of("Dowser"),
                "format",
                List.of("WARC File Format 1.1"),
                "conformsTo",
                List.of(
                    "http://iipc.github.io/warc-specifications/specifications/warc-format/"
                        + "warc-1.1/")))
        .build();
  }

  private static WarcRecord request(CrawlUrl url, Instant time) throws IOException {
    String query = url.query().isEmpty() ? "" : "?" + url.query();
    String host = url.origin().substring(url.scheme().length() + 3);
    String http = "GET " + url.path() + query + " HTTP/1.1" + CRLF + "Host: " + host + CRLF + CRLF;
    return new WarcRequest.Builder(url.toString())
        .version(MessageVersion.WARC_1_1)
        .recordId(id(url, time, "request"))
        .date(time)
        .concurrentTo(uri(id(url, time, "response")))
        .body(MediaType.HTTP_REQUEST, utf8(http))
        .build();
  }

  private static WarcRecord metadata(Visit visit) {
    Map<String, List<String>> fields = new LinkedHashMap<>();
    fields.put("fetchTimeMs", List.of(Long.toString(visit.fetched().elapsed().toMillis())));
    fields.put("hopsFromSeed", List.of(Integer.toString(visit.candidate().depth())));
    fields.put("visit", List.of(Long.toString(visit.number())));
    fields.put("relevance", List.of(Double.toString(visit.relevance())));
    fields.put("relevant", List.of(Boolean.toString(visit.relevant())));
    if (!visit.candidate().isSeed()) {
      fields.put("score", List.of(Double.toString(visit.candidate().score())));
    }
    CrawlUrl url = visit.fetched().url();
    return new WarcMetadata.Builder()
        .targetURI(url.toString())
        .version(MessageVersion.WARC_1_1)
        .recordId(id(url, visit.time(), "metadata"))
        .date(visit.time())
        .concurrentTo(uri(id(url, visit.time(), "response")))
        .fields(fields)
        .build();
  }

  /** Compresses each record on its own, all into one piece. */
  byte[] compress(List<WarcRecord> records) throws IOException {
    for (WarcRecord record : records) {
      members.add(record.serializeHeader(), record.body().stream().readAllBytes(), END);
    }
    return members.take();
  }

  /** Frees the compressor. */
  @Override
  public void close() {
    members.close();
  }

  private static byte[] response(int status, Map<String, List<String>> headers, Body body) {
    var head = new StringBuilder("HTTP/1.1 ").append(status).append(' ').append(CRLF);
    headers.forEach(
        (name, values) -> {
          if (!UNTRUE_BY_NOW.contains(name.toLowerCase(Locale.ROOT)) && !name.startsWith(":")) {
            values.forEach(value -> head.append(name).append(": ").append(value).append(CRLF));
          }
        });
    head.append("Content-Length: ").append(body.size()).append(CRLF).append(CRLF);
    byte[] start = head.toString().getBytes(StandardCharsets.UTF_8);
    byte[] whole = java.util.Arrays.copyOf(start, start.length + body.size());
    body.asByteBuffer().get(whole, start.length, body.size());
    return whole;
  }

  private static WarcTruncationReason truncation(FetchResult.Truncation truncation) {
    return switch (truncation) {
      case NONE -> WarcTruncationReason.NOT_TRUNCATED;
      case BYTE_LIMIT, RATIO_LIMIT -> WarcTruncationReason.LENGTH;
      case TIME_LIMIT -> WarcTruncationReason.TIME;
      case BROKEN_OFF -> WarcTruncationReason.DISCONNECT;
    };
  }

  @SuppressWarnings("deprecation") // SHA-1 is what WARC tools know a page by
  private static String sha1(Body body) {
    return BaseEncoding.base32().encode(Hashing.sha1().hashBytes(body.asByteBuffer()).asBytes());
  }

  /** The same answer always has the same identifier, so that a crawl can be repeated. */
  private static UUID id(CrawlUrl url, Instant time, String kind) {
    return UUID.nameUUIDFromBytes(utf8(kind + " " + time + " " + url));
  }

  private static java.net.URI uri(UUID id) {
    return java.net.URI.create("urn:uuid:" + id);
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
