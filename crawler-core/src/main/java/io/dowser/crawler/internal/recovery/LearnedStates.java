package io.dowser.crawler.internal.recovery;

import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.api.LinkScorer;
import io.dowser.crawler.api.RelevanceJudge;
import io.dowser.crawler.api.Resumable;
import io.dowser.crawler.api.SettingException;
import io.dowser.crawler.internal.store.CrawlStore;
import io.dowser.crawler.internal.store.HistoryReader;
import io.dowser.crawler.store.StoreException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Passes on what the judge and the scorer of an ended crawl have learned, to a crawl with the same
 * settings of these.
 *
 * @param setting the name of the setting that has the directory
 * @param directory that of the ended crawl
 * @param settings those of the crawl that starts
 */
public record LearnedStates(String setting, Path directory, Map<String, String> settings) {

  private static final Logger LOG = LoggerFactory.getLogger(LearnedStates.class);

  /** The settings that give the numbers of a state their meaning. */
  private static final List<String> SAME =
      List.of("topic", "judge", "scorer", "textNormalizer", "textAnalyzer");

  /** Passes on both states; a plugin without state starts as ever. */
  public void passTo(RelevanceJudge judge, LinkScorer scorer) {
    Map<String, Resumable> learners = new LinkedHashMap<>();
    put("judge", judge, learners);
    put("scorer", scorer, learners);
    if (learners.isEmpty()) {
      throw refused("no value, because neither judge nor scorer of this crawl learns");
    }
    if (!CrawlStore.exists(directory)) {
      throw refused("the directory of an ended crawl");
    }
    try (HistoryReader crawl = HistoryReader.open(directory)) {
      if (crawl.isRunning()) {
        throw refused("the directory of an ended crawl, but this one is running");
      }
      requireSame(crawl.store().settings());
      learners.forEach((name, learner) -> pass(crawl, name, learner));
    }
    LOG.info("starts from what the crawl in {} has learned: {}", directory, learners.keySet());
  }

  private void put(String plugin, Object instance, Map<String, Resumable> learners) {
    if (instance instanceof Resumable learner) {
      learners.put(StoredStates.name(plugin, settings), learner);
    }
  }

  private void requireSame(Map<String, String> others) {
    for (String name : SAME) {
      String own = CrawlStorage.kind(name, settings);
      String other = CrawlStorage.kind(name, others);
      if (!own.equals(other)) {
        throw refused("a crawl with the same " + name + ", but that has " + other + ", not " + own);
      }
    }
  }

  private void pass(HistoryReader crawl, String name, Resumable learner) {
    List<byte[]> saved = crawl.store().state(name);
    if (saved.isEmpty()) {
      throw refused("a crawl that has learned, but that has no state of the " + name);
    }
    try {
      StateChunks.pass(learner, saved);
    } catch (IOException e) {
      throw StoreException.damaged(
          directory, "the state '" + name + "' cannot be read: " + e.getMessage(), e);
    }
  }

  private CrawlException refused(String allowed) {
    return new SettingException(setting, directory.toString(), allowed);
  }
}
