package io.dowser.crawler.internal.politeness;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What a crawl knows of a host at one moment.
 *
 * @param rest why it rests, or null if it does not
 * @param dueIn how long it still rests
 * @param connections requests under way
 * @param askingRobots whether its robots.txt is being asked for
 * @param failures failures since its last answer
 * @param givenUp whether nothing more is asked of it
 */
public record HostView(
    HostState.@Nullable Rest rest,
    Duration dueIn,
    int connections,
    boolean askingRobots,
    int failures,
    boolean givenUp) {

  /** Nothing is known, so nothing must be waited for. */
  static final HostView FREE = new HostView(null, Duration.ZERO, 0, false, 0, false);

  /** Takes the view of a host, or of none. */
  static HostView of(@Nullable HostState host, long now) {
    if (host == null) {
      return FREE;
    }
    long left = Math.max(0, host.readyAt - now);
    boolean rests = host.resting && left > 0;
    return new HostView(
        rests ? host.rest : null,
        Duration.ofNanos(rests ? left : 0),
        host.connections,
        host.holds > 0,
        host.failures,
        host.givenUp);
  }

  public boolean isFree() {
    return rest == null && connections == 0 && !givenUp;
  }

  /** Says it in words. */
  public String inWords() {
    if (givenUp) {
      return "given up after " + failures + " failures in a row";
    }
    var words = new StringBuilder();
    if (rest != null) {
      String kind =
          switch (rest) {
            case DELAY -> "rests";
            case BACK_OFF -> "backs off";
            case SUSPENDED -> "is parked";
          };
      words.append(kind).append(" for ").append(dueIn).append(" more");
    } else {
      words.append("may be asked now");
    }
    if (connections > 0) {
      words.append(", requests under way: ").append(connections);
    }
    if (askingRobots) {
      words.append(", its robots.txt is being asked for");
    }
    if (failures > 0) {
      words.append(", failures in a row: ").append(failures);
    }
    return words.toString();
  }
}
