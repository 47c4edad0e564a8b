package io.dowser.crawler.api;

import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.toCollection;
import static java.util.stream.Collectors.toSet;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * The plugins of one kind that are on the class path or module path, by name.
 *
 * <p>A provider that cannot be loaded, or that cannot return its name, does not affect the others:
 * its error is kept, and shown when an unknown name is requested.
 *
 * <pre>{@code
 * Frontier frontier =
 *     PluginRegistry.frontiers()
 *         .create("shark", Settings.of(Map.of("theta", "0.5")), CrawlContext.about(topic));
 * }</pre>
 *
 * <p>Immutable and thread-safe.
 *
 * @param <P> the kind of plugin
 */
public final class PluginRegistry<P> {

  private final PluginKind kind;
  private final List<Named<P>> providers;
  private final List<Error> failures;

  private PluginRegistry(PluginKind kind, List<Named<P>> providers, List<Error> failures) {
    this.kind = kind;
    this.providers = providers;
    this.failures = failures;
  }

  /**
   * {@return the frontiers}
   *
   * @param loaders the class loaders to search, in this order; a name that an earlier loader has
   *     hides later ones. If there are none, those of a crawl: the context class loader of the
   *     thread, and that of this class
   */
  public static PluginRegistry<Frontier> frontiers(ClassLoader... loaders) {
    return of(PluginKind.FRONTIER, FrontierProvider.class, loaders);
  }

  /**
   * {@return the fetchers}
   *
   * @param loaders the class loaders to search, in this order; a name that an earlier loader has
   *     hides later ones. If there are none, those of a crawl: the context class loader of the
   *     thread, and that of this class
   */
  public static PluginRegistry<Fetcher> fetchers(ClassLoader... loaders) {
    return of(PluginKind.FETCHER, FetcherProvider.class, loaders);
  }

  /**
   * {@return the page analyzers}
   *
   * @param loaders the class loaders to search, in this order; a name that an earlier loader has
   *     hides later ones. If there are none, those of a crawl: the context class loader of the
   *     thread, and that of this class
   */
  public static PluginRegistry<PageAnalyzer> pageAnalyzers(ClassLoader... loaders) {
    return of(PluginKind.PAGE_ANALYZER, PageAnalyzerProvider.class, loaders);
  }

  /**
   * {@return the link scorers}
   *
   * @param loaders the class loaders to search, in this order; a name that an earlier loader has
   *     hides later ones. If there are none, those of a crawl: the context class loader of the
   *     thread, and that of this class
   */
  public static PluginRegistry<LinkScorer> linkScorers(ClassLoader... loaders) {
    return of(PluginKind.LINK_SCORER, LinkScorerProvider.class, loaders);
  }

  /**
   * {@return the relevance judges}
   *
   * @param loaders the class loaders to search, in this order; a name that an earlier loader has
   *     hides later ones. If there are none, those of a crawl: the context class loader of the
   *     thread, and that of this class
   */
  public static PluginRegistry<RelevanceJudge> relevanceJudges(ClassLoader... loaders) {
    return of(PluginKind.RELEVANCE_JUDGE, RelevanceJudgeProvider.class, loaders);
  }

  /**
   * {@return the revisit policies}
   *
   * @param loaders the class loaders to search, in this order; a name that an earlier loader has
   *     hides later ones. If there are none, those of a crawl: the context class loader of the
   *     thread, and that of this class
   */
  public static PluginRegistry<RevisitPolicy> revisitPolicies(ClassLoader... loaders) {
    return of(PluginKind.REVISIT_POLICY, RevisitPolicyProvider.class, loaders);
  }

  private static <P, S extends PluginProvider<P>> PluginRegistry<P> of(
      PluginKind kind, Class<S> service, ClassLoader... loaders) {
    var providers = new ArrayList<Named<P>>();
    var failures = new ArrayList<Error>();
    for (ClassLoader loader : loaders.length == 0 ? usual() : List.of(loaders)) {
      var found = new ArrayList<Named<P>>();
      load(ServiceLoader.load(service, loader), found, failures);
      Set<String> hidden = providers.stream().map(Named::name).collect(toSet());
      found.stream().filter(one -> !hidden.contains(one.name())).forEach(providers::add);
    }
    return new PluginRegistry<>(kind, List.copyOf(providers), List.copyOf(failures));
  }

  private static List<ClassLoader> usual() {
    return Stream.of(
            Thread.currentThread().getContextClassLoader(), PluginRegistry.class.getClassLoader())
        .filter(Objects::nonNull)
        .distinct()
        .toList();
  }

  private static <P, S extends PluginProvider<P>> void load(
      ServiceLoader<S> loader, List<Named<P>> providers, List<Error> failures) {
    var found = loader.stream().iterator();
    boolean more = true;
    while (more) {
      try {
        more = found.hasNext();
        if (more) {
          providers.add(Named.of(found.next().get()));
        }
      } catch (ServiceConfigurationError | LinkageError e) {
        failures.add(e);
      }
    }
  }

  /** {@return the names, sorted} */
  public List<String> names() {
    return List.copyOf(providers.stream().map(Named::name).collect(toCollection(TreeSet::new)));
  }

  /**
   * {@return a new plugin of a name}
   *
   * @param name its name
   * @param settings its settings
   * @param context the services of the crawl
   * @throws SettingException if a setting is unknown or has a value that is not allowed
   * @throws CrawlException if no provider or more than one has this name, or if the plugin cannot
   *     work in this crawl
   */
  public P create(String name, Settings settings, CrawlContext context) {
    PluginProvider<P> provider = provider(name);
    try {
      P plugin = provider.create(settings, context, this);
      settings.refuseUnread();
      return plugin;
    } catch (SettingException e) {
      throw settings.named(e, kind + " '" + name + "'");
    }
  }

  private PluginProvider<P> provider(String name) {
    requireNonNull(name, "name");
    List<PluginProvider<P>> named =
        providers.stream().filter(one -> one.name().equals(name)).map(Named::provider).toList();
    if (named.size() == 1) {
      return named.get(0);
    }
    if (named.isEmpty()) {
      throw PluginNotFoundException.unknown(kind, name, names(), kindsOf(name), failures);
    }
    throw PluginNotFoundException.ambiguous(kind, name, named);
  }

  /** Returns the kinds of the plugins of a name that a crawl finds. */
  private static List<PluginKind> kindsOf(String name) {
    return Stream.of(
            frontiers(),
            fetchers(),
            pageAnalyzers(),
            linkScorers(),
            relevanceJudges(),
            revisitPolicies())
        .filter(registry -> registry.names().contains(name))
        .map(registry -> registry.kind)
        .toList();
  }

  /**
   * A provider with the name that it returned when it was loaded; it is not called again for it.
   */
  private record Named<P>(String name, PluginProvider<P> provider) {

    static <P> Named<P> of(PluginProvider<P> provider) {
      try {
        return new Named<>(requireNonNull(provider.name(), "name() gave null"), provider);
      } catch (RuntimeException | LinkageError e) {
        String type = provider.getClass().getName();
        throw new ServiceConfigurationError("Provider " + type + " has no name: " + e, e);
      }
    }
  }
}
