package io.dowser.crawler.api;

/** Creates {@link LinkScorer} plugins; found by {@link java.util.ServiceLoader}. */
public interface LinkScorerProvider extends PluginProvider<LinkScorer> {}
