package io.dowser.crawler.api;

/** Creates {@link Fetcher} plugins; found by {@link java.util.ServiceLoader}. */
public interface FetcherProvider extends PluginProvider<Fetcher> {}
