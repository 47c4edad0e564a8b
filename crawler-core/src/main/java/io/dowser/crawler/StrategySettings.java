package io.dowser.crawler;

import io.dowser.crawler.api.CrawlContext;
import io.dowser.crawler.api.Fetcher;
import io.dowser.crawler.api.Frontier;
import io.dowser.crawler.api.LinkScorer;
import io.dowser.crawler.api.PageAnalyzer;
import io.dowser.crawler.api.RelevanceJudge;
import io.dowser.crawler.api.SettingException;
import io.dowser.crawler.api.Topic;
import io.dowser.crawler.fetch.OkHttpFetcher;
import io.dowser.crawler.internal.assembly.CrawlSpec;
import io.dowser.crawler.internal.assembly.PluginChoice;
import io.dowser.crawler.internal.content.AttributeReader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;
import okhttp3.OkHttpClient;

/**
 * The methods of a {@link Crawler.Builder} that choose topic and plugins. Not thread-safe.
 *
 * @param <B> the builder
 */
abstract class StrategySettings<B extends StrategySettings<B>> {

  final CrawlSpec spec = new CrawlSpec();
  private final List<PluginChoice<PageAnalyzer>> addedAnalyzers = new ArrayList<>();
  private final Map<String, String> extracts = new LinkedHashMap<>();

  /** {@return this builder} */
  abstract B self();

  // what

  /**
   * Sets what the crawl is about; judge and scorer use it unless they have other means.
   *
   * @param topic such as {@code Topic.of("tide", "ebb", "flood")}; by default none, and then a
   *     judge and a scorer that need no topic must be given
   * @return this
   */
  public B topic(Topic topic) {
    spec.topic.set(Optional.of(topic));
    return self();
  }

  /**
   * Sets who decides which pages are relevant.
   *
   * @param judge by default the cosine of a page's topic terms with the topic, see {@link
   *     io.dowser.crawler.judge.TopicTermsJudge}
   * @return this
   */
  public B judge(RelevanceJudge judge) {
    spec.judge.set(new PluginChoice.Given<>(judge));
    return self();
  }

  /**
   * Chooses the judge by name.
   *
   * @param name the plugin's name, by default {@code topic-terms}
   * @param settings its settings, such as {@code Map.of("measure", "cosine")}
   * @return this
   */
  public B judge(String name, Map<String, String> settings) {
    spec.judge.set(new PluginChoice.Named<>(name, settings));
    return self();
  }

  /**
   * Sets who rates links.
   *
   * @param scorer such as {@code page -> link -> link.anchorText().contains("tide") ? 1 : 0}; by
   *     default the plugin named {@code best-first}
   * @return this
   */
  public B scorer(LinkScorer scorer) {
    spec.scorer.set(new PluginChoice.Given<>(scorer));
    return self();
  }

  /**
   * Sets who rates links, by name; it is looked for when the crawl is built.
   *
   * @param name the plugin's name, by default {@code best-first}
   * @param settings its settings, by name, such as {@code Map.of("anchorWeight", "0.5")}
   * @return this
   */
  public B scorer(String name, Map<String, String> settings) {
    spec.scorer.set(new PluginChoice.Named<>(name, settings));
    return self();
  }

  /**
   * Sets the order of visits.
   *
   * @param frontier for this crawl alone, such as a {@link
   *     io.dowser.crawler.frontier.BestFirstFrontier}; by default the plugin named {@code
   *     best-first}
   * @return this
   */
  public B frontier(Frontier frontier) {
    spec.frontier.set(new PluginChoice.Given<>(frontier));
    return self();
  }

  /**
   * Sets the order of visits, by name; it is looked for when the crawl is built.
   *
   * @param name the plugin's name: {@code best-first} by default, {@code breadth-first}, {@code
   *     pagerank} or another one on the class path
   * @param settings its settings, by name
   * @return this
   */
  public B frontier(String name, Map<String, String> settings) {
    spec.frontier.set(new PluginChoice.Named<>(name, settings));
    return self();
  }

  // where from

  /**
   * Sets who gets pages.
   *
   * @param fetcher by default the plugin named {@code okhttp}; the crawl does not close one that is
   *     given here
   * @return this
   */
  public B fetcher(Fetcher fetcher) {
    spec.fetcher.set(new PluginChoice.Given<>(fetcher));
    return self();
  }

  /**
   * Sets who gets pages, by name; it is looked for when the crawl is built. Its settings and {@link
   * #http}, {@link #httpClient}, {@link #userAgent} and {@link Crawler.Builder#addressRules} go
   * together, if none is given twice.
   *
   * @param name the plugin's name, by default {@code okhttp}; {@code fetcher("replay",
   *     Map.of("archive", "pages"))} reads an archive
   * @param settings its settings, by name
   * @return this
   */
  public B fetcher(String name, Map<String, String> settings) {
    spec.fetcher.set(new PluginChoice.Named<>(name, settings));
    return self();
  }

  /**
   * Sets logins, passwords, cookies, headers and limits of the requests, for each fetcher over HTTP
   * that is set by name, such as {@code okhttp} and {@code browser}:
   *
   * <pre>{@code
   * .fetcher("browser", Map.of())
   * .http(http -> http.login(login).cookies(true).header("From", "crawl@example.org"))
   * }</pre>
   *
   * @param settings called when the crawl is built. What it sets is not recorded, so it must be
   *     given again for a resume
   * @return this
   */
  public B http(Consumer<OkHttpFetcher.Builder> settings) {
    spec.http.set(Optional.of(settings));
    return self();
  }

  /**
   * Sets the HTTP client that fetchers by name work with, see {@link OkHttpFetcher.Builder#client}
   * for what it takes over.
   *
   * @param client by default a client of the crawl's own; the crawl does not close one that is
   *     given
   * @return this
   * @throws IllegalArgumentException if the client has what cannot be used, such as a cache
   */
  public B httpClient(OkHttpClient client) {
    OkHttpFetcher.builder().client(client); // checks it
    spec.httpClient.set(Optional.of(client));
    return self();
  }

  /**
   * Sets the name under which a fetcher that is set by name introduces itself.
   *
   * @param userAgent by default the library's name and version; politeness asks for an address
   *     where the operator of a site finds the operator of the crawl
   * @return this
   * @throws IllegalArgumentException if it is blank or has other than visible ASCII characters and
   *     spaces
   */
  public B userAgent(String userAgent) {
    OkHttpFetcher.builder().userAgent(userAgent); // checks it
    spec.userAgent.set(Optional.of(userAgent));
    return self();
  }

  // plugins

  /**
   * Sets who reads pages of HTML, and of all types that no {@linkplain #addPageAnalyzer added}
   * analyzer reads.
   *
   * @param analyzer by default the plugin named {@code html}, {@link
   *     io.dowser.crawler.html.HtmlPageAnalyzer}
   * @return this
   */
  public B pageAnalyzer(PageAnalyzer analyzer) {
    spec.pageAnalyzer.set(new PluginChoice.Given<>(analyzer));
    return self();
  }

  /**
   * Sets who reads pages, by a function of what the crawl offers: {@code context -> new
   * Shortened(HtmlPageAnalyzer.of(Settings.none(), context))} wraps the one that is the default.
   *
   * @param create creates the analyzer when the crawl is built; the crawl closes it if it can be
   *     closed
   * @return this
   */
  public B pageAnalyzer(Function<? super CrawlContext, ? extends PageAnalyzer> create) {
    spec.pageAnalyzer.set(new PluginChoice.Created<>(create));
    return self();
  }

  /**
   * Adds who reads pages of further media types, see {@link PageAnalyzer#types}. The media type of
   * a page is computed from its header and its first bytes as the WHATWG's standard MIME Sniffing
   * says. Each request has the types of all analyzers and their limits, so {@link OkHttpFetcher},
   * also inside another fetcher, accepts them unless it was built with {@code acceptedTypes}. Each
   * type needs one analyzer: {@link Crawler.Builder#build} refuses a second one.
   *
   * @param create creates the analyzer when the crawl is built; the crawl closes it if it can be
   *     closed
   * @return this
   */
  public B addPageAnalyzer(Function<? super CrawlContext, ? extends PageAnalyzer> create) {
    return add(new PluginChoice.Created<>(create));
  }

  /**
   * Adds who reads pages of further media types, by name; it is looked for when the crawl is built.
   *
   * @param name the plugin's name, such as {@code tika} of {@code crawler-tika}
   * @param settings its settings, by name
   * @return this
   */
  public B addPageAnalyzer(String name, Map<String, String> settings) {
    return add(new PluginChoice.Named<>(name, settings));
  }

  private B add(PluginChoice<PageAnalyzer> analyzer) {
    addedAnalyzers.add(analyzer);
    spec.addedAnalyzers.preset(List.copyOf(addedAnalyzers));
    return self();
  }

  /**
   * Sets who reads pages, by name; it is looked for when the crawl is built.
   *
   * @param name the plugin's name, by default {@code html}
   * @param settings its settings, by name
   * @return this
   */
  public B pageAnalyzer(String name, Map<String, String> settings) {
    spec.pageAnalyzer.set(new PluginChoice.Named<>(name, settings));
    return self();
  }

  /**
   * Extracts the texts of some elements of each page into {@code
   * page.attributes().extracted().get(name)}; may be called for several names.
   *
   * @param name the name of the values, such as {@code price}; one line without {@code =}
   * @param selector a CSS selector, such as {@code span.price}; see {@link
   *     io.dowser.crawler.html.HtmlPageAnalyzer#withExtracts}
   * @return this
   * @throws IllegalArgumentException if the name is not allowed, or the selector is none
   * @throws IllegalStateException if the name has a selector
   */
  public B extract(String name, String selector) {
    AttributeReader.add(name, selector, extracts);
    spec.extract.preset(extracts);
    return self();
  }

  /**
   * Chooses plugins from text, as a configuration file has it: the keys {@code frontier}, {@code
   * scorer}, {@code fetcher}, {@code analyzer} and {@code judge} name a plugin, and {@code
   * scorer.x} is setting {@code x} of the scorer, likewise for the others. {@code add-analyzer}
   * names one that {@link #addPageAnalyzer} adds.
   *
   * @param properties keys and values, such as {@code Map.of("frontier", "breadth-first", "judge",
   *     "topic-terms", "judge.measure", "cosine")}
   * @return this
   * @throws SettingException if a key is none of these, or a plugin has settings but no name
   */
  public B plugins(Map<String, String> properties) {
    var sections = new TreeMap<String, Map<String, String>>();
    properties.forEach(
        (key, value) -> {
          int dot = key.indexOf('.');
          String kind = dot < 0 ? key : key.substring(0, dot);
          String setting = dot < 0 ? "" : key.substring(dot + 1);
          sections.computeIfAbsent(kind, k -> new TreeMap<>()).put(setting, value);
        });
    sections.forEach(this::plugin);
    return self();
  }

  private void plugin(String kind, Map<String, String> section) {
    String name = section.remove("");
    if (name == null) {
      throw new SettingException(
          kind + "." + section.keySet().iterator().next(),
          section.values().iterator().next(),
          "settings of a plugin only beside its name, '" + kind + "'");
    }
    switch (kind) {
      case "frontier" -> frontier(name, section);
      case "scorer" -> scorer(name, section);
      case "fetcher" -> fetcher(name, section);
      case "analyzer" -> pageAnalyzer(name, section);
      case "add-analyzer" -> addPageAnalyzer(name, section);
      case "judge" -> judge(name, section);
      default ->
          throw new SettingException(
              kind,
              name,
              "the keys frontier, scorer, fetcher, analyzer, add-analyzer and judge with their"
                  + " settings");
    }
  }
}
