package io.dowser.crawler.api;

/**
 * Creates plugins of one name.
 *
 * <p>A provider is found by {@link java.util.ServiceLoader} as one of {@link FrontierProvider},
 * {@link FetcherProvider}, {@link PageAnalyzerProvider}, {@link RelevanceJudgeProvider}, {@link
 * LinkScorerProvider} and {@link RevisitPolicyProvider}. It needs a public constructor without
 * parameters that does no work.
 *
 * <pre>{@code
 * public final class AnchorScorerProvider implements LinkScorerProvider {
 *   public String name() {
 *     return "anchor";
 *   }
 *
 *   public LinkScorer create(Settings settings, CrawlContext context) {
 *     double weight = settings.number("weight", 0.5, 0, 1, "the weight of the anchor text");
 *     return new AnchorScorer(context.requireTopic(name()), weight);
 *   }
 * }
 * }</pre>
 *
 * @param <P> the kind of plugin
 */
public interface PluginProvider<P> {

  /**
   * {@return the name of the plugin: lower-case letters, digits and hyphens, for example {@code
   * best-first}; always the same}
   */
  String name();

  /**
   * {@return a new plugin for one crawl}
   *
   * @param settings the plugin's settings; a key that this method does not read is refused by the
   *     caller
   * @param context the services of the crawl
   * @throws SettingException if a setting has a value that is not allowed
   * @throws CrawlException if the plugin cannot work in this crawl
   */
  P create(Settings settings, CrawlContext context);

  /**
   * Creates a plugin that may be composed of other plugins of its kind. A crawl calls this method.
   *
   * @param settings the plugin's settings, as for {@link #create(Settings, CrawlContext)}
   * @param context the services of the crawl
   * @param registry the plugins of this kind that the crawl can find
   * @return a new plugin; by default that of {@link #create(Settings, CrawlContext)}
   * @throws SettingException if a setting has a value that is not allowed
   * @throws CrawlException if the plugin cannot work in this crawl
   */
  default P create(Settings settings, CrawlContext context, PluginRegistry<P> registry) {
    return create(settings, context);
  }
}
