package io.dowser.crawler.internal.traps;

import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.StateWriter;
import java.io.IOException;

/**
 * The counts of one branch of untrusted domains: the domain to which a trusted one has linked, and
 * all domains that were found by way of it. A trusted domain shares its branch with no other. Not
 * thread-safe.
 */
final class DomainBranch {

  /** The place among the saved branches; negative before the first save. */
  int place = -1;

  int domains;
  int pending;

  /** Pages of its domains, and domains that have left it because they gave a relevant page. */
  int visited;

  int relevant;

  /** Hosts that its pages were the first to name: those that never responded, and the others. */
  int unresponsive;

  int responsive;

  void save(StateWriter out) throws IOException {
    out.writeInt(domains);
    out.writeInt(pending);
    out.writeInt(visited);
    out.writeInt(relevant);
    out.writeInt(unresponsive);
    out.writeInt(responsive);
  }

  void restore(StateReader in) throws IOException {
    domains = in.readCount("number of domains");
    pending = in.readCount("number of pending pages");
    visited = in.readCount("number of visited pages");
    relevant = in.readCount("number of relevant domains");
    unresponsive = in.readCount("number of hosts without a response");
    responsive = in.readCount("number of hosts with a response");
  }
}
