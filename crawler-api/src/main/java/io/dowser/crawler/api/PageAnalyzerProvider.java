package io.dowser.crawler.api;

/** Creates {@link PageAnalyzer} plugins; found by {@link java.util.ServiceLoader}. */
public interface PageAnalyzerProvider extends PluginProvider<PageAnalyzer> {}
