package io.dowser.crawler.langchain4j;

import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.langchain4j.LlmJudge.Fallback;
import java.util.EnumMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Counts replies, and logs the first page of each fall-back. Thread-safe. */
final class ReplyCounts {

  private static final Logger LOG = LoggerFactory.getLogger(LlmJudge.class);

  private final Map<Fallback, Long> fallbacks = new EnumMap<>(Fallback.class);
  private long fresh;
  private long known;

  synchronized void count(Reply reply, CrawlUrl url) {
    if (reply instanceof Reply.Answered answered) {
      fresh += answered.wasKnown() ? 0 : 1;
      known += answered.wasKnown() ? 1 : 0;
    } else if (reply instanceof Reply.Missing missing
        && fallbacks.merge(missing.cause(), 1L, Long::sum) == 1) {
      LOG.warn(
          "{} ({}): the fall-back judges {}, and further such pages without notice",
          missing.cause(),
          missing.detail(),
          url);
    }
  }

  synchronized LlmJudge.Statistics with(ModelRequests requests) {
    Spending spending = requests.spending();
    return new LlmJudge.Statistics(
        spending.requests(),
        spending.inputTokens(),
        spending.outputTokens(),
        spending.cost(),
        fresh,
        known,
        requests.malformed(),
        Map.copyOf(fallbacks));
  }
}
