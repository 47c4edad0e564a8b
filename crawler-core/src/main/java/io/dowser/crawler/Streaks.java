package io.dowser.crawler;

import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.api.PluginKind;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Counts failures in a row of each kind of plugin and ends the crawl when there are too many. */
final class Streaks {

  private final int most;
  private final Map<PluginKind, Streak> streaks = new EnumMap<>(PluginKind.class);

  private record Streak(int length, Outcome.Trouble last) {}

  Streaks(int most) {
    this.most = most;
  }

  /** Takes note of a failure; throws if it is one too many in a row. */
  void count(Outcome.Trouble trouble) {
    Streak before = streaks.get(trouble.kind());
    var streak = new Streak(before == null ? 1 : before.length + 1, trouble);
    streaks.put(trouble.kind(), streak);
    if (streak.length >= most) {
      throw failed(streak);
    }
  }

  /** Takes note of a page on which only these failed. */
  void endExcept(List<Outcome.Trouble> troubles) {
    if (!streaks.isEmpty()) {
      streaks
          .keySet()
          .removeIf(kind -> troubles.stream().noneMatch(trouble -> trouble.kind() == kind));
    }
  }

  /** Throws if a plugin has failed on each of the pages so far, which is no way to run dry. */
  void throwIfNothingElse(long pages) {
    for (Streak streak : streaks.values()) {
      if (streak.length >= pages) {
        throw failed(streak);
      }
    }
  }

  private static CrawlException failed(Streak streak) {
    return new CrawlException(
        "the "
            + streak.last.kind()
            + " "
            + streak.last.plugin()
            + " failed on "
            + streak.length
            + " pages in a row",
        streak.last.cause());
  }
}
