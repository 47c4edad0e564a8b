package io.dowser.crawler.api;

import java.time.Duration;
import java.util.Optional;

/**
 * What a crawl waits for at one moment.
 *
 * @param delayed hosts that are delayed between two requests
 * @param askingRobots hosts whose robots.txt is being asked for
 * @param backingOff hosts that rest because they failed or asked for patience
 * @param suspended hosts that failed often and are left alone for a longer while
 * @param givenUp hosts that failed so often that nothing more is asked of them
 * @param held URLs that were taken from the frontier and wait for their host: for its robots.txt,
 *     for the next try, or as the target of a redirect
 * @param nextDue time until the next host may be visited, empty if none delays
 */
public record Stall(
    int delayed,
    int askingRobots,
    int backingOff,
    int suspended,
    int givenUp,
    int held,
    Optional<Duration> nextDue) {

  /** Nothing waits. */
  public static final Stall NONE = new Stall(0, 0, 0, 0, 0, 0, Optional.empty());
}
