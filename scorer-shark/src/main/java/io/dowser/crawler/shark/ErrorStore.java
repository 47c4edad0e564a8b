package io.dowser.crawler.shark;

import io.dowser.crawler.api.AbandonReason;
import io.dowser.crawler.api.Explanation;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Words about URLs that were rejected or failed. */
final class ErrorStore {

  private ErrorStore() {}

  /** Names the reason, or gives null for a URL that is not in the error store. */
  static @Nullable Explanation explain(LinkLedger ledger, int url) {
    AbandonReason failure = ledger.failure(url);
    QueueRule rule = ledger.rule(url);
    if (failure != null) {
      return named("failed (" + failure.name().toLowerCase(Locale.ROOT) + ")", ledger, url);
    }
    return rule != null && rule.store == QueueRule.Store.ERROR
        ? named("rejected (" + rule.words + ")", ledger, url)
        : null;
  }

  private static Explanation named(String what, LinkLedger ledger, int url) {
    Explanation inLinks = Explanation.of("in-links", ledger.count(url));
    return new Explanation("in the error store: " + what, 0, List.of(inLinks));
  }
}
