package io.dowser.crawler.spark;

import static org.apache.iceberg.types.Types.NestedField.optional;
import static org.apache.iceberg.types.Types.NestedField.required;

import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.Types.BinaryType;
import org.apache.iceberg.types.Types.BooleanType;
import org.apache.iceberg.types.Types.DoubleType;
import org.apache.iceberg.types.Types.IntegerType;
import org.apache.iceberg.types.Types.ListType;
import org.apache.iceberg.types.Types.LongType;
import org.apache.iceberg.types.Types.StringType;
import org.apache.iceberg.types.Types.TimestampType;

/** The columns of a crawl's tables. */
final class TableSchemas {

  static final String URLS = "urls";
  static final String HOSTS = "hosts";
  static final String ROBOTS = "robots";
  static final String VISITS = "visits";
  static final String LINKS = "links";
  static final String PAGES = "pages";

  /** All tables that hold rows, by name. */
  static final Map<String, Schema> ALL = all();

  private TableSchemas() {}

  private static Map<String, Schema> all() {
    Map<String, Schema> all = new LinkedHashMap<>();
    all.put(URLS, urls());
    all.put(HOSTS, hosts());
    all.put(ROBOTS, robots());
    all.put(VISITS, visits());
    all.put(LINKS, links());
    all.put(PAGES, pages());
    return Map.copyOf(all);
  }

  private static Schema urls() {
    return new Schema(
        required(1, "hash", LongType.get(), "xxhash64 of the URL; the table is bucketed by it"),
        required(2, "url", StringType.get()),
        required(3, "host", StringType.get(), "the host or site that is delayed as one"),
        optional(4, "outcome", StringType.get(), "what came of the URL; null while it is pending"),
        required(5, "queue", IntegerType.get(), "0 first; other than 0 in the order shark alone"),
        required(6, "score", DoubleType.get(), "the scorer's, infinite for a seed"),
        required(7, "tie", DoubleType.get(), "the scorer's second key"),
        required(8, "depth", IntegerType.get(), "links from the nearest seed"),
        required(9, "in_links", LongType.get(), "visited pages that link to the pending URL"),
        required(10, "born", LongType.get(), "orders URLs by discovery"),
        required(11, "seed", BooleanType.get()),
        optional(12, "parent", StringType.get(), "the page whose link gave the score"),
        required(13, "hops", IntegerType.get(), "redirects that led to the URL"),
        optional(14, "path_state", ListType.ofRequired(15, DoubleType.get())),
        optional(16, "features", ListType.ofRequired(17, IntegerType.get())));
  }

  private static Schema hosts() {
    return new Schema(
        required(1, "round", IntegerType.get(), "the latest row of a host counts"),
        required(2, "host", StringType.get()),
        required(3, "ready_at", LongType.get(), "ms since 1970 before which it is left alone"),
        required(4, "put_offs", IntegerType.get(), "rounds in a row in which it was put off"),
        required(5, "pages", LongType.get(), "pages visited so far"),
        required(6, "pace_millis", LongType.get(), "time for one request and its delay"));
  }

  private static Schema robots() {
    return new Schema(
        required(1, "round", IntegerType.get(), "the latest row of a URL counts"),
        required(2, "host", StringType.get()),
        required(3, "url", StringType.get()),
        required(4, "time", LongType.get(), "ms since 1970"),
        required(5, "status", IntegerType.get()),
        required(6, "type", StringType.get(), "content type, or the location of a redirect"),
        required(7, "body", BinaryType.get()));
  }

  private static Schema visits() {
    return new Schema(
        required(1, "round", IntegerType.get()),
        required(2, "place", IntegerType.get(), "orders the URLs of a round"),
        required(3, "url", StringType.get()),
        required(4, "host", StringType.get()),
        required(5, "outcome", StringType.get(), "VISITED, or why no page came of the URL"),
        required(6, "detail", StringType.get()),
        required(7, "depth", IntegerType.get()),
        required(8, "score", DoubleType.get()),
        required(9, "seed", BooleanType.get()),
        optional(10, "parent", StringType.get()),
        required(11, "hops", IntegerType.get()),
        optional(12, "page_url", StringType.get()),
        optional(13, "relevance", DoubleType.get()),
        optional(14, "relevant", BooleanType.get()),
        optional(15, "time", TimestampType.withZone()),
        optional(16, "fetch_nanos", LongType.get()),
        optional(17, "status", IntegerType.get()),
        optional(18, "content_type", StringType.get()),
        optional(19, "bytes", LongType.get()),
        optional(20, "duplicate", StringType.get(), "how it is like an earlier page"),
        optional(21, "path_state", ListType.ofRequired(22, DoubleType.get())),
        required(23, "executor", StringType.get()));
  }

  private static Schema links() {
    return new Schema(
        required(1, "round", IntegerType.get()),
        required(2, "source", StringType.get(), "the URL whose page has the link"),
        required(3, "url", StringType.get()),
        required(4, "host", StringType.get()),
        required(5, "redirect", BooleanType.get(), "whether the source redirects to the URL"),
        required(6, "scored", BooleanType.get(), "false if the URL ended in the same task"),
        required(7, "queue", IntegerType.get()),
        required(8, "score", DoubleType.get()),
        required(9, "tie", DoubleType.get()),
        required(10, "depth", IntegerType.get()),
        required(11, "born", LongType.get()),
        required(12, "seed", BooleanType.get()),
        optional(13, "parent", StringType.get()),
        required(14, "hops", IntegerType.get()),
        optional(15, "path_state", ListType.ofRequired(16, DoubleType.get())),
        optional(17, "features", ListType.ofRequired(18, IntegerType.get())));
  }

  private static Schema pages() {
    return new Schema(
        required(1, "round", IntegerType.get()),
        required(2, "url", StringType.get()),
        required(3, "time", TimestampType.withZone()),
        required(4, "status", IntegerType.get()),
        required(5, "headers", StringType.get(), "one on each line"),
        required(6, "body", BinaryType.get()));
  }
}
