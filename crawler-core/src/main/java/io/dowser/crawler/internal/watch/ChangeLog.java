package io.dowser.crawler.internal.watch;

import io.dowser.crawler.internal.report.CrawlPage;
import io.dowser.crawler.internal.store.ChangeRow;
import io.dowser.crawler.report.CrawlMetrics.Change;
import io.dowser.crawler.report.CrawlMetrics.ChangePoint;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Keeps the last changes of visited pages, and how their number grew. Not thread-safe. */
final class ChangeLog {

  private static final int MOST_CHANGES = 200;
  private static final int MOST_POINTS = 512;

  private final Deque<Change> last = new ArrayDeque<>();
  private final List<ChangePoint> curve = new ArrayList<>();
  private long count;
  private long stride = 1;

  void add(Change change) {
    count++;
    last.addLast(change);
    if (last.size() > MOST_CHANGES) {
      last.removeFirst();
    }
    if (count % stride == 0) {
      curve.add(new ChangePoint(change.time(), count));
    }
    if (curve.size() == MOST_POINTS) {
      stride *= 2;
      curve.removeIf(point -> point.changes() % stride != 0);
    }
  }

  /** Returns what a new version has, in words. */
  static String changed(int distance, int added, int removed) {
    String text = distance < 0 ? "" : ", text differs in " + distance + " of 64 bits";
    return CrawlPage.counted(added, "link", "links") + " added, " + removed + " removed" + text;
  }

  /** Returns a stored change in words. */
  static String words(
      ChangeRow.Kind kind,
      int http,
      int distance,
      int added,
      int removed,
      @Nullable String detail) {
    return switch (kind) {
      case CHANGED -> changed(distance, added, removed);
      case GONE -> gone(http);
      case MOVED -> moved(detail == null ? "" : detail);
      case BACK -> "there again, as it was";
    };
  }

  static String gone(int status) {
    return "gone, status " + status;
  }

  static String moved(String location) {
    return "moved to " + location;
  }

  List<Change> last() {
    return List.copyOf(last);
  }

  List<ChangePoint> curve() {
    var points = new ArrayList<>(curve);
    Change latest = last.peekLast();
    if (latest != null && (points.isEmpty() || points.get(points.size() - 1).changes() < count)) {
      points.add(new ChangePoint(latest.time(), count));
    }
    return points;
  }
}
