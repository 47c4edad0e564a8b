package io.dowser.crawler;

import io.dowser.crawler.analysis.HanNormalizer;
import io.dowser.crawler.analysis.MixedScriptAnalyzer;
import io.dowser.crawler.api.CrawlContext;
import io.dowser.crawler.api.CrawlListener;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.Fetcher;
import io.dowser.crawler.api.Frontier;
import io.dowser.crawler.api.LinkScorer;
import io.dowser.crawler.api.PageAnalyzer;
import io.dowser.crawler.api.RelevanceJudge;
import io.dowser.crawler.api.Topic;
import io.dowser.crawler.archive.PageSink;
import io.dowser.crawler.net.AddressRules;
import io.dowser.crawler.robots.RobotsPolicy;
import io.dowser.crawler.store.StoreOptions;
import io.dowser.crawler.text.TextAnalyzer;
import io.dowser.crawler.text.TextNormalizer;
import io.dowser.crawler.traps.TrapRules;
import io.dowser.crawler.url.UrlCanonicalizer;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.Executor;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;
import okhttp3.OkHttpClient;
import org.jspecify.annotations.Nullable;

/** What a {@link CrawlerBuilder} was told, and the defaults of what it was not told. */
final class CrawlSpec {

  final List<String> seeds = new ArrayList<>();
  final List<CrawlListener> listeners = new ArrayList<>();
  PluginChoice<Frontier> frontier = new PluginChoice.Named<>("best-first", Map.of());
  PluginChoice<LinkScorer> scorer = new PluginChoice.Named<>("best-first", Map.of());
  PluginChoice<PageAnalyzer> analyzer = new PluginChoice.Named<>("html", Map.of());
  @Nullable PluginChoice<Fetcher> fetcher;
  @Nullable OkHttpClient httpClient;
  @Nullable String userAgent;
  @Nullable Topic topic;
  @Nullable RelevanceJudge judge;
  @Nullable Executor executor;
  @Nullable PrintStream progress;
  long maxPages = Long.MAX_VALUE;
  long maxRelevantPages = Long.MAX_VALUE;
  long maxBytes = Long.MAX_VALUE;
  Duration maxDuration = StopConditions.UNLIMITED;
  double minHarvestRate;
  int harvestWindow = StopConditions.DEFAULT_WINDOW;
  UrlCanonicalizer canonicalizer = UrlCanonicalizer.standard();
  TextNormalizer textNormalizer = HanNormalizer.create();
  TextAnalyzer textAnalyzer = MixedScriptAnalyzer.create();
  Politeness politeness = Politeness.builder().build();
  RobotsPolicy robots = RobotsPolicy.OBEY;
  @Nullable AddressRules addressRules;
  TrapRules traps = TrapRules.DEFAULT;
  Predicate<CrawlUrl> linkFilter = url -> true;
  int workers = 20;
  int analyses; // 0 for as many as there are processors
  int maxDepth = Integer.MAX_VALUE;
  int maxRedirects = 10;
  int maxPluginFailures = 10;
  InstantSource clock = InstantSource.system();
  RandomGenerator random = new SplittableRandom(1);
  @Nullable Path directory;
  StoreOptions storeOptions = StoreOptions.defaults();
  @Nullable PageSink pageSink;
  ClassLoader classLoader = Crawler.class.getClassLoader();

  /** What plugins get to know about the crawl. */
  CrawlContext context(RandomGenerator source) {
    return new CrawlContext(
        Optional.ofNullable(topic),
        textNormalizer,
        textAnalyzer,
        politeness.hostGrouping(),
        source,
        clock);
  }

  StopConditions stopConditions() {
    return new StopConditions(
        maxPages, maxRelevantPages, maxBytes, maxDuration, minHarvestRate, harvestWindow);
  }

  /** The same in words, for the crawl's directory. */
  Map<String, String> settings() {
    var settings = new CrawlSettings();
    settings.plugin("frontier", frontier);
    settings.plugin("scorer", scorer);
    settings.plugin("analyzer", analyzer);
    settings.judge(judge);
    settings.topic(topic);
    settings.set("canonicalizer", canonicalizer.toString());
    settings.set("hostGrouping", CrawlSettings.classOf(politeness.hostGrouping()));
    settings.set("maxDepth", Integer.toString(maxDepth));
    settings.forResume(seeds, fetcher, userAgent);
    settings.numbers(workers, analyses, politeness, maxRedirects);
    return settings.asMap();
  }
}
