package io.dowser.crawler.lab;

import io.dowser.crawler.analysis.HanNormalizer;
import io.dowser.crawler.analysis.MixedScriptAnalyzer;
import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.Link;
import io.dowser.crawler.api.RelevanceJudge;
import io.dowser.crawler.api.Topic;
import io.dowser.crawler.bayes.LabelledLink;
import io.dowser.crawler.bayes.LabelledText;
import io.dowser.crawler.bayes.LinkSettings;
import io.dowser.crawler.bayes.LinkTrainer;
import io.dowser.crawler.bayes.PageTrainer;
import io.dowser.crawler.hmm.BrowsingSession;
import io.dowser.crawler.hmm.HmmTrainer;
import io.dowser.crawler.hmm.TrainingSet;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Learns models from pages, by their labels alone. Not thread-safe. */
final class Training {

  private final Optional<Topic> topic;
  private final RelevanceJudge judge;
  private final List<AnalyzedPage> pages;
  private final List<BrowsingSession> paths;
  private final Map<CrawlUrl, Boolean> relevant = new HashMap<>();

  /** The models that can be trained, by the names of the scorers. */
  enum Kind {
    BAYES_PAGE,
    BAYES_LINK,
    HMM;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  /**
   * Prepares training.
   *
   * @param judge decides which pages are relevant
   * @param paths the browsing sessions of people, for hmm; empty to learn from all pages
   */
  Training(
      Optional<Topic> topic,
      RelevanceJudge judge,
      List<AnalyzedPage> pages,
      List<BrowsingSession> paths) {
    this.topic = topic;
    this.judge = judge;
    this.pages = pages;
    this.paths = paths;
    for (AnalyzedPage page : pages) {
      boolean wanted = page.irrelevance().isEmpty() && page.judgedBy(judge).relevant();
      relevant.put(page.arrival().url(), wanted);
      relevant.put(page.url(), wanted);
    }
  }

  List<CrawlUrl> urls() {
    return relevant.keySet().stream().sorted().toList();
  }

  long relevantPages() {
    return pages.stream().filter(this::isRelevant).count();
  }

  private boolean isRelevant(AnalyzedPage page) {
    return relevant.getOrDefault(page.url(), false);
  }

  /** Trains and saves a model; if the pages do not suffice, says why. */
  Optional<String> train(Kind kind, Path model) throws IOException, InterruptedException {
    try {
      switch (kind) {
        case BAYES_PAGE -> trainPages(model);
        case BAYES_LINK -> trainLinks(model);
        case HMM -> HmmTrainer.builder().build().train(trainingSet()).save(model);
      }
      return Optional.empty();
    } catch (RuntimeException e) { // reported to the user with the other models
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }

  private void trainPages(Path model) throws IOException {
    Stream<LabelledText> texts =
        pages.stream()
            .map(
                page ->
                    new LabelledText(isRelevant(page) ? "on" : "off", page.mainContent().text()));
    PageTrainer.builder("on")
        .analyzer(MixedScriptAnalyzer.create())
        .build()
        .train(texts)
        .save(model);
  }

  private void trainLinks(Path model) throws IOException {
    LinkTrainer.builder()
        .analyzer(MixedScriptAnalyzer.create())
        .normalizer(HanNormalizer.create())
        .dictionary(topic.map(Topic::terms).orElse(List.of()))
        .build()
        .train(pages.stream().flatMap(this::links))
        .save(model);
  }

  /** Returns the links to pages whose relevance is known. */
  private Stream<LabelledLink> links(AnalyzedPage page) {
    return page.links().stream()
        .filter(link -> relevant.containsKey(link.target()))
        .map(link -> example(page, link));
  }

  private LabelledLink example(AnalyzedPage page, Link link) {
    return new LabelledLink(
        page.url().host(),
        link.target().toString(),
        link.anchorText(),
        LinkSettings.RECOMMENDED.context(page, link),
        relevant.getOrDefault(link.target(), false));
  }

  /** Returns the pages on the paths, or all if there are no paths. */
  private TrainingSet trainingSet() throws InterruptedException {
    if (!paths.isEmpty()) {
      Map<CrawlUrl, AnalyzedPage> known = new HashMap<>();
      for (AnalyzedPage page : pages) {
        known.put(page.arrival().url(), page);
        known.put(page.url(), page);
      }
      return TrainingSet.of(paths, TrainingSet.PageSource.of(known), judge);
    }
    var set = TrainingSet.builder();
    pages.forEach(page -> set.page(page, isRelevant(page)));
    return set.build();
  }
}
