package io.dowser.crawler.api;

/**
 * Decides when a host may be visited.
 *
 * <p>Times are nanoseconds on a clock that never goes back; only their differences mean anything.
 * The time of a host changes in two ways only: it moves later when the host is visited, and a host
 * that is being visited right now may become ready sooner than announced once that visit ends,
 * which the frontier learns from {@link Frontier#expand} or {@link Frontier#abandon}. So a frontier
 * may set a host aside until the time that the gate returned. Once it is polled with another gate,
 * it must drop the times of the former one and ask again.
 *
 * <p>Called by the thread that calls the frontier.
 *
 * <pre>{@code
 * public Optional<Candidate> poll(HostGate gate) { // of a frontier that knows one host
 *   boolean ready = !queue.isEmpty() && gate.isReady(queue.peek().url());
 *   return ready ? Optional.of(queue.remove()) : Optional.empty();
 * }
 * }</pre>
 */
public interface HostGate {

  /** Lets every host through at any time. */
  HostGate OPEN =
      new HostGate() {
        @Override
        public long now() {
          return 0;
        }

        @Override
        public long readyAt(CrawlUrl url) {
          return 0;
        }
      };

  /** {@return the present time in nanoseconds} */
  long now();

  /**
   * Returns the time from which the host of a URL may be visited, or at which to ask again.
   *
   * @param url the URL in question
   * @return nanoseconds on the clock of {@link #now}; a time at or before {@code now()} means at
   *     once
   */
  long readyAt(CrawlUrl url);

  /**
   * {@return whether the host of a URL may be visited now}
   *
   * @param url the URL in question
   */
  default boolean isReady(CrawlUrl url) {
    return readyAt(url) - now() <= 0;
  }
}
