package io.dowser.crawler.internal.sites;

import com.google.common.collect.Maps;
import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.StateWriter;
import java.io.IOException;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Counts the requests for URLs of each shape on one site, and those that paid. A request pays if it
 * returns a page that may count: one that can be indexed and is not a duplicate.
 *
 * <p>A shape that seldom pays is visited less often. The share p = (paid + 1) / (requests + 1) is
 * that of the shape. The share q is that of all other requests of the site, drawn towards p while
 * these are few. Between two requests of the shape, there are (q/p)³ − 8 others, at most {@value
 * #LONGEST_GAP}. So a shape is unlimited while it pays at least half as often as the other shapes
 * of the site. Each request in vain lengthens the wait, and no shape is ever closed. Not
 * thread-safe.
 */
final class ShapeRecords {

  static final int LONGEST_GAP = 250;

  private static final int FREE = 8;
  private static final double PRIOR = 1;
  private static final int MOST_SHAPES = 128;
  private static final int BYTES_PER_SHAPE = 192;
  private static final int WINDOW = 64;

  private final Map<Long, ShapeRecord> records = new LinkedHashMap<>();
  private int requests;
  private int paid;

  /** The record of one shape. */
  private static final class ShapeRecord {

    private final Map<RequestResult, Integer> results = new EnumMap<>(RequestResult.class);
    private int requests; // the last ones, whose results these are
    private int allRequests;
    private int allPaid;
    private int last = -LONGEST_GAP; // the number of the site's requests at its last one

    /** Forgets half of what is old, so that a site may change. */
    void count(RequestResult result) {
      results.merge(result, 1, Integer::sum);
      requests++;
      allRequests++;
      allPaid += result == RequestResult.PAID ? 1 : 0;
      if (requests > WINDOW) {
        results.replaceAll((each, count) -> count / 2);
        results.values().removeIf(count -> count == 0);
        requests = sum();
      }
    }

    int sum() {
      return results.values().stream().mapToInt(Integer::intValue).sum();
    }

    int paid() {
      return results.getOrDefault(RequestResult.PAID, 0);
    }

    int gap(int requestsOfSite, int paidOfSite) {
      double share = (paid() + 1.0) / (requests + 1.0);
      double others =
          (paidOfSite - allPaid + share * PRIOR) / (requestsOfSite - allRequests + PRIOR);
      double ratio = others / share;
      return (int) Math.min(LONGEST_GAP, Math.max(0, ratio * ratio * ratio - FREE));
    }
  }

  /** Returns the shape for whose turn a URL must wait longest, or empty if it is its turn. */
  Optional<String> wait(Iterable<String> shapes) {
    String longest = null;
    int most = 0;
    for (String shape : shapes) {
      ShapeRecord found = records.get(Sites.hash(shape));
      if (found != null) {
        int left = left(found);
        if (left > most) {
          most = left;
          longest = shape;
        }
      }
    }
    return Optional.ofNullable(longest);
  }

  /** Returns how many requests of the site come before the turn of a shape. */
  private int left(ShapeRecord shape) {
    return shape.last + shape.gap(requests, paid) - requests;
  }

  /** Returns the shapes that have no turn now, by key, and the requests that come before it. */
  Map<Long, Integer> deferred() {
    Map<Long, Integer> deferred = new TreeMap<>();
    records.forEach(
        (key, shape) -> {
          int left = left(shape);
          if (left > 0) {
            deferred.put(key, left);
          }
        });
    return deferred;
  }

  /** Returns the results of the last requests for URLs of a shape; none if it is not known. */
  Map<RequestResult, Integer> results(String shape) {
    ShapeRecord found = records.get(Sites.hash(shape));
    return found == null ? Map.of() : Maps.immutableEnumMap(found.results);
  }

  /** Notes that a URL is requested now. */
  void begin(Iterable<String> shapes) {
    for (String shape : shapes) {
      ShapeRecord found = records.get(Sites.hash(shape));
      if (found != null) {
        found.last = requests;
      }
    }
  }

  /** Counts the result of a request. */
  void end(Iterable<String> shapes, RequestResult result) {
    requests++;
    paid += result == RequestResult.PAID ? 1 : 0;
    for (String shape : shapes) {
      record(Sites.hash(shape)).count(result);
    }
  }

  /**
   * Returns the record of a shape; a new one takes the place of one that was requested long ago.
   */
  private ShapeRecord record(long key) {
    ShapeRecord found = records.get(key);
    if (found == null && records.size() >= MOST_SHAPES) {
      records.values().removeIf(each -> each.allRequests <= 1 || each.paid() == each.requests);
    }
    if (found == null && records.size() >= MOST_SHAPES) {
      records.entrySet().stream()
          .min(Comparator.comparingInt(entry -> entry.getValue().last))
          .map(Map.Entry::getKey)
          .ifPresent(records::remove);
    }
    if (found == null) {
      found = new ShapeRecord();
      records.put(key, found);
    }
    return found;
  }

  /** Estimates the memory that is taken. */
  long bytes() {
    return (long) BYTES_PER_SHAPE * records.size();
  }

  void save(StateWriter out) throws IOException {
    out.writeInt(requests);
    out.writeInt(paid);
    out.writeInt(records.size());
    for (Map.Entry<Long, ShapeRecord> entry : records.entrySet()) {
      out.writeLong(entry.getKey());
      for (RequestResult each : RequestResult.values()) {
        out.writeByte(entry.getValue().results.getOrDefault(each, 0));
      }
      out.writeInt(entry.getValue().allRequests);
      out.writeInt(entry.getValue().allPaid);
      out.writeInt(entry.getValue().last);
    }
  }

  void restore(StateReader in) throws IOException {
    requests = in.readCount("requests of a site");
    paid = in.readInt(0, requests, "requests of a site that paid");
    for (int left = in.readInt(0, MOST_SHAPES, "number of shapes"); left > 0; left--) {
      var read = new ShapeRecord();
      records.put(in.readLong(), read);
      for (RequestResult each : RequestResult.values()) {
        int count = in.readByte();
        StateReader.require(
            count >= 0 && count <= WINDOW, "results of a shape must be 0 to " + WINDOW);
        read.results.merge(each, count, Integer::sum);
      }
      read.results.values().removeIf(count -> count == 0);
      read.requests = read.sum();
      read.allRequests = in.readInt(read.requests, requests, "all requests of a shape");
      read.allPaid = in.readInt(read.paid(), read.allRequests, "all requests that paid");
      read.last = in.readInt(-LONGEST_GAP, requests, "last request");
    }
  }
}
