package io.dowser.crawler.api;

/**
 * Creates {@link LinkScorer} plugins; found by {@link java.util.ServiceLoader}.
 *
 * <pre>{@code
 * # META-INF/services/io.dowser.crawler.api.LinkScorerProvider
 * org.example.MyLinkScorerProvider
 * }</pre>
 */
public interface LinkScorerProvider extends PluginProvider<LinkScorer> {}
