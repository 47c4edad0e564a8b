package io.dowser.crawler.api;

/**
 * Creates {@link Frontier} plugins; found by {@link java.util.ServiceLoader}.
 *
 * <pre>{@code
 * # META-INF/services/io.dowser.crawler.api.FrontierProvider
 * org.example.MyFrontierProvider
 * }</pre>
 */
public interface FrontierProvider extends PluginProvider<Frontier> {}
