package io.dowser.crawler.internal.engine;

import io.dowser.crawler.api.SkipReason;
import io.dowser.crawler.api.SkippedLink;
import io.dowser.crawler.internal.recovery.KnownUrls;
import io.dowser.crawler.internal.recovery.ScoredTarget;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The links of a visited page that was fetched again, compared with those that it had. Links that
 * were added are queued like entries of a sitemap, because the frontier has expanded the page
 * before. Confined to the engine thread.
 */
final class ChangedLinks {

  private final Outcome.Page page;
  private final long[] before;
  private final EngineContext context;
  private final List<SkippedLink> skipped;
  private final long[] targets;
  private int count;
  private final Set<Integer> distinct = new HashSet<>();
  private int added;

  private ChangedLinks(Outcome.Page page, long[] before, EngineContext context) {
    this.page = page;
    this.before = before;
    this.context = context;
    this.skipped = new ArrayList<>(page.skipped());
    this.targets = new long[page.targets().size()];
  }

  /**
   * Admits the links of a page.
   *
   * @param before the targets of the version before, sorted
   */
  static ChangedLinks of(Outcome.Page page, long[] before, EngineContext context) {
    var links = new ChangedLinks(page, before, context);
    page.targets().forEach(links::admit);
    return links;
  }

  private void admit(ScoredTarget found) {
    ScoredTarget target = found.raised(context.plan.priority(found.link().target()));
    int depth = page.task().candidate().depth() + 1;
    int sequence = context.admission.find(target);
    if (sequence == KnownUrls.UNKNOWN) {
      Optional<SkipReason> refusal =
          context.admission.refusalOfNew(page.task().url(), target, depth);
      if (refusal.isPresent()) {
        skipped.add(new SkippedLink(target.link().target(), refusal.get()));
        return;
      }
      sequence = context.admission.registerLink(page, target, depth);
    }
    if (!distinct.add(sequence)) {
      return; // another URL is merged with this one
    }
    targets[count++] = sequence;
    if (Arrays.binarySearch(before, sequence) < 0) {
      added++;
      offer(target, sequence, depth);
    }
  }

  /** Queues the target, also a known one: it may have been too deep, or dropped. */
  private void offer(ScoredTarget target, int sequence, int depth) {
    if (depth <= context.plan.maxDepth() && !context.known.isClosed(sequence)) {
      context.admission.queueLater(
          LinkAdmission.candidate(page, target, sequence, depth), target.link().anchorText());
    }
  }

  /** Returns whether there are the same targets as before. */
  boolean isSame() {
    return added == 0 && count == before.length;
  }

  int added() {
    return added;
  }

  int removed() {
    return before.length + added - count;
  }

  /** Returns the links that are not queued, to which more may be added. */
  List<SkippedLink> skipped() {
    return skipped;
  }

  /** Returns the targets, sorted. */
  long[] targets() {
    long[] sorted = inDocumentOrder();
    Arrays.sort(sorted);
    return sorted;
  }

  long[] inDocumentOrder() {
    return Arrays.copyOf(targets, count);
  }
}
