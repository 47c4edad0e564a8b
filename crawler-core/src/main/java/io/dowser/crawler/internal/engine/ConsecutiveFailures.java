package io.dowser.crawler.internal.engine;

import io.dowser.crawler.api.CrawlEvent;
import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.PluginKind;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Counts failures in a row of each kind of plugin and ends the crawl when there are too many. */
public final class ConsecutiveFailures {

  private static final Set<PluginKind> PAGE_KINDS =
      EnumSet.of(
          PluginKind.FETCHER,
          PluginKind.PAGE_ANALYZER,
          PluginKind.RELEVANCE_JUDGE,
          PluginKind.LINK_SCORER,
          PluginKind.LINK_FILTER);

  private final int most;
  private final Observers observers;
  private final Map<PluginKind, Streak> streaks = new EnumMap<>(PluginKind.class);

  private final Set<PluginKind> worked = EnumSet.noneOf(PluginKind.class);

  private record Streak(int length, Outcome.Trouble last) {}

  public ConsecutiveFailures(int most, Observers observers) {
    this.most = most;
    this.observers = observers;
  }

  /** Tells the listeners all failures on a page before one that is too many ends the crawl. */
  public void report(CrawlUrl url, List<Outcome.Trouble> troubles) {
    for (Outcome.Trouble trouble : troubles) {
      observers.tell(
          new CrawlEvent.PluginFailed(trouble.kind(), trouble.plugin(), url, trouble.cause()));
    }
    troubles.forEach(this::count);
  }

  private void count(Outcome.Trouble trouble) {
    Streak before = streaks.get(trouble.kind());
    var streak = new Streak(before == null ? 1 : before.length + 1, trouble);
    streaks.put(trouble.kind(), streak);
    if (streak.length >= most) {
      throw failed(streak);
    }
  }

  /** Takes note of a plugin that did its work. */
  public void end(PluginKind kind) {
    streaks.remove(kind);
    worked.add(kind);
  }

  /** Takes note of a page on which all plugins but these did their work. */
  public void endExcept(List<Outcome.Trouble> troubles) {
    for (PluginKind kind : PAGE_KINDS) {
      if (troubles.isEmpty() || troubles.stream().noneMatch(trouble -> trouble.kind() == kind)) {
        end(kind);
      }
    }
  }

  /** Throws if a plugin has never done its work, which is no way to run dry. */
  public void throwIfOneNeverWorked() {
    for (Streak streak : streaks.values()) {
      if (!worked.contains(streak.last.kind())) {
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
