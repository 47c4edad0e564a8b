package io.dowser.crawler.internal.engine;

import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.StateWriter;
import java.io.IOException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** The failures of seeds. Confined to the engine thread. */
final class Seeds {

  private static final int MAX_REASON_LENGTH = 1_000;

  private final Map<CrawlUrl, String> failures = new LinkedHashMap<>();
  private boolean unmodified;

  void failed(Candidate candidate, String reason) {
    if (candidate.isSeed()) {
      failures.put(candidate.url(), reason);
    }
  }

  /** Forgets the failure of a seed that is queued again. */
  void queuedAgain(Candidate candidate) {
    failures.remove(candidate.url());
  }

  /** Records an answer without a page that is no failure. */
  void notModified(Candidate candidate) {
    unmodified |= candidate.isSeed();
  }

  /** Returns whether some failed and none was answered, if no page was visited. */
  boolean haveAllFailed() {
    return !failures.isEmpty() && !unmodified;
  }

  void save(StateWriter out) throws IOException {
    out.writeInt(failures.size());
    for (Map.Entry<CrawlUrl, String> each : failures.entrySet()) {
      out.writeText(each.getKey().toString());
      String reason = each.getValue();
      out.writeText(reason.substring(0, Math.min(reason.length(), MAX_REASON_LENGTH)));
    }
  }

  void restore(StateReader in) throws IOException {
    for (int left = in.readInt(); left > 0; left--) {
      failures.put(CrawlUrl.of(in.readText()), in.readText());
    }
  }

  Map<CrawlUrl, String> failures() {
    return Collections.unmodifiableMap(new LinkedHashMap<>(failures));
  }
}
