package io.dowser.crawler.hmm;

import io.dowser.crawler.Crawler;
import io.dowser.crawler.Strategy;
import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.CrawlContext;
import io.dowser.crawler.api.Fetcher;
import io.dowser.crawler.api.Frontier;
import io.dowser.crawler.api.LinkScorer;
import io.dowser.crawler.api.PageAnalyzer;
import io.dowser.crawler.api.PluginRegistry;
import io.dowser.crawler.api.RelevanceJudge;
import io.dowser.crawler.api.Settings;
import io.dowser.crawler.api.Topic;
import io.dowser.crawler.scorer.BestFirstScorer;
import io.dowser.crawler.text.TermCounts;
import io.dowser.crawler.text.TextAnalyzer;
import io.dowser.crawler.text.Tokens;
import io.dowser.crawler.toolkit.text.DocumentFrequencies;
import io.dowser.crawler.toolkit.text.TermWeighting;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/** What the hidden Markov model is compared with. All strategies get one judge, the true labels. */
final class Strategies {

  static final String BREADTH_FIRST = "breadth-first";
  static final String BEST_FIRST = "best-first, relevance and topic words";
  static final String RELEVANCE = "best-first, relevance alone";
  static final String COSINE = "best-first, the model's cosine as relevance";
  static final String PAPER = "HMM, PAPER";
  static final String PAGES = "HMM, soft clusters, no memory, without texts of links";
  static final String PAGES_MEMORY = "HMM, nearest cluster, memory, without texts of links";
  static final String HMM = "HMM, RECOMMENDED: soft clusters, memory";
  static final String SOFT = "HMM, soft clusters, no memory";
  static final String NEAREST = "HMM, nearest cluster, no memory";
  static final String MEMORY = "HMM, nearest cluster, memory";
  static final String CLUSTER_TABLE = "cluster table";
  static final String LINK_TEXTS = "link texts only";

  private static final int WORDS = 10;

  private final String seed;
  private final Fetcher fetcher;
  private final RelevanceJudge judge;

  Strategies(String seed, Fetcher fetcher, RelevanceJudge judge) {
    this.seed = seed;
    this.fetcher = fetcher;
    this.judge = judge;
  }

  Map<String, Crawler.Builder> withoutModel(Topic words, PageAnalyzer analyzer) {
    Map<String, Crawler.Builder> crawls = new LinkedHashMap<>();
    crawls.put(BREADTH_FIRST, crawl(page -> link -> 0, analyzer, judge, frontier("breadth-first")));
    crawls.put(
        BEST_FIRST,
        crawl(BestFirstScorer.of(Settings.none(), CrawlContext.about(words)), analyzer));
    crawls.put(RELEVANCE, crawl(page -> link -> page.relevance(), analyzer));
    return crawls;
  }

  Map<String, Crawler.Builder> withModel(
      HmmModel paper, HmmModel model, Ablation ablation, PageAnalyzer analyzer) {
    Map<String, Crawler.Builder> crawls = new LinkedHashMap<>();
    crawls.put(
        COSINE,
        crawl(page -> link -> page.relevance(), analyzer, model.judge(), frontier("best-first")));
    crawls.put(PAPER, crawl(scorer(paper, Map.of("profile", "paper")), analyzer));
    crawls.put(PAGES, crawl(pages(model, false), analyzer));
    crawls.put(PAGES_MEMORY, crawl(pages(model, true), analyzer));
    Map<String, String> nearest = Map.of("softClusters", "false", "memory", "false");
    crawls.put(HMM, crawl(scorer(model, Map.of()), analyzer));
    crawls.put(MEMORY, crawl(scorer(model, Map.of("softClusters", "false")), analyzer));
    crawls.put(NEAREST, crawl(scorer(model, nearest), analyzer));
    crawls.put(SOFT, crawl(scorer(model, Map.of("memory", "false")), analyzer));
    crawls.put(CLUSTER_TABLE, crawl(ablation.clusterTable(), analyzer));
    crawls.put(LINK_TEXTS, crawl(ablation.linkTextsOnly(), analyzer));
    return crawls;
  }

  private static HmmLinkScorer pages(HmmModel model, boolean memory) {
    return scorer(
        model,
        Map.of(
            "memory",
            "" + memory,
            "softClusters",
            "" + !memory,
            "kappa",
            "0",
            "anchorWeight",
            "0"));
  }

  private static HmmLinkScorer scorer(HmmModel model, Map<String, String> settings) {
    return HmmLinkScorer.of(model, Settings.of(settings));
  }

  private Crawler.Builder crawl(LinkScorer scorer, PageAnalyzer analyzer) {
    return crawl(scorer, analyzer, judge, frontier("best-first"));
  }

  private Crawler.Builder crawl(
      LinkScorer scorer, PageAnalyzer analyzer, RelevanceJudge by, Frontier frontier) {
    return Crawler.builder()
        .seed(seed)
        .fetcher(fetcher)
        .strategy(Strategy.builder().pageAnalyzer(analyzer).build())
        .judge(by)
        .scorer(scorer)
        .frontier(frontier);
  }

  /** The ten words that weigh most in the targets of a training set. */
  static Topic topicWords(Map<AnalyzedPage, Boolean> pages) {
    Map<TermCounts, Boolean> texts = new LinkedHashMap<>();
    pages.forEach((page, target) -> texts.put(plainWords(page), target));
    DocumentFrequencies.Frozen.Builder counts = DocumentFrequencies.Frozen.builder();
    texts.keySet().forEach(counts::add);
    DocumentFrequencies.Frozen frequencies = counts.build();
    Map<String, Double> sums = new HashMap<>();
    texts.forEach(
        (text, target) -> {
          if (target) {
            addUnitVector(text, frequencies, sums);
          }
        });
    Map<String, Double> heaviest = new LinkedHashMap<>();
    sums.entrySet().stream()
        .sorted(
            Map.Entry.<String, Double>comparingByValue()
                .reversed()
                .thenComparing(Map.Entry.comparingByKey()))
        .limit(WORDS)
        .forEach(entry -> heaviest.put(entry.getKey(), entry.getValue()));
    return Topic.of(heaviest);
  }

  private static TermCounts plainWords(AnalyzedPage page) {
    return TermCounts.of(Tokens.of(page.text(), TextAnalyzer.PLAIN));
  }

  private static void addUnitVector(
      TermCounts text, DocumentFrequencies.Frozen frequencies, Map<String, Double> sums) {
    Map<String, Double> weights = new HashMap<>();
    double squares = 0;
    for (int i = 0; i < text.size(); i++) {
      double weight = TermWeighting.MAX_NORMALISED.weight(text, text.term(i), frequencies);
      weights.put(text.term(i), weight);
      squares += weight * weight;
    }
    double norm = Math.sqrt(squares);
    weights.forEach((word, weight) -> sums.merge(word, weight / norm, Double::sum));
  }

  private static Frontier frontier(String name) {
    return PluginRegistry.frontiers(Strategies.class.getClassLoader())
        .create(name, Settings.none(), CrawlContext.builder().build());
  }
}
