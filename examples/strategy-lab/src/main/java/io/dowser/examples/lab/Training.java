package io.dowser.examples.lab;

import io.dowser.crawler.analysis.HanNormalizer;
import io.dowser.crawler.analysis.MixedScriptAnalyzer;
import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.CrawlEvent;
import io.dowser.crawler.api.CrawlListener;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.Fetcher;
import io.dowser.crawler.api.Link;
import io.dowser.crawler.api.Topic;
import io.dowser.crawler.bayes.LabelledLink;
import io.dowser.crawler.bayes.LabelledText;
import io.dowser.crawler.bayes.LinkTrainer;
import io.dowser.crawler.bayes.PageTrainer;
import io.dowser.crawler.hmm.HmmTrainer;
import io.dowser.crawler.hmm.TrainingRecorder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Pages to learn from, and the models that are learned from them. For one thread. */
final class Training implements CrawlListener {

  /** Han's distance around a link, in characters. */
  private static final int CONTEXT = 50;

  private final Question question;
  private final TrainingRecorder recorder = new TrainingRecorder();
  private final Map<CrawlUrl, Boolean> relevant = new HashMap<>();
  private final List<AnalyzedPage> pages = new ArrayList<>();

  /** What can be trained, by the names of the scorers. */
  enum Kind {
    BAYES_PAGE,
    BAYES_LINK,
    HMM;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  Training(Question question) {
    this.question = question;
  }

  void read(Fetcher archive) {
    CensusTaker.take(question, archive, this);
  }

  @Override
  public void on(CrawlEvent event) {
    recorder.on(event);
    if (event instanceof CrawlEvent.Visited visited) {
      AnalyzedPage page = visited.visit().page();
      pages.add(page);
      relevant.put(visited.visit().candidate().url(), visited.visit().relevant());
      relevant.put(page.url(), visited.visit().relevant());
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
  Optional<String> train(Kind kind, Path model) throws IOException {
    try {
      switch (kind) {
        case BAYES_PAGE -> trainPages(model);
        case BAYES_LINK -> trainLinks(model);
        case HMM -> HmmTrainer.recommended().build().train(recorder.trainingSet()).save(model);
      }
      return Optional.empty();
    } catch (RuntimeException e) { // told to the user beside the other models
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }

  private void trainPages(Path model) throws IOException {
    Stream<LabelledText> texts =
        pages.stream().map(page -> new LabelledText(isRelevant(page) ? "on" : "off", page.text()));
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
        .dictionary(question.topic().map(Topic::terms).orElse(List.of()))
        .build()
        .train(pages.stream().flatMap(this::links))
        .save(model);
  }

  /** Links to pages whose relevance is known. */
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
        page.nearContext(link, CONTEXT),
        relevant.getOrDefault(link.target(), false));
  }
}
