package io.dowser.crawler.api;

import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.toCollection;

import java.util.ArrayList;
import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.TreeSet;

/**
 * The plugins of one kind that are on the class path or module path, by name.
 *
 * <p>A provider that cannot be loaded stops nobody else: its error is kept, and shown when a name
 * is asked for that nobody has.
 *
 * <p>Immutable and safe for use by many threads.
 *
 * @param <P> the kind of plugin
 */
public final class PluginRegistry<P> {

  private final PluginKind kind;
  private final List<? extends PluginProvider<P>> providers;
  private final List<Error> failures;

  private PluginRegistry(
      PluginKind kind, List<? extends PluginProvider<P>> providers, List<Error> failures) {
    this.kind = kind;
    this.providers = providers;
    this.failures = failures;
  }

  /**
   * Finds the frontiers.
   *
   * @param loader where to look
   * @return the plugins found
   */
  public static PluginRegistry<Frontier> frontiers(ClassLoader loader) {
    return of(PluginKind.FRONTIER, ServiceLoader.load(FrontierProvider.class, loader));
  }

  /**
   * Finds the fetchers.
   *
   * @param loader where to look
   * @return the plugins found
   */
  public static PluginRegistry<Fetcher> fetchers(ClassLoader loader) {
    return of(PluginKind.FETCHER, ServiceLoader.load(FetcherProvider.class, loader));
  }

  /**
   * Finds the page analyzers.
   *
   * @param loader where to look
   * @return the plugins found
   */
  public static PluginRegistry<PageAnalyzer> pageAnalyzers(ClassLoader loader) {
    return of(PluginKind.PAGE_ANALYZER, ServiceLoader.load(PageAnalyzerProvider.class, loader));
  }

  /**
   * Finds the link scorers.
   *
   * @param loader where to look
   * @return the plugins found
   */
  public static PluginRegistry<LinkScorer> linkScorers(ClassLoader loader) {
    return of(PluginKind.LINK_SCORER, ServiceLoader.load(LinkScorerProvider.class, loader));
  }

  private static <P, S extends PluginProvider<P>> PluginRegistry<P> of(
      PluginKind kind, ServiceLoader<S> loader) {
    var providers = new ArrayList<S>();
    var failures = new ArrayList<Error>();
    var found = loader.stream().iterator();
    boolean more = true;
    while (more) {
      try {
        more = found.hasNext();
        if (more) {
          providers.add(found.next().get());
        }
      } catch (ServiceConfigurationError | LinkageError e) {
        failures.add(e);
      }
    }
    return new PluginRegistry<>(kind, List.copyOf(providers), List.copyOf(failures));
  }

  /**
   * Lists the names.
   *
   * @return sorted
   */
  public List<String> names() {
    return List.copyOf(
        providers.stream().map(PluginProvider::name).collect(toCollection(TreeSet::new)));
  }

  /**
   * Makes a plugin by name.
   *
   * @param name its name
   * @param settings its settings
   * @param context what the crawl offers
   * @return a new plugin
   * @throws PluginNotFoundException if no provider or more than one has this name
   * @throws SettingException if a setting is unknown or has a value that is not allowed
   * @throws CrawlException if the plugin cannot work in this crawl
   */
  public P create(String name, Settings settings, CrawlContext context) {
    P plugin = provider(name).create(settings, context);
    settings.refuseUnread();
    return plugin;
  }

  private PluginProvider<P> provider(String name) {
    requireNonNull(name, "name");
    List<? extends PluginProvider<P>> named =
        providers.stream().filter(provider -> provider.name().equals(name)).toList();
    if (named.size() == 1) {
      return named.get(0);
    }
    if (named.isEmpty()) {
      throw PluginNotFoundException.unknown(kind, name, names(), failures);
    }
    throw PluginNotFoundException.ambiguous(kind, name, named);
  }
}
