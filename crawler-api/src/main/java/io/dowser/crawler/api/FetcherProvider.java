package io.dowser.crawler.api;

/**
 * Creates {@link Fetcher} plugins; found by {@link java.util.ServiceLoader}.
 *
 * <pre>{@code
 * # META-INF/services/io.dowser.crawler.api.FetcherProvider
 * org.example.MyFetcherProvider
 * }</pre>
 */
public interface FetcherProvider extends PluginProvider<Fetcher> {}
