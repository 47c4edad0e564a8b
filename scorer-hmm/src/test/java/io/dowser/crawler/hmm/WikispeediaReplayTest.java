package io.dowser.crawler.hmm;

import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.PageAnalyzer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Trains on the paths of people and crawls from the United Kingdom for the articles of a category
 * that none of these paths visits. The exhaustive run writes {@code target/xie2012-wikispeedia*},
 * and {@code target/xie2012-wikispeedia-choice*} of the users by whom settings are chosen.
 */
@Tag("slow")
class WikispeediaReplayTest {

  private static final boolean EXHAUSTIVE = Boolean.getBoolean("dowser.exhaustive");
  static final int PATHS = 400;
  private static final int CHOICE = 1; // thirds of the users
  private static final int REPORT = 2;
  private static final int ORDERS = EXHAUSTIVE ? 5 : 1; // of the links of a page

  /** With fewer known targets, best-first with their words and the true relevance may do better. */
  private static final int WELL_KNOWN = 20;

  private final List<String> wellKnown = new ArrayList<>();

  @Test
  void findsMoreTargetsThanBreadthFirstAndThanBestFirstWhereTheTopicIsWellKnown() throws Exception {
    var wiki = new WikiWeb();
    List<String> topics = EXHAUSTIVE ? WikiWeb.TOPICS : List.of("Mathematics", "Music");
    RecallTable table = crawls(wiki, topics, REPORT);
    if (EXHAUSTIVE) {
      write(table, "xie2012-wikispeedia");
      write(crawls(wiki, topics, CHOICE), "xie2012-wikispeedia-choice");
    }

    double hmm = table.mean("", Strategies.HMM).at10();
    assertThat(hmm)
        .as("mean of %s", topics)
        .isGreaterThan(table.mean("", Strategies.BREADTH_FIRST).at10())
        .isGreaterThan(table.mean("", Strategies.RELEVANCE).at10())
        .isGreaterThan(table.mean("", Strategies.COSINE).at10());
    for (String topic : wellKnown) {
      assertThat(table.mean(topic, Strategies.HMM).at10())
          .as(topic)
          .isGreaterThanOrEqualTo(table.mean(topic, Strategies.BEST_FIRST).at10());
    }
  }

  private static void write(RecallTable table, String name) throws IOException {
    List<String> windows =
        new ArrayList<>(table.windows("", Strategies.HMM, Strategies.BEST_FIRST));
    windows.addAll(table.windows("", Strategies.PAGES_MEMORY, Strategies.BEST_FIRST));
    table.write(name, table.means("", Strategies.SOFT), windows);
  }

  private RecallTable crawls(WikiWeb wiki, List<String> topics, int third)
      throws InterruptedException, IOException {
    var table = new RecallTable();
    Set<CrawlUrl> reachable = wiki.reachable(WikiWeb.url("United_Kingdom"));
    for (String topic : topics) {
      crawl(wiki, topic, third, reachable, table);
    }
    return table;
  }

  private void crawl(
      WikiWeb wiki, String topic, int third, Set<CrawlUrl> reachable, RecallTable table)
      throws InterruptedException, IOException {
    TrainingSet set = TrainingSet.of(wiki.sessions(topic, third, PATHS), wiki.source());
    Set<CrawlUrl> targets = new LinkedHashSet<>(wiki.articles(topic));
    targets.retainAll(reachable);
    set.pages().forEach(page -> targets.remove(page.url()));
    Map<AnalyzedPage, Boolean> pages = new LinkedHashMap<>();
    for (TrainingSet.Page page : set.pages()) {
      pages.put(wiki.source().page(page.url()).orElseThrow(), set.isTarget(page));
    }
    HmmModel model = HmmTrainer.builder().build().train(set);
    HmmModel paper = HmmTrainer.builder().paper().build().train(set);
    if (third == REPORT && set.targets() >= WELL_KNOWN) {
      wellKnown.add(topic);
    }
    String web = topic + " (" + set.targets() + " known, " + targets.size() + " to find)";
    var strategies =
        new Strategies(
            WikiWeb.url("United_Kingdom").toString(),
            wiki.fetcher(),
            page -> wiki.isIn(page.url(), topic) ? 1 : 0);
    for (int order = 1; order <= ORDERS; order++) {
      PageAnalyzer analyzer = wiki.analyzer(order);
      var crawls = strategies.withoutModel(Strategies.topicWords(pages), analyzer);
      crawls.putAll(strategies.withModel(paper, model, Ablation.of(model, set), analyzer));
      crawls.forEach(
          (strategy, crawl) ->
              table.add(web, strategy, Recall.of(crawl, targets, reachable.size())));
    }
  }
}
