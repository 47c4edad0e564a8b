package io.dowser.crawler.api;

/** Makes {@link LinkScorer} plugins; found by {@link java.util.ServiceLoader}. */
public interface LinkScorerProvider extends PluginProvider<LinkScorer> {}
