package io.dowser.crawler.internal.engine;

import io.dowser.crawler.api.Resumable;
import io.dowser.crawler.api.ScoredLink;
import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.StateWriter;
import io.dowser.crawler.api.Visit;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;

/**
 * Estimates how many relevant pages a crawl can reach: the visited ones, and of the pending URLs
 * the share that was relevant among those that have ended. URLs with no, one, two, and more links
 * from relevant pages are strata, each with a share of its own.
 *
 * <p>Source: W. G. Cochran, <i>Sampling Techniques</i>, third edition (1977), section 5A.9:
 * stratification after selection. Where this differs: ended URLs are no random sample of their
 * stratum but those that the frontier preferred, and a stratum begins with one ended URL, of which
 * a twentieth is relevant, so that a stratum without any has a share too.
 *
 * <p>One byte for each known URL. Confined to the engine thread.
 */
final class RelevantEstimate implements Resumable {

  private static final int FORMAT = 1;
  private static final int LEAST_CAPACITY = 1024;
  private static final double PRIOR = 0.05;

  private static final int LINKS = 3; // from relevant pages, this for more too
  private static final int PENDING = 4;
  private static final int ENDED = 8;
  private static final int RELEVANT = 16;

  /** The state of each URL by its sequence number. */
  private byte[] states = {};

  /** The number of URLs in each state. */
  private final long[] counts = new long[2 * RELEVANT];

  /** Takes a visit with its links for the frontier. */
  void visited(Visit visit, List<ScoredLink> links) {
    add(visit.candidate().sequence(), ENDED | (visit.relevant() ? RELEVANT : 0));
    links.forEach(link -> add(link.candidate().sequence(), PENDING));
    if (visit.relevant()) {
      visit.outLinks().stream().forEach(target -> linked(target));
    }
  }

  private void linked(long target) {
    int state = state((int) target);
    set((int) target, (state & LINKS) == LINKS ? state : state + 1);
  }

  /** Takes a URL that was queued and is no link of a page. */
  void queued(long sequence) {
    add(sequence, PENDING);
  }

  /** Takes a URL that becomes no page. */
  void ended(long sequence) {
    add(sequence, ENDED);
  }

  /** Takes a pending URL that a full frontier has dropped. */
  void dropped(int sequence) {
    set(sequence, state(sequence) & ~PENDING);
  }

  /** Returns the estimate, which is no less than what was found. */
  double total() {
    double total = 0;
    for (int stratum = 0; stratum <= LINKS; stratum++) {
      double pending = 0;
      double ended = 1;
      double relevant = PRIOR;
      for (int state = stratum; state < counts.length; state += LINKS + 1) {
        boolean hasEnded = (state & ENDED) != 0;
        total += (state & RELEVANT) != 0 ? counts[state] : 0;
        relevant += (state & RELEVANT) != 0 ? counts[state] : 0;
        ended += hasEnded ? counts[state] : 0;
        pending += !hasEnded && (state & PENDING) != 0 ? counts[state] : 0;
      }
      total += pending * relevant / ended;
    }
    return total;
  }

  private void add(long sequence, int bits) {
    set((int) sequence, state((int) sequence) | bits);
  }

  private int state(int url) {
    return url < states.length ? states[url] : 0;
  }

  private void set(int url, int state) {
    if (url >= states.length) {
      states = Arrays.copyOf(states, Math.max(LEAST_CAPACITY, url + url / 2 + 1));
    }
    counts[states[url]] -= states[url] == 0 ? 0 : 1;
    counts[state]++;
    states[url] = (byte) state;
  }

  @Override
  public void save(StateWriter out) throws IOException {
    out.section("relevant estimate", FORMAT);
    out.writeInt(states.length);
    for (byte state : states) {
      out.writeByte(state);
    }
  }

  @Override
  public void restore(StateReader in) throws IOException {
    in.section("relevant estimate", FORMAT);
    int length = in.readCount("length of the relevant estimate");
    Arrays.fill(counts, 0);
    states = new byte[0];
    for (int i = 0; i < length; i++) { // grows as bytes come, because a damaged length may be huge
      byte state = in.readByte();
      StateReader.require(state >= 0 && state < counts.length, "a URL must have a known state");
      add(i, state);
    }
  }
}
