package io.dowser.crawler.internal.watch;

import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.Resumable;
import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.StateWriter;
import java.io.IOException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** The failures of seeds. Confined to the engine thread. */
public final class Seeds implements Resumable {

  private static final int FORMAT = 1;

  private static final int MAX_REASON_LENGTH = 1_000;

  private final Map<CrawlUrl, String> failures = new LinkedHashMap<>();
  private boolean unmodified;

  public void failed(Candidate candidate, String reason) {
    if (candidate.isSeed()) {
      failures.put(candidate.url(), reason);
    }
  }

  /** Forgets the failure of a seed that is queued again. */
  public void queuedAgain(Candidate candidate) {
    failures.remove(candidate.url());
  }

  /** Records a response that is neither a page nor a failure. */
  public void notModified(Candidate candidate) {
    unmodified |= candidate.isSeed();
  }

  /**
   * Returns whether some seeds failed and none had another result, in a run that visited no page.
   */
  public boolean haveAllFailed() {
    return !failures.isEmpty() && !unmodified;
  }

  @Override
  public void save(StateWriter out) throws IOException {
    out.section("seeds", FORMAT);
    out.writeInt(failures.size());
    for (Map.Entry<CrawlUrl, String> each : failures.entrySet()) {
      out.writeText(each.getKey().toString());
      String reason = each.getValue();
      out.writeText(reason.substring(0, Math.min(reason.length(), MAX_REASON_LENGTH)));
    }
  }

  @Override
  public void restore(StateReader in) throws IOException {
    in.section("seeds", FORMAT);
    for (int left = in.readInt(); left > 0; left--) {
      failures.put(CrawlUrl.of(in.readText()), in.readText());
    }
  }

  public Map<CrawlUrl, String> failures() {
    return Collections.unmodifiableMap(new LinkedHashMap<>(failures));
  }
}
